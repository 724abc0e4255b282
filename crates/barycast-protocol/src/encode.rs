//! Encodes answers as JSON.

use super::error::Fault;
use super::number;
use super::precision::Precision;
use barycast::clip::ClippedSegment;
use barycast::clip::cohen_sutherland::Outcode;
#[cfg(feature = "curves")]
use barycast::curve::tube::TubeHit;
use barycast::dynamic::intersection::Common;
use barycast::number::Float as _;
use barycast::query::{Closest, Hit, Impact, Manifold, Penetration, PlanePosition, Side};
use barycast::shape::{Aabb, FlatPolygon, Line, Plane, Point, Polygon, Ray, Segment};
#[cfg(feature = "curves")]
use barycast::surface::SurfaceHit;
use barycast::vector::Vector;
use glam::{DVec2, DVec3};
use serde::Serialize;
use serde_json::ser::Formatter;
use std::io;

/// Appends the start of an answer: the `id` of the request verbatim, if it has one.
pub(crate) fn open(id: Option<&str>, out: &mut Vec<u8>) {
    out.push(b'{');
    if let Some(id) = id {
        out.extend_from_slice(b"\"id\":");
        out.extend_from_slice(id.as_bytes());
        out.push(b',');
    }
}

/// Appends a complete error answer with its line end.
pub(crate) fn fault(fault: &Fault, id: Option<&str>, out: &mut Vec<u8>) {
    open(id, out);
    out.extend_from_slice(b"\"error\":{\"code\":\"");
    out.extend_from_slice(fault.code.text().as_bytes());
    out.push(b'"');
    if let Some(field) = &fault.field {
        out.extend_from_slice(b",\"field\":");
        string(field, out);
    }
    out.extend_from_slice(b",\"message\":");
    string(&fault.message, out);
    out.extend_from_slice(b"}}\n");
}

fn string(text: &str, out: &mut Vec<u8>) {
    let written = serde_json::to_writer(out, text);
    debug_assert!(written.is_ok(), "writing to memory cannot fail");
}

/// A serialisable shape that can represent an intersection.
pub(crate) trait OfCommon<V: Vector>:
    Serialize + From<Point<V>> + From<Segment<V>> + From<Ray<V>> + From<Line<V>> + From<Plane<V>> + From<Aabb<V>>
{
}

impl<V: Vector, S> OfCommon<V> for S where
    S: Serialize
        + From<Point<V>>
        + From<Segment<V>>
        + From<Ray<V>>
        + From<Line<V>>
        + From<Plane<V>>
        + From<Aabb<V>>
{
}

/// Appends the members of an answer, in a precision.
pub(crate) struct Answer<'a> {
    pub(crate) precision: Precision,
    pub(crate) out: &'a mut Vec<u8>,
}

