//! Meshes: their triangles, and the spans of a line in them.
//!
//! Whether the line passes a triangle is decided exactly: it passes `abc` if the volumes that its
//! direction spans with the three edges have the same sign, 0 included. The test is therefore
//! watertight. The parameters of the few triangles passed are exact fractions: equal ones are one
//! crossing, however many triangles share it. For a solid mesh, a span starts and ends where points
//! between two crossings change from outside to inside.

use super::{Composite, meshes, tree};
use crate::bvh::Tree;
use crate::dynamic::any::Shape3;
use crate::exact::{Arena, Exact, Interval};
use crate::mesh::{Solid, TriMesh};
use crate::number::Order as _;
use crate::number::each::MapEach;
use crate::number::{DoubleDouble, Field, Float, Mask, Ring};
use crate::pair::aabb_ray;
use crate::query::{Hit, Span};
use crate::shape::mesh::{Crossing, crossing};
use crate::shape::scanline::{self, decided, sign};
use crate::shape::{Aabb, Line, Linear, Mesh, Segment, Triangle};
use crate::vector::size::{own_shift, shifted, shifted_vector};
use crate::vector::{V2, V3, Vector, Vector3};
use alloc::vec::Vec;
use glam::DVec3;

type Precise = V3<DoubleDouble>;

/// Distance below which two normals are equal up to rounding.
const SAME_NORMAL: f64 = 1e-25;

impl Composite<Shape3> for Mesh<DVec3> {
    fn len(&self) -> usize {
        self.triangles().len()
    }

    fn part(&self, i: usize) -> Shape3 {
        Shape3::Triangle(self.triangle(i))
    }

    fn part_bounds(&self, i: usize) -> Option<Aabb<DVec3>> {
        Some(self.triangle(i).bounds())
    }

    fn tree(&self) -> Option<Tree<'_>> {
        self.tree()
    }

    fn nearly_nearest(&self, p: DVec3) -> Option<usize> {
        tree::nearly_nearest(self, p)
    }

    fn meeting_parts_of(&self, b: &Shape3) -> Option<Vec<[usize; 2]>> {
        meshes::meeting(self, b)
    }

    fn nearest_parts_of(&self, b: &Shape3) -> Option<[usize; 2]> {
        meshes::nearest(self, b)
    }

    fn bounds(&self) -> Option<Aabb<DVec3>> {
        Some(self.bounds())
    }

    fn is_solid(&self) -> bool {
        self.is_solid()
    }

    fn holds(&self, p: DVec3) -> bool {
        self.contains_point(p)
    }

    fn boundary(&self) -> Option<Shape3> {
        let find = |mesh: &Self| {
            let mesh = TriMesh::try_new(mesh.vertices().to_vec(), mesh.triangles().to_vec()).ok()?;
            let boundary = Solid::union_boundary(mesh)?;
            Self::try_new(boundary.vertices().to_vec(), boundary.triangles().to_vec(), false).ok()
        };
        self.union_boundary(find).cloned().map(Shape3::Mesh)
    }

    fn roots(&self) -> Vec<DVec3> {
        self.component_points().collect()
    }
}

/// Returns the span of the line in a closed triangle.
#[allow(clippy::option_option, reason = "no piece, a piece without ends, a piece between two")]
fn piece<S: Field>(triangle: &Triangle<V3<S>>, line: &Line<V3<S>>) -> Option<Option<(S, S)>> {
    let Line { origin, direction: d } = *line;
    let [a, b, c] = triangle.corners().each(|p| p - origin);
    let normal = triangle.normal();
    let slope = normal.dot(d);
    if sign(slope)? != 0 {
        let sides = [sign(d.triple(a, b))?, sign(d.triple(b, c))?, sign(d.triple(c, a))?];
        let passes = sides.iter().all(|s| *s >= 0) || sides.iter().all(|s| *s <= 0);
        let t = normal.dot(a) / slope;
        return Some(passes.then_some((t, t)));
    }
    let mut across = None;
    for axis in 0..3 {
        if across.is_none() && sign(normal.get(axis))? != 0 {
            across = Some(axis);
        }
    }
    let Some(axis) = across else { return collinear_piece([a, b, c], d) };
    if sign(normal.dot(a))? != 0 {
        return Some(None);
    }
    // The line lies in the plane: dropping the axis perpendicular to it loses nothing.
    let flat = |v: V3<S>| V2 { x: v.get((axis + 1) % 3), y: v.get((axis + 2) % 3) };
    let triangle = scanline::Rings { points: &[flat(a), flat(b), flat(c)], ends: &[3] };
    let meetings = scanline::crossings(triangle, flat(a.zero()), flat(d))?;
    Some(meetings.first().zip(meetings.last()).map(|(first, last)| (first.t, last.t)))
}

