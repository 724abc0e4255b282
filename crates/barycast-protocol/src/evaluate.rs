//! From a request to its answer.

use super::decode::Pair;
use super::encode::Answer;
use super::error::{Code, Fault};
use super::fields::Read;
use super::framing;
use super::request::{Op, Precision, Request, Subject};
use super::shape::AnyShape;
use barycast::any::NoAnswer;
use barycast::each::MapEach;
use barycast::table::{EXACT_BODIES, ROWS};
use barycast::vector::Vector;
use std::collections::{BTreeSet, HashSet};
use std::sync::LazyLock;

/// Appends the members of the answer, and the steps that lead to it if asked.
pub(crate) fn answer(request: &Request, trace: bool, out: &mut Vec<u8>) -> Result<(), Fault> {
    let precision = request.precision;
    let (op, pair) = match &request.subject {
        Subject::Motion(motion) => return motion.answer(Answer { precision, out }),
        Subject::Surface(question) => {
            question.answer(Answer { precision, out });
            return Ok(());
        }
        Subject::Curve(question) => {
            question.answer(Answer { precision, out });
            return Ok(());
        }
        Subject::Ease(question) => {
            question.answer(Answer { precision, out });
            return Ok(());
        }
        Subject::Extent(found) => {
            found.answer(Answer { precision, out });
            return Ok(());
        }
        Subject::Fit(question) => {
            question.answer(Answer { precision, out });
            return Ok(());
        }
        Subject::Tube(question) => {
            question.answer(Answer { precision, out });
            return Ok(());
        }
        Subject::Project(way, Pair::D2(a, b)) => {
            return framing::d2::project(*way, &a.shape, &b.shape, Answer { precision, out });
        }
        Subject::Project(way, Pair::D3(a, b)) => {
            return framing::d3::project(*way, &a.shape, &b.shape, Answer { precision, out });
        }
        Subject::Clip(Pair::D2(a, b)) => {
            return framing::d2::clip(&a.shape, &b.shape, Answer { precision, out });
        }
        Subject::Clip(Pair::D3(a, b)) => {
            return framing::d3::clip(&a.shape, &b.shape, Answer { precision, out });
        }
        Subject::Pairs(question) => {
            question.answer(Answer { precision, out });
            return Ok(());
        }
        Subject::Pair(op, pair) => (*op, pair),
    };
    match pair {
        Pair::D2(a, b) => between(op, precision, a, b, out)?,
        Pair::D3(a, b) => between(op, precision, a, b, out)?,
    }
    if trace {
        out.extend_from_slice(b",\"trace\":");
        let steps = match pair {
            Pair::D2(a, b) => serde_json::to_writer(&mut *out, &a.shape.trace(&b.shape)),
            Pair::D3(a, b) => serde_json::to_writer(&mut *out, &a.shape.trace(&b.shape)),
        };
        steps.map_err(|error| Fault::new(Code::Io, "", error.to_string()))?;
    }
    Ok(())
}

fn between<S: AnyShape>(
    op: Op,
    precision: Precision,
    read_a: &Read<S>,
    read_b: &Read<S>,
    out: &mut Vec<u8>,
) -> Result<(), Fault> {
    let (a, b): (&S, &S) = (&read_a.shape, &read_b.shape);
    let no_answer = |question| NoAnswer { question, shapes: [a.name(), b.name()] };
    let mut answer = Answer { precision, out };
    match op {
        Op::Intersects { exact, tolerance } => {
            if exact {
                certify(read_a, read_b, tolerance)?;
            }
            // Without a tolerance `intersects` is asked alone: it is exact, the distance is rounded.
            let near = || tolerance > 0.0 && a.closest(b).distance <= tolerance;
            answer.flag("intersects", a.intersects(b) || near());
        }
        Op::Distance => {
            let closest = a.closest(b);
            answer.closest(&closest);
        }
        Op::SignedDistance => {
            let point = b.as_point().ok_or_else(|| no_answer("signed_distance"))?;
            answer.signed_distance(a.signed_distance(point));
        }
        Op::Contact => match a.contact_and_manifold(b)? {
            Some((contact, manifold)) => {
                answer.contact(Some((&contact, &a.contact_points(b, &manifold))));
            }
            None => answer.contact::<S::Vector>(None),
        },
        Op::Manifold => answer.manifold(a.manifold(b)?.as_ref()),
        Op::Sweep { velocity, max_t, turn } => {
            if velocity.dimensions != S::Vector::DIM {
                let message =
                    format!("velocity has {} numbers, a and b have {}", velocity.dimensions, S::Vector::DIM);
                return Err(Fault::new(Code::DimensionMismatch, "velocity", message));
            }
            let velocity = S::Vector::from_fn(|axis| velocity.numbers[axis]);
            match turn {
                None => answer.impact(a.sweep(b, velocity, max_t)?.as_ref()),
                Some(turn) => {
                    let center = match turn.center {
                        Some(center) if center.dimensions != S::Vector::DIM => {
                            let message = "a and b have another number of dimensions";
                            return Err(Fault::new(Code::DimensionMismatch, "center_of_rotation", message));
                        }
                        Some(center) => S::Vector::from_fn(|axis| center.numbers[axis]),
                        None => S::Vector::from_fn(|_| 0.0),
                    };
                    let found = a.sweep_turning(b, velocity, turn.angular, center, max_t);
                    let found = found.ok_or_else(|| {
                        let message = "it is a number in 2D and a list of three in 3D";
                        Fault::new(Code::DimensionMismatch, "angular_velocity", message)
                    })?;
                    answer.turning_impact(found?.as_ref());
                }
            }
        }
        Op::Cast(options) => answer.hit(a.cast(b, &options)?.as_ref()),
        Op::Casts(options) => answer.hits(&a.casts(b, &options)?),
        Op::Contains => answer.flag("contains", a.contains(b)?),
        Op::Span => answer.span(a.span(b)?),
        Op::Intersection => answer.intersection(a.intersection(b)?.as_ref(), a, b),
        Op::Classify => answer.position(a.classify(b)?),
        Op::Barycentric => answer.barycentric(a.barycentric(b)?),
        Op::SolidAngle => {
            let seen = b.as_point().and_then(|eye| a.solid_angle(eye));
            answer.solid_angle(seen.ok_or_else(|| no_answer("solid_angle"))?);
        }
        Op::Tangents => {
            let found = b.as_point().and_then(|p| a.tangents(p));
            answer.tangents(&found.ok_or_else(|| no_answer("tangents"))?);
        }
    }
    Ok(())
}

