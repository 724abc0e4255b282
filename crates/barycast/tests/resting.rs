//! Shapes in resting contact to the last digit: contacts and manifolds in floating point, against
//! those in double-double precision.

use barycast::dynamic::any::Shape3;
use barycast::query::ManifoldPoint;
use barycast::shape::{Aabb, Capsule, Cone, Convex, Cylinder, HalfSpace, Obb, Point, Sphere, TruncatedCone};
use glam::{DMat3, DQuat, DVec3, dvec3};

type Any = Shape3;

/// A place, and axes of which the second points up.
struct Stand {
    at: DVec3,
    axes: [DVec3; 3],
    size: DVec3,
}

impl Stand {
    fn new(rng: &mut fastrand::Rng, turned: bool) -> Self {
        let mut number = |low: f64, high: f64| low + (high - low) * rng.f64();
        let mut vector = |size: f64| dvec3(number(-size, size), number(-size, size), number(-size, size));
        let turn = if turned { DQuat::from_scaled_axis(vector(2.0)) } else { DQuat::IDENTITY };
        let (at, m) = (vector(3.0), DMat3::from_quat(turn));
        let size = dvec3(number(0.5, 1.0), number(0.5, 1.0), number(0.5, 1.0));
        Self { at, axes: [m.x_axis, m.y_axis, m.z_axis], size }
    }

    fn floor(&self) -> Any {
        Obb::new(self.at, self.size, self.axes).into()
    }

    /// Returns a point at a height above the floor.
    fn above(&self, gap: f64) -> DVec3 {
        self.at + self.axes[1] * (self.size.y + gap)
    }
}

/// Returns shapes that stand or lie on the floor, with their names.
fn resting(stand: &Stand, gap: f64) -> Vec<(&'static str, Any, Any)> {
    let [x, y, z] = stand.axes;
    let floor = stand.floor();
    let at = |up: f64| stand.above(up + gap);
    let hull = || {
        let ring = [x + z, x - z, -x - z, -x + z];
        let low = ring.map(|p| at(0.0) + p * 0.2);
        Convex::try_new(low.into_iter().chain([at(0.5), at(0.3) + x * 0.1]).collect()).expect("a hull")
    };
    let ground = HalfSpace::new(y, y.dot(stand.above(0.0)));
    vec![
        ("box", floor.clone(), Obb::new(at(0.3), dvec3(0.2, 0.3, 0.4), stand.axes).into()),
        ("sphere", floor.clone(), Sphere::new(at(0.3), 0.3).into()),
        ("capsule", floor.clone(), Capsule::new(at(0.2) - x * 0.3, at(0.2) + x * 0.3, 0.2).into()),
        ("cylinder", floor.clone(), Cylinder::new(at(0.0), at(0.7), 0.25).into()),
        ("cylinder upside down", floor.clone(), Cylinder::new(at(0.7), at(0.0), 0.25).into()),
        ("lying cylinder", floor.clone(), Cylinder::new(at(0.2) - x * 0.3, at(0.2) + x * 0.3, 0.2).into()),
        ("cone", floor.clone(), Cone::new(at(0.6), at(0.0), 0.3).into()),
        ("cup", floor.clone(), TruncatedCone::new(at(0.0), at(0.4), 0.2, 0.3).into()),
        ("hull", floor.clone(), hull().into()),
        ("box on a half-space", ground.into(), Obb::new(at(0.3), dvec3(0.2, 0.3, 0.4), stand.axes).into()),
        ("hull on a half-space", ground.into(), hull().into()),
        ("cylinder on a half-space", ground.into(), Cylinder::new(at(0.0), at(0.7), 0.25).into()),
        (
            "two cylinders",
            Cylinder::new(stand.at, at(0.0), 0.4).into(),
            Cylinder::new(at(0.0), at(0.7), 0.25).into(),
        ),
    ]
}

/// Gaps of a few roundings, of either sign, and clear ones.
const GAPS: [f64; 9] = [-1e-3, -1e-9, -1e-13, -4e-16, 0.0, 4e-16, 1e-15, 1e-13, 1e-9];

