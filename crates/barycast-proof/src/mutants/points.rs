//! Mutation points of a file, and the file with these points switched at run time.

use proc_macro2::Span;
use std::fmt::Write;
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, Lit, ReturnType, Type, UnOp};

/// A mutation of a file.
#[derive(Clone, Debug)]
pub(super) struct Point {
    /// The replaced text; empty at the start of a function's body.
    pub(super) place: Range<usize>,
    /// The replacement.
    pub(super) instead: String,
}

/// Returns all mutation points, in text order. Tests, constants and macros are left unchanged.
pub(super) fn points(text: &str) -> Result<Vec<Point>, syn::Error> {
    let mut found = Finder { text, points: Vec::new() };
    found.visit_file(&syn::parse_file(text)?);
    let mut points = found.points;
    // Outer before inner; several mutations of one place in the order found.
    points.sort_by_key(|p| (p.place.start, usize::MAX - p.place.end));
    Ok(points)
}

struct Finder<'a> {
    text: &'a str,
    points: Vec<Point>,
}

impl Finder<'_> {
    fn of(&self, part: &impl Spanned) -> &str {
        &self.text[part.span().byte_range()]
    }

    fn add(&mut self, place: Span, instead: String) {
        self.points.push(Point { place: place.byte_range(), instead });
    }

    /// Adds functions that return a constant at once.
    fn whole(&mut self, output: &ReturnType, block: &syn::Block) {
        let ReturnType::Type(_, answer) = output else { return };
        let Type::Path(path) = &**answer else { return };
        let answers: &[&str] = match path.path.segments.last().map(|s| s.ident.to_string()).as_deref() {
            Some("bool") => &["true", "false"],
            Some("Option") => &["None"],
            _ => &[],
        };
        let start = block.brace_token.span.open().byte_range().end;
        for answer in answers {
            self.points.push(Point { place: start..start, instead: format!("return {answer};") });
        }
    }
}

fn other_operator(op: &BinOp) -> Option<&'static str> {
    Some(match op {
        BinOp::Sub(_) | BinOp::Mul(_) => "+",
        BinOp::Add(_) => "-",
        BinOp::Div(_) => "*",
        BinOp::Lt(_) => "<=",
        BinOp::Le(_) => "<",
        BinOp::Gt(_) => ">=",
        BinOp::Ge(_) => ">",
        BinOp::Eq(_) => "!=",
        BinOp::Ne(_) => "==",
        BinOp::BitAnd(_) => "|",
        BinOp::BitOr(_) => "&",
        BinOp::And(_) => "||",
        BinOp::Or(_) => "&&",
        BinOp::AddAssign(_) => "-=",
        BinOp::SubAssign(_) | BinOp::MulAssign(_) => "+=",
        _ => return None,
    })
}

/// Methods whose result does not depend on the receiver.
const MADE: &[&str] = &["zero", "lit", "infinity", "always", "never"];

/// Returns the function or method that is called instead.
fn other_name(name: &str) -> Option<&'static str> {
    Some(match name {
        "le" => "lt",
        "lt" => "le",
        "ge" => "gt",
        "gt" => "ge",
        "min" => "max",
        "max" => "min",
        "none" => "all",
        "all" => "none",
        "always" => "never",
        "never" => "always",
        "is_some" => "is_none",
        "is_none" => "is_some",
        _ => return None,
    })
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if module.ident != "tests" {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.whole(&function.sig.output, &function.block);
        self.visit_block(&function.block);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        self.whole(&function.sig.output, &function.block);
        self.visit_block(&function.block);
    }

    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}

    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}

    fn visit_type(&mut self, _: &'ast Type) {}

    fn visit_pat(&mut self, _: &'ast syn::Pat) {}

    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Binary(b) => {
                if let Some(op) = other_operator(&b.op) {
                    let (left, right) = (self.of(&b.left), self.of(&b.right));
                    // A sum that replaces a product must not regroup the products around it.
                    let instead = match b.op {
                        BinOp::Mul(_) | BinOp::Div(_) => format!("({left}) {op} ({right})"),
                        _ => format!("{left} {op} {right}"),
                    };
                    self.add(expr.span(), instead);
                }
            }
            Expr::Unary(u) if matches!(u.op, UnOp::Neg(_) | UnOp::Not(_)) => {
                let instead = self.of(&u.expr).to_owned();
                self.add(expr.span(), instead);
            }
            Expr::MethodCall(call) => {
                let name = call.method.to_string();
                let receiver = self.of(&call.receiver);
                if name == "abs" {
                    let instead = receiver.to_owned();
                    self.add(expr.span(), instead);
                } else if let Some(other) = other_name(&name) {
                    let rest = &self.text[call.method.span().byte_range().end..expr.span().byte_range().end];
                    let instead = format!("{receiver}.{other}{rest}");
                    self.add(expr.span(), instead);
                }
                if MADE.contains(&name.as_str()) {
                    return call.args.iter().for_each(|arg| self.visit_expr(arg));
                }
            }
            Expr::Call(call) => {
                let Expr::Path(path) = &*call.func else { return visit::visit_expr(self, expr) };
                let arguments: Vec<&str> = call.args.iter().map(|a| self.of(a)).collect();
                let name = path.path.segments.last().map_or(String::new(), |s| s.ident.to_string());
                let func = self.of(&call.func);
                let instead = match (name.as_str(), &arguments[..]) {
                    ("abs", [x]) => Some((*x).to_owned()),
                    ("select", [mask, a, b]) => Some(format!("{func}({mask}, {b}, {a})")),
                    (name, [a, b]) if path.path.segments.len() > 1 => other_name(name)
                        .map(|other| format!("{}{other}({a}, {b})", &func[..func.len() - name.len()])),
                    _ => None,
                };
                if let Some(instead) = instead {
                    self.add(expr.span(), instead);
                }
            }
            Expr::Lit(literal) => {
                let instead = match &literal.lit {
                    Lit::Int(n) if n.base10_digits() == "0" => "1",
                    Lit::Int(n) if n.base10_digits() == "1" => "0",
                    Lit::Float(n) if n.base10_digits() == "0.0" => "1.0",
                    Lit::Float(n) if n.base10_digits() == "1.0" => "0.0",
                    _ => return,
                };
                self.add(expr.span(), instead.to_owned());
            }
            _ => {}
        }
        visit::visit_expr(self, expr);
    }
}