/// The answer to `intersects` is exactly right for the numbers given.
fn certify<S: AnyShape>(a: &Read<S>, b: &Read<S>, tolerance: f64) -> Result<(), Fault> {
    for (side, read) in [("a", a), ("b", b)] {
        if let Some(rounded) = read.rounded {
            return Err(Fault::new(Code::NotExact, "exact", rounded.told(side)));
        }
    }
    if tolerance > 0.0 {
        return Err(Fault::new(Code::NotExact, "exact", "with a tolerance there is no exact answer"));
    }
    let not_exact = || {
        let message = format!("`intersects` of {} and {} is not exact", a.shape.name(), b.shape.name());
        Fault::new(Code::NotExact, "exact", message)
    };
    // No row of the table tells of what is rounded: that is as exact as its core.
    let is_rounded = |shape: &&S| shape.name() == "rounded";
    let (rounded_a, plain_a): (Vec<_>, Vec<_>) = a.shape.parts().into_iter().partition(is_rounded);
    let (rounded_b, plain_b): (Vec<_>, Vec<_>) = b.shape.parts().into_iter().partition(is_rounded);
    let are_polytopes = |x: &[&S], y: &[&S]| x.iter().all(|x| y.iter().all(|y| x.are_polytopes(y)));
    if !(are_polytopes(&rounded_a, &rounded_b)
        && are_polytopes(&rounded_a, &plain_b)
        && are_polytopes(&plain_a, &rounded_b))
    {
        return Err(not_exact());
    }
    let names = |shapes: Vec<&S>| -> BTreeSet<&'static str> {
        shapes.into_iter().flat_map(|shape| leaves(shape.name(), S::DIMENSIONS)).collect()
    };
    let names_b = names(plain_b);
    let exact = |x| names_b.iter().all(|y| EXACT.contains(&row(S::DIMENSIONS, x, y)));
    if names(plain_a).into_iter().all(exact) { Ok(()) } else { Err(not_exact()) }
}

/// The shapes of the table through which a shape is asked.
fn leaves(name: &'static str, dimensions: &str) -> Vec<&'static str> {
    match name {
        "polygon" if dimensions == "2D" => vec!["point", "segment"],
        "height_field" | "polygon" | "mesh" => vec!["point", "triangle"],
        "polyline" => vec!["point", "segment"],
        "voxels" => vec!["point", "aabb"],
        // Other polytopes are as exact as triangles.
        "convex" | "frustum" | "tetrahedron" => vec!["triangle"],
        name => vec![name],
    }
}

/// The pairs of the table whose `intersects` is exact.
static EXACT: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let mut exact = HashSet::new();
    for table_row in ROWS.iter().filter(|row| row.answers[0] == "exact") {
        let [a, b] = table_row.shapes.each(snake_case);
        for dimensions in ["2D", "3D"] {
            if table_row.dimensions == "both" || table_row.dimensions == dimensions {
                exact.insert(row(dimensions, &a, &b));
                exact.insert(row(dimensions, &b, &a));
            }
        }
    }
    for [a, b] in EXACT_BODIES.iter().map(|shapes| shapes.each(snake_case)) {
        exact.insert(row("3D", &a, &b));
        exact.insert(row("3D", &b, &a));
    }
    exact
});

fn row(dimensions: &str, a: &str, b: &str) -> String {
    format!("{dimensions} {a} {b}")
}

/// `HalfSpace` as the protocol writes it: `half_space`.
fn snake_case(name: &str) -> String {
    let mut out = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.push(letter.to_ascii_lowercase());
    }
    out
}