/// Returns the span of the line through 0 along `d` between the outer two of three points on a
/// line.
#[allow(clippy::option_option, reason = "as `piece`")]
fn collinear_piece<S: Field>(points: [V3<S>; 3], d: V3<S>) -> Option<Option<(S, S)>> {
    let mut found: Option<(S, S)> = None;
    for (i, &p) in points.iter().enumerate() {
        let u = points[(i + 1) % 3] - p;
        let n = d.cross(u);
        let nn = n.length_squared();
        let (t, s) = (p.cross(u).dot(n), p.cross(d).dot(n));
        let mut candidates = [None; 2];
        if sign(nn)? != 0 {
            let meets = sign(p.dot(n))? == 0 && sign(s)? >= 0 && sign(nn - s)? >= 0;
            candidates[0] = meets.then_some(t / nn);
        } else if sign(p.cross(d).length_squared())? == 0 {
            candidates = [p, p + u].each(|q| Some(q.dot(d) / d.length_squared()));
        }
        for t in candidates.into_iter().flatten() {
            let (low, high) = found.unwrap_or((t, t));
            found =
                Some((if sign(t - low)? < 0 { t } else { low }, if sign(t - high)? > 0 { t } else { high }));
        }
    }
    Some(found)
}

/// Returns the triangles that the line meets.
fn met(mesh: &Mesh<DVec3>, line: &Line<Precise>) -> Vec<usize> {
    let around: Line<V3<Interval>> = line.lift(&|x| super::widened(x, &Interval::new));
    let meets = |i: &usize| {
        let triangle = mesh.triangle(*i);
        let bounds = triangle.bounds().lift::<V3<Interval>>(&Interval::new);
        !aabb_ray::intersects(&bounds, &around).none()
            && decided!(number => {
                let line = line.lift(&|x| super::widened(x, &number));
                piece(&triangle.lift::<V3<_>>(&number), &line).map(|p| p.is_some())
            })
    };
    tree::along_line(mesh, line).into_iter().map(|i| i as usize).filter(meets).collect()
}

/// Intersections of the line with the mesh, in exact numbers.
struct Pieces<'a> {
    line: Line<V3<Exact<'a>>>,
    /// Entry, exit and triangle, in order of the triangles.
    pieces: Vec<(Exact<'a>, Exact<'a>, usize)>,
}

impl<'a> Pieces<'a> {
    fn new(mesh: &Mesh<DVec3>, line: &Line<Precise>, arena: &'a Arena) -> Self {
        let number = |x: f64| arena.number(x);
        let exact: Line<V3<Exact<'a>>> = line.lift(&|x| super::widened(x, &number));
        let piece = |i: usize| {
            let (enter, exit) = piece(&mesh.triangle(i).lift(&number), &exact)??;
            Some((enter, exit, i))
        };
        let pieces = met(mesh, line).into_iter().filter_map(piece).collect();
        Self { line: exact, pieces }
    }

    /// Returns all spans, overlapping or not: those of triangles, and for a solid mesh those
    /// between them that are inside.
    fn stretches(
        &self,
        mesh: &Mesh<DVec3>,
        number: &impl Fn(f64) -> Exact<'a>,
    ) -> Vec<(Exact<'a>, Exact<'a>)> {
        let mut stretches: Vec<_> = self.pieces.iter().map(|(enter, exit, _)| (*enter, *exit)).collect();
        if !mesh.is_solid() {
            return stretches;
        }
        let mut stops: Vec<_> = stretches.iter().flat_map(|(enter, exit)| [*enter, *exit]).collect();
        stops.order_by(|a, b| order(*a, *b));
        for pair in stops.windows(2) {
            let middle = self.line.at((pair[0] + pair[1]).half());
            if pair[0].lt(pair[1]) && is_inside(mesh, middle, number) {
                stretches.push((pair[0], pair[1]));
            }
        }
        stretches
    }
}

