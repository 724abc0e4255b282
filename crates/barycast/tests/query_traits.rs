//! Every query through its trait, in one generic function, for typed shapes of `f32` and `f64` and
//! for shapes of any kind: the answers agree.

use barycast::convex::advance::Turning;
use barycast::dynamic::any::{NoAnswer, Shape2, Shape3};
use barycast::dynamic::intersection::Common;
use barycast::number::Float;
use barycast::query::{
    Cast, CastAll, Contact, ContactManifold, Contains, Distance, Hit, Impact, Intersection, Intersects,
    Manifold, Penetration, RotatingSweep, SignedDistance, Sweep,
};
use barycast::shape::*;
use barycast::vector::{FloatVector, Vector};
use glam::{DVec2, DVec3, Vec3, Vec3A, dvec2, dvec3};

/// An answer with a value, whether the query can fail (shapes of any kind) or not (typed shapes).
trait Answer<T> {
    fn value(self) -> T;
}

impl Answer<Self> for bool {
    fn value(self) -> Self {
        self
    }
}

impl<T> Answer<Self> for Option<T> {
    fn value(self) -> Self {
        self
    }
}

impl<T> Answer<Self> for Vec<T> {
    fn value(self) -> Self {
        self
    }
}

impl<T> Answer<T> for Result<T, NoAnswer> {
    fn value(self) -> T {
        self.expect("defined for these shapes")
    }
}

type Number<V> = <V as Vector>::Scalar;

/// Returns the answers of all queries between `a` and `b`, and of casts of `line` at `a`, as
/// numbers.
fn answers<V, W, A, B, L>(a: &A, b: &B, line: &L, spin: W) -> Vec<f64>
where
    V: FloatVector,
    A: Intersects<B, Answer = bool>
        + Contains<B, Answer: Answer<bool>>
        + Distance<B, Vector = V>
        + SignedDistance<Vector = V>
        + Contact<B, Answer: Answer<Option<Penetration<V>>>>
        + ContactManifold<B, Answer: Answer<Option<Manifold<V>>>>
        + Sweep<B, Vector = V, Answer: Answer<Option<Impact<V>>>>
        + RotatingSweep<B, Turning<V, W>, Scalar = Number<V>, Answer: Answer<Option<(Impact<V>, Number<V>)>>>,
    L: Cast<A, Answer: Answer<Option<Hit<V>>>> + CastAll<A, Answer: Answer<Vec<Hit<V>>>>,
{
    let number = |x: f64| Number::<V>::from_f64(x);
    let axis = |i: usize| V::from_fn(|axis| number(if axis == i { 1.0 } else { 0.0 }));
    let mut all = vec![
        f64::from(u8::from(a.intersects(b))),
        f64::from(u8::from(a.contains(b).value())),
        a.distance(b).to_f64(),
        a.closest(b).on_b.get(0).to_f64(),
        a.signed_distance(axis(0)).to_f64(),
        a.signed_distance(axis(1) * number(9.0)).to_f64(),
    ];
    let contact = a.contact(b).value();
    all.push(contact.map_or(-1.0, |found| found.depth.to_f64()));
    let manifold = a.manifold(b).value();
    all.push(manifold.map_or(-1.0, |found| found.points.len() as f64));
    // Far enough that the sweeps start apart.
    let away = axis(0) * number(-1.0);
    let swept = a.sweep(b, away, number(99.0)).value();
    all.push(swept.map_or(-1.0, |found| found.t.to_f64()));
    let motion =
        Turning { velocity: away, angular_velocity: spin, center_of_rotation: V::from_fn(|_| number(0.0)) };
    let swept = a.sweep_turning(b, &motion, number(9.0)).value();
    all.push(swept.map_or(-1.0, |(found, _)| found.t.to_f64()));
    all.push(line.cast(a).value().map_or(-1.0, |hit| hit.t.to_f64()));
    all.extend(line.cast_all(a).value().iter().map(|hit| hit.t.to_f64()));
    all
}

/// Checks that answers agree up to rounding.
fn agree(one: &[f64], other: &[f64], slack: f64) {
    let near = |(a, b): (&f64, &f64)| (a - b).abs() <= slack * (1.0 + b.abs());
    assert!(one.len() == other.len() && one.iter().zip(other).all(near), "{one:?}\n{other:?}");
}