fn all(cases: usize, mut each: impl FnMut(&str, &Any, &Any)) {
    let mut rng = fastrand::Rng::with_seed(17);
    for case in 0..cases {
        let stand = Stand::new(&mut rng, case % 4 != 0);
        for (name, a, b) in resting(&stand, GAPS[case % GAPS.len()]) {
            each(name, &a, &b);
            each(name, &b, &a);
        }
    }
}

#[test]
fn intersection_and_depth_of_resting_shapes_agree_with_double_double_precision() {
    all(90, |name, a, b| {
        let (found, precise) = (a.contact(b).unwrap(), a.contact_precisely(b).unwrap());
        assert_eq!(found.is_some(), a.intersects(b), "{name}: {a:?} {b:?}");
        assert_eq!(found.is_some(), precise.is_some(), "{name}: {a:?} {b:?}");
        let Some((found, precise)) = found.zip(precise) else { return };
        let bound = 512.0 * f64::EPSILON * 8.0 + precise.depth * 2e-7;
        assert!((found.depth - precise.depth).abs() <= bound, "{name}: {found:?} {precise:?}");
    });
}

#[test]
fn manifolds_of_resting_shapes_agree_with_double_double_precision() {
    let mut compared = 0;
    all(90, |name, a, b| {
        let (found, precise) = (a.manifold(b).unwrap(), a.manifold_precisely(b).unwrap());
        assert_eq!(found.is_some(), precise.is_some(), "{name}: {a:?} {b:?}");
        let Some((found, precise)) = found.zip(precise) else { return };
        let normals = found.normal_a_to_b.zip(precise.normal_a_to_b);
        // For depths below rounding, more than one direction may be equally good.
        if normals.is_some_and(|(n, m)| n.dot(m) < 0.999_999) {
            let deepest = precise.points.iter().map(|p| p.depth).fold(0.0, f64::max);
            assert!(deepest < 1e-14, "{name}: {found:?} {precise:?}");
            return;
        }
        let (points, others) = (&found.points, &precise.points);
        let is_near = |p: DVec3| points.iter().any(|q| (q.on_a - p).length() < 1e-6);
        if others.iter().all(|p| is_near(p.on_a)) {
            compared += 1;
        }
        // The manifold of a rim has any four points.
        let off = |shape: &Any, p: DVec3| shape.closest(&Point(p).into()).distance;
        let widest = |points: &[ManifoldPoint<DVec3>]| {
            let all = points.iter().flat_map(|p| points.iter().map(|q| (p.on_a - q.on_a).length()));
            all.fold(0.0, f64::max)
        };
        let deepest = |points: &[ManifoldPoint<DVec3>]| points.iter().map(|p| p.depth).fold(0.0, f64::max);
        let same = points.len() == others.len()
            && points.iter().all(|p| off(a, p.on_a) < 1e-12 && off(b, p.on_b) < 1e-12)
            && (widest(points) - widest(others)).abs() < 0.3 * widest(others) + 1e-9
            && (deepest(points) - deepest(others)).abs() < 1e-12;
        assert!(same, "{name}:\n   {a:?}\n   {b:?}\n   {found:?}\n   {precise:?}");
    });
    assert!(compared > 500, "{compared}");
}

#[test]
fn exactly_touching_boxes_intersect_and_one_rounding_farther_they_do_not() {
    // Along the axes all coordinates are integers: a stack that touches, and one that is apart by
    // the last digit.
    let low = Aabb::new(DVec3::splat(-1.0), DVec3::ONE);
    let above = |y: f64| -> Any {
        Obb::new(dvec3(0.25, y + 0.5, 0.5), DVec3::splat(0.5), [DVec3::X, DVec3::Y, DVec3::Z]).into()
    };
    let floor: Any = low.into();
    assert!(floor.intersects(&above(1.0)) && floor.intersects(&above(1.0 - 1e-15)));
    assert!(!floor.intersects(&above(1.0 + 1e-15)));
}