impl Answer<'_> {
    fn text(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    fn key(&mut self, key: &str) {
        if !matches!(self.out.last(), Some(b'{' | b',')) {
            self.out.push(b',');
        }
        self.out.push(b'"');
        self.text(key);
        self.text("\":");
    }

    fn number(&mut self, number: f64) {
        number::write(number, self.precision, self.out);
    }

    /// Appends a number whose sign matters: nonzero numbers are not written as 0.
    fn length(&mut self, length: f64) {
        self.number(number::length(length, self.precision));
    }

    fn list<T>(&mut self, items: impl IntoIterator<Item = T>, mut item: impl FnMut(&mut Self, T)) {
        self.out.push(b'[');
        for (index, value) in items.into_iter().enumerate() {
            if index > 0 {
                self.out.push(b',');
            }
            item(self, value);
        }
        self.out.push(b']');
    }

    fn vector<V: Vector<Scalar = f64>>(&mut self, vector: V) {
        self.list(0..V::DIM, |answer, axis| answer.number(vector.get(axis)));
    }

    fn vector_or_null<V: Vector<Scalar = f64>>(&mut self, vector: Option<V>) {
        match vector {
            Some(vector) => self.vector(vector),
            None => self.text("null"),
        }
    }

    /// Appends a direction without -0.
    fn normal<V: Vector<Scalar = f64>>(&mut self, normal: Option<V>) {
        self.vector_or_null(normal.map(|normal| V::from_fn(|axis| normal.get(axis) + 0.0)));
    }

    pub(crate) fn flag(&mut self, key: &str, value: bool) {
        self.key(key);
        self.text(if value { "true" } else { "false" });
    }

    /// Appends a list of strings.
    pub(crate) fn texts(&mut self, key: &str, texts: &[String]) {
        self.key(key);
        self.list(texts, |answer, text| string(text, answer.out));
    }

    /// Appends pairs of indices.
    pub(crate) fn pairs(&mut self, pairs: &[[usize; 2]]) {
        self.key("pairs");
        self.list(pairs, |answer, pair| answer.list(pair, |answer, i| answer.text(&i.to_string())));
    }

    /// Appends pairs of indices with their distances.
    pub(crate) fn pairs_apart<V: Vector<Scalar = f64>>(&mut self, pairs: &[([usize; 2], Closest<V>)]) {
        self.key("pairs");
        self.list(pairs, |answer, (pair, closest)| {
            answer.text("{\"pair\":");
            answer.list(pair, |answer, i| answer.text(&i.to_string()));
            answer.closest(closest);
            answer.text("}");
        });
    }

    pub(crate) fn closest<V: Vector<Scalar = f64>>(&mut self, closest: &Closest<V>) {
        self.key("distance");
        self.length(closest.distance);
        self.key("point_a");
        self.vector(closest.on_a);
        self.key("point_b");
        self.vector(closest.on_b);
    }

    pub(crate) fn signed_distance(&mut self, distance: f64) {
        self.key("signed_distance");
        self.length(distance);
    }

    /// Appends a named number.
    pub(crate) fn plain(&mut self, key: &str, number: f64) {
        self.key(key);
        self.number(number);
    }

    pub(crate) fn plain_or_null(&mut self, key: &str, number: Option<f64>) {
        self.key(key);
        match number {
            Some(number) => self.number(number),
            None => self.text("null"),
        }
    }

    /// Appends point, derivatives and normal.
    pub(crate) fn surface_point<V: Vector<Scalar = f64>>(&mut self, jet: [V; 3], normal: Option<V>) {
        for (key, vector) in ["point", "derivative_u", "derivative_v"].into_iter().zip(jet) {
            self.key(key);
            self.vector(vector);
        }
        self.key("normal");
        self.normal(normal);
    }

    pub(crate) fn curve_point<V: Vector<Scalar = f64>>(
        &mut self,
        jet: [V; 3],
        tangent: Option<V>,
        normal: Option<V>,
    ) {
        for (key, vector) in ["point", "derivative", "second_derivative"].into_iter().zip(jet) {
            self.key(key);
            self.vector(vector);
        }
        for (key, vector) in [("tangent", tangent), ("normal", normal)] {
            self.key(key);
            self.vector_or_null(vector);
        }
    }

    /// Appends a point of a curve or surface with its parameters.
    pub(crate) fn nearest_on<V: Vector<Scalar = f64>>(
        &mut self,
        parameters: &[(&str, f64)],
        point: V,
        distance: f64,
    ) {
        for (key, parameter) in parameters {
            self.plain(key, *parameter);
        }
        self.key("point");
        self.vector(point);
        self.key("distance");
        self.length(distance);
    }

    pub(crate) fn solid_angle(&mut self, angle: f64) {
        self.key("solid_angle");
        self.length(angle);
    }

    /// Appends the power of a point, and the length and points of its tangents.
    pub(crate) fn tangents<V: Vector<Scalar = f64>>(
        &mut self,
        power: f64,
        length: Option<f64>,
        points: Option<[V; 2]>,
    ) {
        self.key("power");
        self.length(power);
        self.key("tangents");
        let Some(length) = length else { return self.text("null") };
        self.text("{");
        self.key("length");
        self.length(length);
        if let Some(points) = points {
            self.key("points");
            self.list(points, Self::vector);
        }
        self.text("}");
    }

    pub(crate) fn interval(&mut self, low: f64, high: f64) {
        self.key("interval");
        self.list([low, high], Self::number);
    }

    pub(crate) fn bounding_sphere<V: Vector<Scalar = f64>>(&mut self, center: V, radius: f64) {
        self.key("bounding_sphere");
        self.text("{");
        self.key("center");
        self.vector(center);
        self.plain("radius", radius);
        self.text("}");
    }

    /// Appends a Bezier curve in the syntax of requests.
    pub(crate) fn bezier<V: Vector<Scalar = f64>>(&mut self, points: &[V]) {
        self.key("curve");
        self.text("{\"bezier\":{");
        self.points(points);
        self.text("}}");
    }

    /// Appends a B-spline curve with its knots in the syntax of requests.
    pub(crate) fn b_spline<V: Vector<Scalar = f64>>(&mut self, degree: usize, knots: &[f64], points: &[V]) {
        self.key("curve");
        self.text("{\"b_spline\":{");
        self.key("degree");
        self.text(&degree.to_string());
        self.key("knots");
        self.list(knots, |answer, knot| answer.number(*knot));
        self.points(points);
        self.text("}}");
    }

    fn points<V: Vector<Scalar = f64>>(&mut self, points: &[V]) {
        self.key("points");
        self.list(points, |answer, point| answer.vector(*point));
    }

    /// Appends a contact with its witness points.
    pub(crate) fn contact<V: Vector<Scalar = f64>>(&mut self, found: Option<(&Penetration<V>, &[V])>) {
        self.key("contact");
        let Some((contact, points)) = found else { return self.text("null") };
        self.text("{");
        self.key("normal");
        self.normal(contact.normal_a_to_b);
        self.key("depth");
        self.length(contact.depth);
        self.key("point_a");
        self.vector(contact.on_a);
        self.key("point_b");
        self.vector(contact.on_b);
        self.key("points");
        self.list(points, |answer, p| answer.vector(*p));
        self.text("}");
    }

    pub(crate) fn manifold<V: Vector<Scalar = f64>>(&mut self, manifold: Option<&Manifold<V>>) {
        self.key("manifold");
        let Some(manifold) = manifold else { return self.text("null") };
        self.text("{");
        self.key("normal");
        self.normal(manifold.normal_a_to_b);
        self.key("points");
        self.list(&manifold.points, |answer, point| {
            answer.text("{");
            answer.key("point_a");
            answer.vector(point.on_a);
            answer.key("point_b");
            answer.vector(point.on_b);
            answer.key("depth");
            answer.length(point.depth);
            answer.key("feature_a");
            answer.text(&point.feature_a.to_string());
            answer.key("feature_b");
            answer.text(&point.feature_b.to_string());
            answer.text("}");
        });
        self.text("}");
    }

    pub(crate) fn impact<V: Vector<Scalar = f64>>(&mut self, impact: Option<&Impact<V>>) {
        self.key("toi");
        let Some(impact) = impact else { return self.text("null") };
        self.text("{");
        self.impact_members(impact);
        self.text("}");
    }

    pub(crate) fn turning_impact<V: Vector<Scalar = f64>>(&mut self, impact: Option<&(Impact<V>, f64)>) {
        self.key("toi");
        let Some((impact, error)) = impact else { return self.text("null") };
        // Rounded down, and with the error bound enlarged accordingly: never late in the precision
        // either.
        let t = number::rounded_down(impact.t, self.precision);
        self.text("{");
        self.impact_members(&Impact { t, ..*impact });
        self.key("error");
        self.number(-number::rounded_down(-(error + (impact.t - t)), self.precision));
        self.text("}");
    }

    /// Appends the time of impact, rounded down so that it is never late.
    pub(crate) fn time_of_impact(&mut self, t: Option<f64>) {
        self.key("toi");
        let Some(t) = t else { return self.text("null") };
        self.text("{");
        self.key("t");
        self.number(number::rounded_down(t, self.precision));
        self.text("}");
    }

    fn impact_members<V: Vector<Scalar = f64>>(&mut self, impact: &Impact<V>) {
        self.key("t");
        // 0 is the answer for shapes that touch at the start.
        self.length(impact.t);
        self.key("normal");
        self.normal(impact.normal_a_to_b);
        self.key("point");
        self.vector(impact.point);
    }

    pub(crate) fn hit<V: Vector<Scalar = f64>>(&mut self, hit: Option<&Hit<V>>) {
        self.key("hit");
        match hit {
            Some(hit) => self.one_hit(hit),
            None => self.text("null"),
        }
    }

    #[cfg(feature = "curves")]
    pub(crate) fn tube_hit<V: Vector<Scalar = f64>>(&mut self, hit: Option<&TubeHit<V>>) {
        self.key("hit");
        let Some(hit) = hit else { return self.text("null") };
        self.text("{");
        self.plain("t", hit.t);
        self.plain("error", hit.error);
        self.key("point");
        self.vector(hit.point);
        self.key("normal");
        self.normal(hit.normal);
        self.plain("u", hit.u);
        self.text("}");
    }

    #[cfg(feature = "curves")]
    pub(crate) fn surface_hit<V: Vector<Scalar = f64>>(&mut self, hit: Option<&SurfaceHit<V>>) {
        self.key("hit");
        match hit {
            Some(hit) => self.one_surface_hit(hit),
            None => self.text("null"),
        }
    }

    #[cfg(feature = "curves")]
    pub(crate) fn surface_hits<V: Vector<Scalar = f64>>(&mut self, hits: &[SurfaceHit<V>]) {
        self.key("hits");
        self.list(hits, Self::one_surface_hit);
    }

    #[cfg(feature = "curves")]
    fn one_surface_hit<V: Vector<Scalar = f64>>(&mut self, hit: &SurfaceHit<V>) {
        self.text("{");
        self.plain("t", hit.t);
        self.key("point");
        self.vector(hit.point);
        self.key("normal");
        self.normal(hit.normal);
        self.side(hit.side);
        self.plain("u", hit.u);
        self.plain("v", hit.v);
        self.text("}");
    }

    fn side(&mut self, side: Side) {
        self.key("side");
        self.text(match side {
            Side::Outside => "\"outside\"",
            Side::Inside => "\"inside\"",
        });
    }

    pub(crate) fn hits<V: Vector<Scalar = f64>>(&mut self, hits: &[Hit<V>]) {
        self.key("hits");
        self.list(hits, Self::one_hit);
    }

    fn one_hit<V: Vector<Scalar = f64>>(&mut self, hit: &Hit<V>) {
        self.text("{");
        self.key("t");
        self.number(hit.t);
        self.key("point");
        self.vector_or_null(hit.point);
        self.key("normal");
        self.normal(hit.normal);
        self.side(hit.side);
        if let Some(uv) = hit.uv {
            self.key("uv");
            self.list(uv, Self::number);
        }
        if let Some(triangle) = hit.triangle {
            self.key("triangle");
            self.text(&triangle.to_string());
        }
        self.text("}");
    }

    pub(crate) fn span(&mut self, span: Option<(f64, f64)>) {
        self.key("span");
        match span {
            Some((enter, exit)) => self.list([enter, exit], Self::number),
            None => self.text("null"),
        }
    }

    pub(crate) fn position(&mut self, position: PlanePosition) {
        self.key("side");
        self.text(match position {
            PlanePosition::Above => "\"above\"",
            PlanePosition::On => "\"on\"",
            PlanePosition::Below => "\"below\"",
            PlanePosition::Straddling => "\"across\"",
        });
    }

    pub(crate) fn barycentric(&mut self, weights: [f64; 3]) {
        self.key("barycentric");
        self.list(weights, Self::number);
    }

    /// Appends the projected point, and the columns of the matrix.
    pub(crate) fn projected<V: Vector<Scalar = f64>, const N: usize>(
        &mut self,
        point: Option<V>,
        columns: &[[f64; N]; N],
    ) {
        self.key("point");
        self.vector_or_null(point);
        self.key("matrix");
        self.list(columns, |answer, column| answer.list(column, |answer, x| answer.number(*x)));
    }

    /// Appends the columns of the matrix of a frame and of its inverse.
    pub(crate) fn frame<const N: usize>(&mut self, matrix: &[[f64; N]; N], inverse: Option<&[[f64; N]; N]>) {
        let columns = |answer: &mut Self, columns: &[[f64; N]; N]| {
            answer.list(columns, |answer, column| answer.list(column, |answer, x| answer.number(*x)));
        };
        self.key("matrix");
        columns(self, matrix);
        self.key("inverse");
        match inverse {
            Some(inverse) => columns(self, inverse),
            None => self.text("null"),
        }
    }

    /// Appends a determinant and the handedness that its exact sign states.
    pub(crate) fn handedness(&mut self, determinant: f64, right: bool, left: bool) {
        self.plain("determinant", determinant);
        self.key("handedness");
        self.text(match (right, left) {
            (true, _) => "\"right\"",
            (_, true) => "\"left\"",
            _ => "null",
        });
    }

    /// Appends the coordinates of a point, or null.
    pub(crate) fn coordinates<V: Vector<Scalar = f64>>(&mut self, key: &str, point: Option<V>) {
        self.key(key);
        self.vector_or_null(point);
    }

    /// Appends the clipped segment.
    pub(crate) fn piece<V: Vector<Scalar = f64>>(&mut self, piece: Option<&ClippedSegment<V>>) {
        self.key("clip");
        let Some(piece) = piece else { return self.text("null") };
        self.text("{");
        self.key("t");
        self.list([piece.enter, piece.exit], Self::number);
        self.key("a");
        self.vector(piece.segment.a);
        self.key("b");
        self.vector(piece.segment.b);
        self.text("}");
    }

    /// Appends the outcodes of both ends of a segment.
    pub(crate) fn outcodes(&mut self, codes: [Outcode; 2]) {
        self.key("outcodes");
        self.list(codes, |answer, code| answer.text(&format!("\"{code}\"")));
    }

    /// Appends the vertices of the clipped polygon.
    pub(crate) fn left_of_polygon<V: Vector<Scalar = f64>>(&mut self, points: &[V]) {
        self.key("clip");
        if points.is_empty() {
            return self.text("null");
        }
        self.text("{");
        self.key("points");
        self.list(points, |answer, point| answer.vector(*point));
        self.text("}");
    }

    /// Appends the intersection of `a` and `b`.
    pub(crate) fn intersection<V: Vector<Scalar = f64>, S: OfCommon<V>>(
        &mut self,
        common: Option<&Common<V>>,
        a: &S,
        b: &S,
    ) {
        self.key("intersection");
        match common {
            Some(common) => self.common(common, a, b),
            None => self.text("null"),
        }
    }

    /// Tests whether the polygon stays valid when its vertices are rounded to the precision.
    fn is_polygon<V: Vector<Scalar = f64>>(&self, points: &[V]) -> bool {
        let number = |p: &V, axis: usize| self.precision.round(p.get(axis));
        match (self.precision, V::DIM) {
            (Precision::F64, _) => true,
            (Precision::F32, 2) => {
                let rounded = points.iter().map(|p| DVec2::new(number(p, 0), number(p, 1)));
                Polygon::try_new(rounded.collect()).is_ok()
            }
            (Precision::F32, _) => {
                let rounded = points.iter().map(|p| DVec3::new(number(p, 0), number(p, 1), number(p, 2)));
                FlatPolygon::try_new_within(rounded.collect(), f32::AXES_TOLERANCE).is_ok()
            }
        }
    }

    fn common<V: Vector<Scalar = f64>, S: OfCommon<V>>(&mut self, common: &Common<V>, a: &S, b: &S) {
        match common {
            Common::First => self.shape(a),
            Common::Second => self.shape(b),
            Common::Point(point) => self.shape(&S::from(Point(*point))),
            Common::Segment(segment) => self.shape(&S::from(*segment)),
            Common::Ray(ray) => self.shape(&S::from(*ray)),
            Common::Line(line) => self.shape(&S::from(*line)),
            Common::Plane(plane) => self.shape(&S::from(*plane)),
            Common::Aabb(aabb) => self.shape(&S::from(*aabb)),
            Common::Disc { center, normal, radius } => {
                self.text("{\"disc\":{");
                self.key("center");
                self.vector(*center);
                self.key("normal");
                self.vector(*normal);
                self.key("radius");
                self.length(*radius);
                self.text("}}");
            }
            Common::Ellipse { center, radii: [long, short], axes } => {
                self.text("{\"ellipsoid\":{");
                self.key("center");
                self.vector(*center);
                self.key("radii");
                self.text("[");
                self.length(*long);
                self.text(",");
                self.length(*short);
                self.text(",0]");
                self.key("axes");
                self.list(axes, |answer, axis| answer.vector(*axis));
                self.text("}}");
            }
            // Written as the type that its rounded points are read as.
            Common::Polygon(points) if !self.is_polygon(points) => {
                self.common(&Common::Hull(points.clone()), a, b);
            }
            Common::Polygon(points) => {
                self.text("{\"polygon\":{\"points\":");
                self.list(points, |answer, point| answer.vector(*point));
                self.text("}}");
            }
            Common::Hull(points) => {
                self.text("{\"convex\":{\"points\":");
                self.list(points, |answer, point| answer.vector(*point));
                self.text("}}");
            }
            Common::Several(parts) => {
                let points: Vec<_> = parts
                    .iter()
                    .filter_map(|part| if let Common::Point(point) = part { Some(*point) } else { None })
                    .collect();
                if points.len() == parts.len() {
                    self.text("{\"points\":");
                    self.list(points, Self::vector);
                    self.text("}");
                } else {
                    self.text("{\"compound\":{\"shapes\":");
                    self.list(parts, |answer, part| answer.common(part, a, b));
                    self.text("}}");
                }
            }
        }
    }

    /// Appends a shape as the library's `serde` writes it, with numbers as in answers.
    fn shape<S: Serialize>(&mut self, shape: &S) {
        let numbers = Numbers(self.precision);
        let written = shape.serialize(&mut serde_json::Serializer::with_formatter(&mut *self.out, numbers));
        debug_assert!(written.is_ok(), "writing to memory cannot fail, and the keys of shapes are strings");
    }
}

/// Formats the numbers of shapes like those of answers.
struct Numbers(Precision);

impl Formatter for Numbers {
    fn write_f64<W: ?Sized + io::Write>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        let mut text = Vec::with_capacity(24);
        number::write(value, self.0, &mut text);
        writer.write_all(&text)
    }
}