/// Compares the answers for a typed pair of `f64`, of `f32` and for shapes of any kind, in 3D.
/// Returns those of the last.
macro_rules! all_agree_3d {
    ($a:expr, $b:expr) => {{
        let line = Line::new(dvec3(0.25, 0.125, -9.0), DVec3::Z);
        let (a, b, spin) = ($a, $b, DVec3::Z * 0.125);
        let dynamic = answers(&Shape3::from(a), &Shape3::from(b), &Shape3::from(line), spin);
        agree(&answers(&a, &b, &line, spin), &dynamic, 1e-7);
        let narrow = |x: f64| x as f32;
        let (a, b, line) = (a.lift::<Vec3>(&narrow), b.lift::<Vec3>(&narrow), line.lift::<Vec3>(&narrow));
        agree(&answers(&a, &b, &line, spin.as_vec3()), &dynamic, 2e-3);
        let widened = answers(&Shape3::from(a), &Shape3::from(b), &Shape3::from(line), spin);
        assert_eq!(widened, dynamic);
        dynamic
    }};
}

#[test]
fn traits_of_typed_shapes_and_of_shapes_of_any_kind_agree() {
    let ball = Sphere::new(dvec3(0.5, 0.0, 0.0), 2.0);
    let cube = Aabb::new(dvec3(-1.0, -1.5, -2.0), dvec3(1.0, 1.5, 2.0));
    let near = Aabb::new(dvec3(1.5, -0.5, -0.5), dvec3(4.0, 0.5, 0.5));
    let far = Sphere::new(dvec3(8.0, 0.25, 0.5), 1.0);
    let pill = Capsule::new(dvec3(6.0, -2.0, 1.0), dvec3(7.0, 2.0, 0.0), 0.5);
    let drop = TaperedCapsule::new(dvec3(0.0, 0.0, -2.0), dvec3(0.5, 0.0, 2.0), 2.0, 1.0);
    let cone = Cone::new(dvec3(0.0, 0.0, 3.0), dvec3(0.0, 0.0, -1.0), 2.0);
    let view = ViewCone::new(dvec3(0.0, 0.0, 3.0), dvec3(0.25, 0.0, -1.0), 4.0, 0.75);
    let [meets, apart, within] = [
        all_agree_3d!(ball, near),
        all_agree_3d!(cube, far),
        all_agree_3d!(ball, Sphere::new(dvec3(0.5, 0.5, 0.0), 1.0)),
    ];
    // Intersects, contains, distance and depth.
    assert_eq!((meets[0], meets[1], meets[2], meets[6]), (1.0, 0.0, 0.0, 1.0));
    assert_eq!((apart[0], apart[1], apart[2], apart[6]), (0.0, 0.0, 6.0, -1.0));
    assert_eq!((within[0], within[1]), (1.0, 1.0));
    // Two hits of the line.
    assert!([&meets, &apart, &within].iter().all(|all| all.len() == 13), "{meets:?} {apart:?} {within:?}");
    all_agree_3d!(cube, pill);
    all_agree_3d!(drop, far);
    all_agree_3d!(cone, far);
    all_agree_3d!(view, pill);
    all_agree_3d!(view, far);
}

#[test]
fn traits_of_2d_shapes_agree() {
    let line = Line::new(dvec2(-9.0, 0.25), DVec2::X);
    let wedge = Wedge::try_new(dvec2(-1.0, 0.0), 3.0, dvec2(2.0, -1.0), dvec2(2.0, 1.0)).unwrap();
    let disc = Sphere::new(dvec2(7.0, 0.5), 1.0);
    let dynamic = answers(&Shape2::from(wedge), &Shape2::from(disc), &Shape2::from(line), 0.125);
    agree(&answers(&wedge, &disc, &line, 0.125), &dynamic, 1e-7);
    assert_eq!(dynamic.len(), 13);
}

