//! An SVG picture of two 2D shapes and of the steps that test them.
//!
//! The left panel shows the shapes with their witness points, or the shortest translation that
//! separates them. The right panel shows the [trace](barycast::inspect::trace): the intervals of a
//! line between the faces of a box, the projections to every candidate separating axis of two
//! polytopes, or the simplices of GJK.

use barycast::dynamic::any::Shape2;
use barycast::inspect::trace::{Method, Step, Trace};
use barycast::number::each::MapEach;
use barycast::shape::Support;
use glam::{DVec2, dvec2};
use std::fmt::Write;

const BLUE: &str = "#1b6ca8";
const RED: &str = "#c8433f";
const INK: &str = "#333";
const GREEN: &str = "#2c7a4b";
/// Width and height of a panel in pixels, and the margin around its content.
const PANEL: f64 = 440.0;
const MARGIN: f64 = 40.0;
/// Number of support directions for an outline.
const DIRECTIONS: usize = 180;

/// Returns a complete SVG file.
pub(crate) fn svg(a: &Shape2, b: &Shape2) -> String {
    let mut out = String::new();
    let (width, height) = (2.0 * PANEL, PANEL + MARGIN);
    let _ = writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">"#
    );
    let _ = writeln!(out, r##"<rect width="{width}" height="{height}" fill="#fff"/>"##);
    shapes(&mut out, a, b);
    let trace = a.trace(b);
    match trace.method {
        Method::Slabs => slabs(&mut out, &trace),
        Method::SeparatingAxes => projections(&mut out, &trace),
        Method::Gjk | Method::Epa => simplices(&mut out, &trace, &minkowski_difference(a, b)),
        Method::Formula => text(&mut out, dvec2(PANEL + MARGIN, MARGIN), INK, "A formula without steps."),
    }
    out.push_str("</svg>\n");
    out
}

/// Mapping from the plane to a panel of the picture.
struct Frame {
    corner: DVec2,
    min: DVec2,
    max: DVec2,
    scale: f64,
}

impl Frame {
    /// Builds the mapping that shows all the points.
    fn around(points: &[DVec2], corner: DVec2) -> Self {
        let min = points.iter().copied().reduce(DVec2::min).unwrap_or(DVec2::ZERO);
        let max = points.iter().copied().reduce(DVec2::max).unwrap_or(DVec2::ZERO);
        let size = (max - min).max_element().max(1e-300);
        let (middle, half) = (min.midpoint(max), DVec2::splat(size * 0.55));
        let (min, max) = (middle - half, middle + half);
        Self { corner, min, max, scale: (PANEL - 2.0 * MARGIN) / (max.x - min.x) }
    }

    fn at(&self, p: DVec2) -> DVec2 {
        self.corner + dvec2(p.x - self.min.x, self.max.y - p.y) * self.scale
    }

    /// Returns a length larger than the visible area.
    fn far(&self) -> f64 {
        (self.max - self.min).length() * 4.0
    }
}