fn order(a: Exact<'_>, b: Exact<'_>) -> core::cmp::Ordering {
    if a.lt(b) {
        core::cmp::Ordering::Less
    } else if b.lt(a) {
        core::cmp::Ordering::Greater
    } else {
        core::cmp::Ordering::Equal
    }
}

/// Merges spans that overlap or touch, in order.
fn merged<'a>(mut stretches: Vec<(Exact<'a>, Exact<'a>)>) -> Vec<(Exact<'a>, Exact<'a>)> {
    stretches.order_by(|a, b| order(a.0, b.0));
    let mut merged: Vec<(Exact<'a>, Exact<'a>)> = Vec::new();
    for (enter, exit) in stretches {
        match merged.last_mut() {
            Some(last) if enter.le(last.1) => last.1 = Ring::max(last.1, exit),
            _ => merged.push((enter, exit)),
        }
    }
    merged
}

/// Tests whether a point that is on no triangle is enclosed by the mesh.
fn is_inside<'a>(mesh: &Mesh<DVec3>, p: V3<Exact<'a>>, number: &impl Fn(f64) -> Exact<'a>) -> bool {
    let near = p.lift::<V3<Interval>>(&|x: Exact<'_>| x.to_interval());
    let mut winding = 0;
    let [x, y, z] = [near.x, near.y, near.z].each(Interval::ends);
    for i in mesh.near_box([[x[0], y[0], z[0]], [f64::INFINITY, y[1], z[1]]]) {
        let triangle = mesh.triangle(i as usize);
        let corners = triangle.lift::<V3<Interval>>(&Interval::new).corners();
        let bounds = triangle.bounds().lift::<V3<Interval>>(&Interval::new);
        let beside =
            |axis: usize| near.get(axis).lt(bounds.min.get(axis)) | bounds.max.get(axis).lt(near.get(axis));
        if beside(1).all() || beside(2).all() || bounds.max.x.lt(near.x).all() {
            continue;
        }
        let passage = crossing(corners, near)
            .or_else(|| crossing(triangle.lift::<V3<Exact<'a>>>(number).corners(), p))
            .unwrap_or_default();
        if let Crossing::Through(turn) = passage {
            winding += i32::from(turn);
        }
    }
    winding != 0
}

/// Returns the maximal spans of the line, decided exactly, with their ends in double-double
/// precision. For a surface the normal is the front of the first triangle there whose front faces
/// the line, or of the first triangle. For a solid it points outward, on a triangle by which the
/// line enters or leaves.
pub(crate) fn spans(mesh: &Mesh<DVec3>, line: &Line<Precise>) -> Vec<Span<Precise>> {
    if line.direction.is_zero() {
        return super::still(line, |p| mesh.contains_point(DVec3::from_array(p)));
    }
    let arena = Arena::new();
    let number = |x: f64| arena.number(x);
    let pieces = Pieces::new(mesh, line, &arena);
    let merged = merged(pieces.stretches(mesh, &number));
    let normal = |t: Exact<'_>, way: f64| {
        let here = pieces.pieces.iter().filter(|(enter, exit, _)| enter.le(t) && t.le(*exit));
        let fronts = here.map(|(.., i)| front(mesh.triangle(*i)));
        let mut fronts = fronts.filter(|front| !front.is_zero());
        let none = line.direction.zero();
        if !mesh.is_solid() {
            // If several triangles meet at an edge, takes one whose front faces the line: the order
            // of triangles does not matter.
            let (first, zero) = (fronts.next(), DoubleDouble::ZERO);
            let mut all = first.into_iter().chain(fronts);
            return all.find(|front| line.direction.dot(*front) <= zero).or(first).unwrap_or(none);
        }
        let way = DoubleDouble::new(way);
        let faced: Vec<_> =
            fronts.map(|front| (line.direction.dot(front.normalized_or_zero()) * way, front)).collect();
        let most = faced.iter().copied().reduce(|best, other| if best.0 < other.0 { other } else { best });
        let least = faced.iter().copied().reduce(|best, other| if other.0 < best.0 { other } else { best });
        match (most, least) {
            // If the mesh is inside out, all triangles face the wrong way.
            (Some((facing, _)), Some((_, back))) if facing < DoubleDouble::ZERO => -back,
            _ => most.map_or(none, |(_, front)| front),
        }
    };
    let span = |(enter, exit): (Exact<'_>, Exact<'_>)| Span {
        enter: enter.to_double_double(),
        exit: exit.to_double_double(),
        normal_enter: normal(enter, -1.0),
        normal_exit: normal(exit, 1.0),
    };
    merged.into_iter().map(span).collect()
}

/// Returns the normal on the front of a triangle, with each edge scaled to ordinary size; zero for
/// a collinear triangle.
fn front(triangle: Triangle<DVec3>) -> Precise {
    let corners = triangle.corners();
    // Between corners near the largest number, half an edge is still finite.
    let half = -i32::from(corners.iter().any(|corner| corner.abs().max_element() > 1e300));
    let [a, b, c] = corners.each(|corner| shifted_vector(corner, half));
    let edge = |to: DVec3| {
        let shift = own_shift(to - a);
        Precise::from_fn(|axis| {
            let exact = DoubleDouble::new(to[axis]) - DoubleDouble::new(a[axis]);
            let high = exact.to_f64();
            let low = (exact - DoubleDouble::new(high)).to_f64();
            DoubleDouble::from_parts(shifted(high, shift), shifted(low, shift))
        })
    };
    edge(b).cross(edge(c))
}

/// Tests whether every point of a segment, not of length 0, is in the mesh.
pub(crate) fn holds_segment(mesh: &Mesh<DVec3>, s: &Segment<DVec3>) -> bool {
    let segment = s.lift::<Precise>(&DoubleDouble::new);
    let line = Line { origin: segment.origin(), direction: segment.direction() };
    let arena = Arena::new();
    let number = |x: f64| arena.number(x);
    let pieces = Pieces::new(mesh, &line, &arena);
    let (zero, one) = (number(0.0), number(1.0));
    merged(pieces.stretches(mesh, &number)).iter().any(|(enter, exit)| enter.le(zero) && one.le(*exit))
}

/// Sets the triangle of each hit: the first of several that has the reported normal.
pub(crate) fn add_details(mesh: &Mesh<DVec3>, line: &Line<Precise>, hits: &mut [Hit<Precise>]) {
    let arena = Arena::new();
    let pieces: Vec<_> = Pieces::new(mesh, line, &arena)
        .pieces
        .into_iter()
        .map(|(enter, exit, i)| (enter.to_double_double(), exit.to_double_double(), i))
        .collect();
    for hit in hits {
        let here = || pieces.iter().filter(|(enter, exit, _)| *enter <= hit.t && hit.t <= *exit).map(|p| p.2);
        let names_it = |i: &usize| {
            let front = front(mesh.triangle(*i)).normalized_or_zero();
            hit.normal.is_some_and(|normal| (front - normal).length().to_f64() < SAME_NORMAL)
        };
        hit.triangle = here().find(names_it).or_else(|| here().next());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::Side;
    use crate::shape::mesh::tests::cube;
    use crate::shape::{Ray, Sphere};
    use alloc::vec;
    use glam::dvec3;

    fn hits(mesh: &Shape3, origin: [f64; 3], direction: [f64; 3]) -> Vec<Hit<DVec3>> {
        let ray = Shape3::Ray(Ray::new(DVec3::from_array(origin), DVec3::from_array(direction)));
        ray.cast_all(mesh).unwrap()
    }

    fn ts(mesh: &Shape3, origin: [f64; 3], direction: [f64; 3]) -> Vec<f64> {
        hits(mesh, origin, direction).iter().map(|hit| hit.t).collect()
    }

    fn cube_mesh(solid: bool) -> Shape3 {
        let (vertices, triangles) = cube(0., 2.);
        Mesh::try_new(vertices, triangles, solid).unwrap().into()
    }

    #[test]
    fn a_crossing_through_a_shared_edge_or_corner_is_one_hit_of_the_first_triangle() {
        for solid in [true, false] {
            let cube = cube_mesh(solid);
            assert_eq!(ts(&cube, [1., 1., -1.], [0., 0., 1.]), [1., 3.], "through both diagonals");
            assert_eq!(ts(&cube, [-1., -1., -1.], [1., 1., 1.]), [1., 3.], "through two corners");
            let first = hits(&cube, [1., 1., -1.], [0., 0., 1.])[0];
            assert_eq!((first.triangle, first.normal), (Some(0), Some(dvec3(0., 0., -1.))));
        }
    }

    #[test]
    fn a_line_in_a_face_runs_along_it_without_a_break_at_the_diagonal() {
        for solid in [true, false] {
            assert_eq!(ts(&cube_mesh(solid), [-1., 1.5, 0.], [1., 0., 0.]), [1., 3.]);
            assert_eq!(ts(&cube_mesh(solid), [-1., 0., 0.], [1., 0., 0.]), [1., 3.], "along an edge");
        }
    }

    #[test]
    fn touching_an_edge_is_two_equal_hits_of_a_solid_and_one_of_a_surface() {
        let (origin, direction) = ([-1., 1., 1.], [1., -1., 0.]);
        assert_eq!(ts(&cube_mesh(true), origin, direction), [1., 1.]);
        assert_eq!(ts(&cube_mesh(false), origin, direction), [1.]);
    }

    #[test]
    fn a_ray_from_inside_starts_in_a_solid_and_hits_the_back_of_a_surface() {
        let ray = Shape3::Ray(Ray::new(dvec3(1., 1., 1.), dvec3(1., 0.25, 0.)));
        let first = |mesh| ray.cast(&mesh).unwrap().unwrap();
        let (solid, surface) = (first(cube_mesh(true)), first(cube_mesh(false)));
        assert_eq!((solid.t, solid.normal, solid.triangle), (0., None, None));
        assert_eq!((surface.t, surface.side), (1., Side::Inside));
        assert!(surface.triangle.is_some());
    }

    #[test]
    fn collinear_triangles_are_segments() {
        let points = [[0., 0., 0.], [4., 4., 0.], [1., 1., 0.]].map(DVec3::from_array);
        let mesh = Mesh::try_new(points.to_vec(), vec![[0, 1, 2]], false).unwrap().into();
        assert_eq!(ts(&mesh, [3., 3., -1.], [0., 0., 1.]), [1.]);
        assert_eq!(ts(&mesh, [-1., -1., 0.], [1., 1., 0.]), [1., 5.]);
        assert_eq!(ts(&mesh, [5., 5., -1.], [0., 0., 1.]), [0.; 0]);
    }

    #[test]
    fn casts_of_a_solid_cube_agree_with_the_box() {
        let cube = cube_mesh(true);
        let boxed = Shape3::Aabb(Aabb::new(dvec3(0., 0., 0.), dvec3(2., 2., 2.)));
        for i in 0..2000_u32 {
            let digit = |k: u32, n: u32| f64::from(i.wrapping_mul(2_654_435_761).rotate_left(5 * k) % n) - 1.;
            let ray = Ray::new(
                dvec3(digit(0, 5), digit(1, 5), digit(2, 5)),
                dvec3(digit(3, 3), digit(4, 3), digit(5, 3)),
            );
            if ray.direction == DVec3::ZERO {
                continue;
            }
            let t = |target| -> Vec<f64> {
                let hits = Shape3::Ray(ray).cast_all(target).unwrap();
                hits.iter().map(|hit| hit.t).collect()
            };
            assert_eq!(t(&cube), t(&boxed), "{ray:?}");
        }
    }

    #[test]
    fn shapes_inside_a_solid_intersect_it_and_are_apart_from_its_surface() {
        let ball = Shape3::Sphere(Sphere::new(dvec3(1., 1., 1.), 0.5));
        let (solid, surface) = (cube_mesh(true), cube_mesh(false));
        assert!(solid.intersects(&ball) && ball.intersects(&solid) && !surface.intersects(&ball));
        assert_eq!((ball.closest(&solid).distance, ball.closest(&surface).distance), (0., 0.5));
        assert_eq!(solid.signed_distance(dvec3(1., 1., 0.25)), -0.25);
        assert_eq!(surface.signed_distance(dvec3(1., 1., 0.25)), 0.25);
        assert_eq!((solid.contains(&ball), surface.contains(&ball)), (Ok(true), Ok(false)));
        let (vertices, triangles) = cube(0.5, 1.5);
        let within = Shape3::Mesh(Mesh::try_new(vertices, triangles, false).unwrap());
        assert!(solid.intersects(&within) && within.intersects(&solid) && !surface.intersects(&within));
        assert_eq!(within.closest(&surface).distance, 0.5);
    }
}