#[test]
fn intersections_agree() {
    fn shared<A, B, V: FloatVector>(a: &A, b: &B) -> Result<Option<Common<V>>, NoAnswer>
    where
        A: Intersection<B, Answer = Result<Option<Common<V>>, NoAnswer>>,
    {
        a.intersection(b)
    }
    let a = Aabb::new(Vec3A::ZERO, Vec3A::splat(2.0));
    let b = Aabb::new(Vec3A::ONE, Vec3A::splat(3.0));
    let dynamic = shared(&Shape3::from(a), &b.into());
    assert_eq!(dynamic, Ok(Some(Common::Aabb(Aabb::new(DVec3::ONE, DVec3::splat(2.0))))));
    assert_eq!(shared(&a, &b), dynamic);
    assert_eq!(shared(&a.as_f64(), &b.as_f64()), dynamic);
    assert_eq!(a.intersection(&b), dynamic);
}

#[test]
fn shapes_around_an_arc_have_signed_distances_and_hits() {
    let ring = Torus::new(Vec3::ZERO, Vec3::Z, 3.0, 1.0);
    let any = Shape3::from(ring);
    let line = Line::new(Vec3::X * -9.0, Vec3::X);
    let hits: Vec<f32> = line.cast_all(&ring).iter().map(|hit| hit.t).collect();
    assert_eq!(hits, [5.0, 7.0, 11.0, 13.0]);
    assert_eq!(Shape3::from(line).cast_all(&any).unwrap().len(), 4);
    assert_eq!(SignedDistance::signed_distance(&ring, Vec3::X * 3.25), -0.75);
    assert_eq!(SignedDistance::signed_distance(&any, DVec3::X * 3.25), -0.75);
}

#[test]
fn lists_of_f32_are_widened_whole() {
    let square = [[0.1, 0.0], [2.0, 0.0], [2.0, 2.0], [0.1, 2.0]].map(glam::Vec2::from);
    let hole = [[0.5, 0.5], [0.5, 1.0], [1.0, 1.0]].map(glam::Vec2::from);
    let polygon = Polygon::try_with_holes(square.to_vec(), vec![hole.to_vec()]).unwrap();
    let any = Shape2::from(polygon.clone());
    let Shape2::Polygon(wide) = &any else { panic!("{any:?}") };
    let list = |ring: &[glam::Vec2]| ring.iter().map(|p| p.as_dvec2()).collect::<Vec<_>>();
    assert_eq!(wide, &Polygon::try_with_holes(list(&square), vec![list(&hole)]).unwrap());
    assert_eq!(wide.orientation(), polygon.orientation());
    // In the hole.
    assert!(!any.intersects(&Point(dvec2(0.6, 0.9)).into()));

    let corners = [[0.1, 0.2, 0.3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(Vec3::from);
    let sides = vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    let mesh = Mesh::try_new(corners.to_vec(), sides.clone(), true).unwrap();
    let wide = Mesh::try_new(corners.map(Vec3::as_dvec3).to_vec(), sides, true).unwrap();
    assert_eq!(mesh.as_f64(), wide);
    assert!(Shape3::from(mesh).intersects(&Point(dvec3(0.25, 0.3, 0.3)).into()));

    let path = Polyline::try_new(corners.to_vec(), true).unwrap();
    let far = dvec3(-1.0, 0.5, 0.5);
    let wide = Polyline::try_new(corners.map(Vec3::as_dvec3).to_vec(), true).unwrap();
    let distance = |shape: Shape3| shape.distance(&Point(far).into());
    assert_eq!(distance(path.into()), distance(wide.into()));

    let heights = vec![vec![0.1_f32, 0.2], vec![0.3, 0.7]];
    let field = HeightField::try_new(heights, [0.1, 0.3], Vec3::splat(0.7)).unwrap();
    assert_eq!(field.as_f64().mesh(), &field.mesh().as_f64());
    let cells = Voxels::try_new(Vec3::ZERO, Vec3::splat(0.1), vec![[0, 0, 0], [3, 0, 0]]).unwrap();
    assert!(Shape3::from(cells).intersects(&Point(dvec3(0.35, 0.05, 0.05)).into()));
    let plate = FlatPolygon::try_new(corners[1..].to_vec()).unwrap();
    assert!(Shape3::from(plate).intersects(&Point(DVec3::Y).into()));
}