fn text(out: &mut String, at: DVec2, color: &str, words: &str) {
    let _ = writeln!(out, r#"<text x="{:.1}" y="{:.1}" fill="{color}">{words}</text>"#, at.x, at.y);
}

fn line(out: &mut String, from: DVec2, to: DVec2, color: &str, more: &str) {
    let _ = writeln!(
        out,
        r#"<line x1="{:.1}" y1="{:.1}" x2="{:.1}" y2="{:.1}" stroke="{color}" {more}/>"#,
        from.x, from.y, to.x, to.y
    );
}

fn dot(out: &mut String, at: DVec2, color: &str) {
    let _ = writeln!(out, r#"<circle cx="{:.1}" cy="{:.1}" r="4" fill="{color}"/>"#, at.x, at.y);
}

fn polygon(out: &mut String, points: impl Iterator<Item = DVec2>, color: &str, opacity: f64) {
    let points: Vec<String> = points.map(|p| format!("{:.1},{:.1}", p.x, p.y)).collect();
    let points = points.join(" ");
    let _ = writeln!(
        out,
        r#"<polygon points="{points}" fill="{color}" fill-opacity="{opacity:.2}" stroke="{color}"/>"#
    );
}

/// Returns the support point of a bounded convex shape.
fn support(shape: &Shape2, way: DVec2) -> Option<DVec2> {
    Some(match shape {
        Shape2::Point(s) => s.support(way),
        Shape2::Segment(s) => s.support(way),
        Shape2::Sphere(s) => s.support(way),
        Shape2::Aabb(s) => s.support(way),
        Shape2::Obb(s) => s.support(way),
        Shape2::Capsule(s) => s.support(way),
        Shape2::Ellipsoid(s) => s.support(way),
        Shape2::Triangle(s) => s.support(way),
        Shape2::Parallelogram(s) => s.support(way),
        Shape2::Convex(s) => s.support(way),
        Shape2::TaperedCapsule(s) => s.support(way),
        Shape2::Rounded(s) => support(&s.core, way)? + way * s.radius,
        _ => return None,
    })
}

/// Returns the vertices, or a dense set of boundary points.
fn outline(shape: &Shape2) -> Vec<DVec2> {
    if let Shape2::Polygon(polygon) = shape {
        return polygon.points().to_vec();
    }
    let mut points: Vec<DVec2> = directions().filter_map(|way| support(shape, way)).collect();
    points.dedup();
    points
}

/// Returns origin, unit direction and first parameter of an unbounded straight shape, including the
/// boundary line of a plane or half-space.
fn unbounded(shape: &Shape2) -> Option<(DVec2, DVec2, f64)> {
    let foot = |normal: DVec2, distance: f64| normal * (distance / normal.length_squared());
    match shape {
        Shape2::Line(s) => Some((s.origin, s.direction.normalize(), -1.0)),
        Shape2::Ray(s) => Some((s.origin, s.direction.normalize(), 0.0)),
        Shape2::Plane(s) => Some((foot(s.normal, s.distance), s.normal.perp().normalize(), -1.0)),
        Shape2::HalfSpace(s) => Some((foot(s.normal, s.distance), s.normal.perp().normalize(), -1.0)),
        _ => None,
    }
}

fn shape(out: &mut String, frame: &Frame, shape: &Shape2, color: &str) {
    if let Some((origin, direction, back)) = unbounded(shape) {
        let (from, to) = (origin + direction * (back * frame.far()), origin + direction * frame.far());
        if let Shape2::HalfSpace(s) = shape {
            let inward = s.normal.normalize() * -frame.far();
            polygon(
                out,
                [from, to, to + inward, from + inward].each(|p| frame.at(p)).into_iter(),
                color,
                0.2,
            );
        }
        line(out, frame.at(from), frame.at(to), color, r#"stroke-width="2""#);
        if back == 0.0 {
            dot(out, frame.at(origin), color);
        }
        return;
    }
    if let Shape2::Polygon(p) = shape
        && p.holes().next().is_some()
    {
        let path = |ring: &[DVec2]| {
            let points = ring.iter().map(|p| frame.at(*p));
            let points: Vec<_> = points.map(|p| format!("{:.1},{:.1}", p.x, p.y)).collect();
            format!("M{}Z", points.join(" "))
        };
        let rings: String = core::iter::once(p.points()).chain(p.holes()).map(path).collect();
        let _ = writeln!(out, r#"<path d="{rings}" fill="{color}" fill-opacity="0.2" stroke="{color}"/>"#);
        return;
    }
    match &outline(shape)[..] {
        [p] => dot(out, frame.at(*p), color),
        points => polygon(out, points.iter().map(|p| frame.at(*p)), color, 0.2),
    }
}

/// Draws the left panel.
fn shapes(out: &mut String, a: &Shape2, b: &Shape2) {
    let closest = a.closest_precisely(b);
    let mut points = [outline(a), outline(b), vec![closest.on_a, closest.on_b]].concat();
    points.extend([a, b].iter().filter_map(|s| unbounded(s)).flat_map(|(p, d, _)| [p, p + d]));
    let frame = Frame::around(&points, dvec2(MARGIN, MARGIN));
    let _ = writeln!(
        out,
        r#"<clipPath id="left"><rect width="{PANEL}" height="{PANEL}"/></clipPath><g clip-path="url(#left)">"#
    );
    shape(out, &frame, a, BLUE);
    shape(out, &frame, b, RED);
    let words = if closest.distance > 0.0 {
        line(out, frame.at(closest.on_a), frame.at(closest.on_b), INK, r#"stroke-dasharray="4""#);
        format!("{:.4} apart", closest.distance)
    } else {
        match a.contact_precisely(b).ok().flatten().and_then(|c| Some((c, c.normal_a_to_b?))) {
            Some((contact, normal)) => {
                let from = frame.at(contact.on_b);
                line(
                    out,
                    from,
                    frame.at(contact.on_b + normal * contact.depth),
                    GREEN,
                    r#"stroke-width="2""#,
                );
                format!("overlapping; moving the red one by {:.4} separates them", contact.depth)
            }
            None => "overlapping".to_owned(),
        }
    };
    dot(out, frame.at(closest.on_a), INK);
    dot(out, frame.at(closest.on_b), INK);
    out.push_str("</g>\n");
    text(out, dvec2(MARGIN, 24.0), BLUE, a.name());
    text(out, dvec2(MARGIN + 130.0, 24.0), RED, b.name());
    text(out, dvec2(MARGIN, PANEL + 20.0), INK, &words);
}

/// Draws bars on a number line, given as interval and colour, one below the other.
fn bars(out: &mut String, top: f64, bars: &[([f64; 2], &str)], range: [f64; 2]) {
    let place = |x: f64| {
        let t = (x.clamp(range[0], range[1]) - range[0]) / (range[1] - range[0]).max(1e-300);
        PANEL + MARGIN + t * (PANEL - 2.0 * MARGIN)
    };
    for (i, ([low, high], color)) in bars.iter().enumerate() {
        let y = top + 7.0 * i as f64;
        line(out, dvec2(place(*low), y), dvec2(place(*high), y), color, r#"stroke-width="5""#);
    }
}

/// Returns an interval with a margin that contains all finite numbers.
fn range(numbers: impl Iterator<Item = f64>) -> [f64; 2] {
    let [low, high] = numbers
        .filter(|x| x.is_finite())
        .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)]);
    let room = (high - low).max(1e-3) * 0.15;
    [low - room, high + room]
}

/// Formats a number with at most three decimals.
fn short(x: f64) -> String {
    // Avoids "-0".
    let x = if x.abs() < 5e-4 { 0.0 } else { x };
    format!("{x:.3}").trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Draws the right panel for a line and a box.
fn slabs(out: &mut String, trace: &Trace<DVec2>) {
    let x = PANEL + MARGIN;
    text(out, dvec2(x, 24.0), INK, "Slabs: interval of t between two faces,");
    text(out, dvec2(x, 42.0), INK, "and (green) between all faces so far");
    let stretches = || {
        trace.steps.iter().filter_map(|step| match *step {
            Step::Slab { axis, enter, exit, from, to } => Some((axis, [enter, exit], [from, to])),
            _ => None,
        })
    };
    let range = range(stretches().flat_map(|(_, [a, b], [c, d])| [a, b, c, d]));
    for (i, (axis, between, so_far)) in stretches().enumerate() {
        let y = 80.0 + 60.0 * i as f64;
        let [enter, exit] = between.each(short);
        text(
            out,
            dvec2(x, y),
            INK,
            &format!("across ({}, {}): {enter} to {exit}", short(axis.x), short(axis.y)),
        );
        let ordered = |[a, b]: [f64; 2], color| (a <= b).then_some(([a, b], color));
        let rows: Vec<_> = [ordered(between, "#888"), ordered(so_far, GREEN)].into_iter().flatten().collect();
        bars(out, y + 12.0, &rows, range);
        if so_far[0] > so_far[1] {
            text(out, dvec2(x, y + 34.0), RED, "the interval is empty: a miss");
        }
    }
}

/// Draws the right panel for two polytopes.
fn projections(out: &mut String, trace: &Trace<DVec2>) {
    let x = PANEL + MARGIN;
    text(out, dvec2(x, 24.0), INK, "Separating axes: projections and gap on each");
    for (i, step) in trace.steps.iter().enumerate() {
        let Step::Axis { axis, a, b, gap } = step else { continue };
        let y = 60.0 + 50.0 * i as f64;
        let color = if *gap > 0.0 { GREEN } else { INK };
        let words = if *gap > 0.0 { "apart by" } else { "overlap by" };
        let words = format!("({}, {}): {words} {}", short(axis.x), short(axis.y), short(gap.abs()));
        text(out, dvec2(x, y), color, &words);
        bars(out, y + 12.0, &[(*a, BLUE), (*b, RED)], range(a.iter().chain(b).copied()));
    }
}

/// Returns support directions that avoid the coordinate axes, along which a box has no unique
/// support point.
fn directions() -> impl Iterator<Item = DVec2> {
    let turn = std::f64::consts::TAU / DIRECTIONS as f64;
    (0..DIRECTIONS).map(move |i| DVec2::from_angle((i as f64 + 0.5) * turn))
}

/// Returns the outline of the Minkowski difference of the shapes, all `p_a - p_b`.
fn minkowski_difference(a: &Shape2, b: &Shape2) -> Vec<DVec2> {
    directions().filter_map(|way| Some(support(a, way)? - support(b, -way)?)).collect()
}

/// Draws the right panel for GJK: the Minkowski difference, the simplices, and the origin.
fn simplices(out: &mut String, trace: &Trace<DVec2>, differences: &[DVec2]) {
    let steps = || {
        trace.steps.iter().filter_map(|step| match step {
            Step::Simplex { points, nearest, lower, upper } => Some((points, *nearest, *lower, *upper)),
            _ => None,
        })
    };
    let mut points = [&[DVec2::ZERO], differences].concat();
    points.extend(steps().flat_map(|(points, ..)| points.iter().copied()));
    let frame = Frame::around(&points, dvec2(PANEL + MARGIN, MARGIN));
    polygon(out, differences.iter().map(|p| frame.at(*p)), "#999", 0.15);
    let count = trace.steps.len().max(1) as f64;
    for (i, (points, nearest, ..)) in steps().enumerate() {
        let strength = (i as f64 + 1.0) / count;
        polygon(out, points.iter().map(|p| frame.at(*p)), GREEN, 0.25 * strength);
        dot(out, frame.at(nearest), INK);
    }
    dot(out, frame.at(DVec2::ZERO), RED);
    text(
        out,
        dvec2(PANEL + MARGIN, 24.0),
        INK,
        "GJK: all p - q (grey), simplices that near the origin (red)",
    );
    if let Some((.., lower, upper)) = steps().next_back() {
        let words = format!("{} steps; the distance is between {lower:.6} and {upper:.6}", trace.steps.len());
        text(out, dvec2(PANEL + MARGIN, PANEL + 20.0), INK, &words);
    }
}