/// Returns the text with the chosen points (their numbers and the points, in the order of
/// `points`), each active if `crate::mutation::on` says so, and the range of each in the new text.
pub(super) fn rewritten(text: &str, chosen: &[(usize, &Point)]) -> (String, Vec<(usize, Range<usize>)>) {
    let mut writer = Writer { text, out: String::new(), at: 0, places: Vec::new() };
    writer.part(chosen, text.len());
    (writer.out, writer.places)
}

struct Writer<'a> {
    text: &'a str,
    out: String,
    at: usize,
    places: Vec<(usize, Range<usize>)>,
}

impl Writer<'_> {
    /// Writes the text up to `end`, with the points in it.
    fn part(&mut self, mut chosen: &[(usize, &Point)], end: usize) {
        while let [(number, point), rest @ ..] = chosen {
            let inside = rest.iter().take_while(|(_, p)| p.place.start < point.place.end).count();
            self.out.push_str(&self.text[self.at..point.place.start]);
            self.at = point.place.start;
            let start = self.out.len();
            let whole = point.place.is_empty();
            let open = if whole { "" } else { "(" };
            let _ = write!(self.out, "{open}if crate::mutation::on({number}) {{ {} }}", point.instead);
            if !whole {
                self.out.push_str(" else { ");
                self.part(&rest[..inside], point.place.end);
                self.out.push_str(" })");
            }
            self.places.push((*number, start..self.out.len()));
            chosen = &rest[inside..];
        }
        self.out.push_str(&self.text[self.at..end]);
        self.at = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changes(body: &str) -> Vec<String> {
        let text = format!("fn f() {{ {body} }}");
        let points = points(&text).unwrap();
        points.iter().map(|p| format!("{} -> {}", &text[p.place.clone()], p.instead)).collect()
    }

    #[test]
    fn operators_calls_and_numbers_have_their_opposites() {
        assert_eq!(changes("a.le(b)"), ["a.le(b) -> a.lt(b)"]);
        assert_eq!(
            changes("x.get(0).zero() + x.get(1).lit(1)"),
            ["x.get(0).zero() + x.get(1).lit(1) -> x.get(0).zero() - x.get(1).lit(1)", "1 -> 0"]
        );
        assert_eq!(changes("Ring::min(a, b)"), ["Ring::min(a, b) -> Ring::max(a, b)"]);
        assert_eq!(changes("Ring::select(m, a, b)"), ["Ring::select(m, a, b) -> Ring::select(m, b, a)"]);
        assert_eq!(changes("x.get(0) * -y"), ["x.get(0) * -y -> (x.get(0)) + (-y)", "0 -> 1", "-y -> y"]);
    }

    #[test]
    fn tests_and_constants_are_left_unchanged() {
        assert!(
            points("const A: f64 = 1.0 + 2.0; #[cfg(test)] mod tests { fn f() { 1 + 2 } }")
                .unwrap()
                .is_empty()
        );
    }

    #[test]
    fn nested_points_are_both_switched() {
        let text = "fn f() -> bool { ä(a * b - c) }";
        let points = points(text).unwrap();
        assert_eq!(points.len(), 4);
        let chosen: Vec<_> = points.iter().enumerate().skip(1).collect();
        let (out, places) = rewritten(text, &chosen);
        let inner = "(if crate::mutation::on(3) { (a) + (b) } else { a * b })";
        let outer = format!("(if crate::mutation::on(2) {{ a * b + c }} else {{ {inner} - c }})");
        assert_eq!(
            out,
            format!("fn f() -> bool {{if crate::mutation::on(1) {{ return false; }} ä({outer}) }}")
        );
        assert!(places.iter().any(|(n, place)| *n == 3 && &out[place.clone()] == inner));
    }
}
