//! Contacts against a judge that knows no kernel: how far two shapes reach along thousands of ways, and along better ones
//! from the best of these.
//!
//! The depth along a way is how far the first reaches along it and the second against it; no way may be shorter than the
//! one answered, that must be as long as it says, and its points must be farthest. Shapes are of whole numbers or nearly, so
//! their centres, axes and sides coincide as they do where people draw them: there the shortest way jumps from side to side.

use barycast::any::{Shape2, Shape3};
use barycast::shape::{
    Aabb, Capsule, Cone, Convex, Cylinder, Disc, Ellipsoid, InfiniteCone, Obb, Parallelogram, Point, Ray,
    Rounded, Segment, Sphere, TaperedCapsule, Triangle, TruncatedCone,
};
use fastrand::Rng;
use glam::{DVec2, DVec3, dvec3};

/// Of the size of what is asked.
const NOISE: f64 = 1e-12;

/// Of a depth: round shapes have ways out far from each other that differ by less.
const SURE: f64 = 1e-8;

/// Pairs; more with `BARYCAST_CASES=100000 cargo test --release -p barycast --test least_way`.
fn cases() -> usize {
    std::env::var("BARYCAST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(5000)
}

/// What holds a shape: it reaches as far as the farthest of these, and a margin.
#[derive(Debug, Default)]
struct Reach {
    points: Vec<DVec3>,
    /// Centre, way of length 1, radius.
    discs: Vec<(DVec3, DVec3, f64)>,
    balls: Vec<(DVec3, f64)>,
    /// Centre and half axes.
    round: Option<(DVec3, [DVec3; 3])>,
    /// It goes on without end along this, and beside it by this angle.
    endless: Option<(DVec3, f64)>,
    margin: f64,
}

impl Reach {
    /// How far it reaches along a way of length 1; `None` where it has no end.
    fn along(&self, way: DVec3) -> Option<f64> {
        let beside = |axis: DVec3| (way - axis * way.dot(axis)).length();
        if let Some((axis, angle)) = self.endless
            && way.dot(axis) * angle.cos() + beside(axis) * angle.sin() > 1e-14
        {
            return None;
        }
        let points = self.points.iter().map(|p| p.dot(way));
        let discs = self.discs.iter().map(|&(center, axis, radius)| center.dot(way) + radius * beside(axis));
        let balls = self.balls.iter().map(|&(center, radius)| center.dot(way) + radius);
        let round = self.round.map(|(center, axes)| {
            center.dot(way) + DVec3::from_array(axes.map(|axis| axis.dot(way))).length()
        });
        points.chain(discs).chain(balls).chain(round).reduce(f64::max).map(|far| far + self.margin)
    }
}

/// A shape of small whole numbers that begins at `p` and goes along `way`, in both forms.
struct Drawn<'r> {
    rng: &'r mut Rng,
    flat: bool,
    /// How far numbers are from whole ones.
    off: f64,
}

/// In space, in the plane, and what the judge knows of it.
type Both = (Shape3<DVec3>, Option<Shape2<DVec2>>, Reach);

macro_rules! both {
    ($p:ident, $vector:ident, $shape:expr) => {{
        let solid = {
            let $vector = |p: DVec3| p;
            Shape3::from($shape)
        };
        let $vector = |p: DVec3| p.truncate();
        (solid, Some(Shape2::from($shape)))
    }};
}

impl Drawn<'_> {
    fn point(&mut self) -> DVec3 {
        let mut number = || f64::from(self.rng.i32(-4..=4)) + self.off * self.rng.f64();
        dvec3(number(), number(), if self.flat { 0.0 } else { number() })
    }

    fn way(&mut self) -> DVec3 {
        loop {
            let way = self.point();
            if way != DVec3::ZERO {
                return way;
            }
        }
    }

    fn size(&mut self) -> f64 {
        [0.5, 1.0, 2.0, 3.0][self.rng.usize(..4)]
    }

    /// Axes that are as long as 1 to the last place, or nearly.
    fn axes(&mut self) -> [DVec3; 3] {
        let (cos, sin) = [(1.0, 0.0), (0.6, 0.8), (0.8, 0.6), (0.0, 1.0)][self.rng.usize(..4)];
        [dvec3(cos, sin, 0.0), dvec3(-sin, cos, 0.0), DVec3::Z]
    }

    fn shape(&mut self, p: DVec3, way: DVec3) -> Both {
        let q = p + way;
        // That between the ends, which are rounded, and that told.
        let (axis, told) = ((q - p).normalize_or_zero(), way.normalize());
        let (r, wider) = (self.size(), self.size() + 0.5);
        let third = p + self.way();
        let corners = |points: Vec<DVec3>| Reach { points, ..Reach::default() };
        let kinds = if self.flat { 13 } else { 18 };
        let (in_space, in_plane, reach) = match self.rng.usize(..kinds) {
            0 => {
                let (a, b) = both!(p, v, Point(v(p)));
                (a, b, corners(vec![p]))
            }
            1 => {
                let (a, b) = both!(p, v, Sphere::new(v(p), r));
                (a, b, Reach { balls: vec![(p, r)], ..Reach::default() })
            }
            2 => {
                let (a, b) = both!(p, v, Segment::new(v(p), v(q)));
                (a, b, corners(vec![p, q]))
            }
            3 => {
                let (a, b) = both!(p, v, Capsule::new(v(p), v(q), r));
                (a, b, Reach { balls: vec![(p, r), (q, r)], ..Reach::default() })
            }
            4 => {
                let (a, b) = both!(p, v, TaperedCapsule::new(v(p), v(q), r, wider));
                (a, b, Reach { balls: vec![(p, r), (q, wider)], ..Reach::default() })
            }
            5 => {
                let (a, b) = both!(p, v, Aabb::new(v(p.min(q)), v(p.max(q))));
                let corner = |i: usize| {
                    DVec3::from_array([0, 1, 2].map(|k| if i >> k & 1 == 0 { p[k] } else { q[k] }))
                };
                (a, b, corners((0..8).map(corner).collect()))
            }
            6 => {
                let (a, b) = both!(p, v, Triangle::new(v(p), v(q), v(third)));
                (a, b, corners(vec![p, q, third]))
            }
            7 => {
                let (a, b) = both!(p, v, Parallelogram::new(v(p), v(way), v(third - p)));
                (a, b, corners(vec![p, q, third, q + third - p]))
            }
            8 => {
                let points: Vec<DVec3> = (0..self.rng.usize(3..9)).map(|_| p + self.point()).collect();
                let make = |points: &[DVec3]| Convex::try_new(points.to_vec()).expect("points");
                let flat = points.iter().map(|p| p.truncate()).collect();
                (
                    make(&points).into(),
                    Some(Convex::try_new(flat).expect("points").into()),
                    Reach { points, ..Reach::default() },
                )
            }
            9 | 10 => {
                let axes = self.axes();
                let half = dvec3(r, wider, self.size());
                let long = [axes[0] * half.x, axes[1] * half.y, axes[2] * half.z];
                let flat = (p.truncate(), half.truncate(), [axes[0].truncate(), axes[1].truncate()]);
                if self.rng.bool() {
                    let (a, b) = (Obb::new(p, half, axes), Obb::new(flat.0, flat.1, flat.2));
                    let corner = |i: usize| {
                        (0..3).fold(p, |p, k| if i >> k & 1 == 0 { p + long[k] } else { p - long[k] })
                    };
                    (a.into(), Some(b.into()), corners((0..8).map(corner).collect()))
                } else {
                    let (a, b) = (Ellipsoid::new(p, half, axes), Ellipsoid::new(flat.0, flat.1, flat.2));
                    (a.into(), Some(b.into()), Reach { round: Some((p, long)), ..Reach::default() })
                }
            }
            11 => {
                let (a, b, reach) = self.shape(p, way);
                let rounded = (Rounded::new(a, r).into(), b.map(|b| Rounded::new(b, r).into()));
                (rounded.0, rounded.1, Reach { margin: reach.margin + r, ..reach })
            }
            12 => {
                let (a, b) = both!(p, v, Ray::new(v(p), v(way)));
                (a, b, Reach { points: vec![p], endless: Some((told, 0.0)), ..Reach::default() })
            }
            13 => {
                let discs = vec![(p, axis, r), (q, axis, r)];
                (Cylinder::new(p, q, r).into(), None, Reach { discs, ..Reach::default() })
            }
            14 => {
                let reach = Reach { points: vec![p], discs: vec![(q, axis, r)], ..Reach::default() };
                (Cone::new(p, q, r).into(), None, reach)
            }
            15 => {
                let discs = vec![(p, axis, r), (q, axis, wider)];
                (TruncatedCone::new(p, q, r, wider).into(), None, Reach { discs, ..Reach::default() })
            }
            16 => {
                (Disc::new(p, way, r).into(), None, Reach { discs: vec![(p, told, r)], ..Reach::default() })
            }
            _ => {
                let angle = [0.3, 0.6, 1.2][self.rng.usize(..3)];
                let reach = Reach { points: vec![p], endless: Some((told, angle)), ..Reach::default() };
                (InfiniteCone::new(p, way, angle).into(), None, reach)
            }
        };
        (in_space, in_plane, reach)
    }

    /// A pair of which one is often on the axis of the other, and often along it.
    fn pair(&mut self) -> [Both; 2] {
        self.off = [0.0, 0.0, 1e-9, 1e-5][self.rng.usize(..4)];
        let (p, way) = (self.point(), self.way());
        let first = self.shape(p, way);
        let step = [0.0, 0.0, 1.0, 0.5, 2.0][self.rng.usize(..5)];
        let beside = if self.rng.u8(..10) < 6 { p + way * step } else { self.point() };
        let along = match self.rng.u8(..4) {
            0 => way,
            1 => -way,
            _ => self.way(),
        };
        [first, self.shape(beside, along)]
    }

    /// A way of length 1.
    fn any_way(&mut self) -> DVec3 {
        loop {
            let mut side = || self.rng.f64() * 2.0 - 1.0;
            let way = dvec3(side(), side(), if self.flat { 0.0 } else { side() });
            if (1e-3..=1.0).contains(&way.length_squared()) {
                return way.normalize();
            }
        }
    }

    /// The least of `length` found among many ways and beside the best of them.
    fn least(&mut self, length: &impl Fn(DVec3) -> Option<f64>) -> Option<f64> {
        let ways = (0..if self.flat { 500 } else { 3000 }).map(|_| self.any_way());
        let mut best: Vec<(f64, DVec3)> = ways.filter_map(|way| Some((length(way)?, way))).collect();
        best.sort_by(|x, y| x.0.total_cmp(&y.0));
        let refined = best.into_iter().take(3).map(|(mut least, mut way)| {
            let mut step = 0.1;
            while step > 1e-9 {
                let tries = (0..12).map(|_| (way + self.any_way() * step).normalize());
                let better =
                    tries.filter_map(|way| Some((length(way)?, way))).min_by(|x, y| x.0.total_cmp(&y.0));
                match better.filter(|better| better.0 < least) {
                    Some(better) => (least, way) = better,
                    None => step *= 0.5,
                }
            }
            least
        });
        refined.reduce(f64::min)
    }

    /// What is wrong with a contact, if anything: its way, its depth, its points.
    fn judge(&mut self, [a, b]: [&Reach; 2], contact: Contact) -> Result<(), String> {
        let length = |way: DVec3| Some(a.along(way)? + b.along(-way)?);
        let least = self.least(&length);
        let (way, depth, on_a, on_b) = contact;
        let Some(way) = way else {
            return least.map_or(Ok(()), |least| Err(format!("no end, but {least} is one")));
        };
        let noise = NOISE * (on_a.abs().max_element() + on_b.abs().max_element() + depth + 1.0);
        let off = |is: f64, should: f64| (is - should).abs() > noise;
        if off(way.length(), 1.0) {
            return Err(format!("a way of length {}", way.length()));
        }
        if length(way).is_some_and(|along| off(along, depth)) {
            return Err(format!("along it {:?}", length(way)));
        }
        if a.along(way).is_some_and(|far| off(on_a.dot(way), far)) {
            return Err("the first's point is not its farthest".into());
        }
        if b.along(-way).is_some_and(|far| off(-on_b.dot(way), far)) {
            return Err("the second's point is not its farthest".into());
        }
        if (on_a - on_b - way * depth).abs().max_element() > noise {
            return Err("the points are not one way apart".into());
        }
        match least {
            Some(least) if least < depth * (1.0 - SURE) - noise => {
                Err(format!("{least} is shorter by {:e}", depth - least))
            }
            _ => Ok(()),
        }
    }
}

/// The way, the depth and the points.
type Contact = (Option<DVec3>, f64, DVec3, DVec3);

/// Asks pairs until so many of them touch.
fn ask(seed: u64, flat: bool) {
    let mut rng = Rng::with_seed(seed);
    let mut drawn = Drawn { rng: &mut rng, flat, off: 0.0 };
    let (mut wrong, mut met) = (Vec::new(), 0);
    while met < cases() {
        let [(a3, a2, a), (b3, b2, b)] = drawn.pair();
        let contact: Option<Contact> = if flat {
            let found = a2
                .as_ref()
                .expect("flat")
                .contact(b2.as_ref().expect("flat"))
                .unwrap_or_else(|e| panic!("{e}\n{a3:?}\n{b3:?}"));
            found.map(|c| {
                (c.normal_a_to_b.map(|n| n.extend(0.0)), c.depth, c.on_a.extend(0.0), c.on_b.extend(0.0))
            })
        } else {
            let found = a3.contact(&b3).unwrap_or_else(|e| panic!("{e}\n{a3:?}\n{b3:?}"));
            found.map(|c| (c.normal_a_to_b, c.depth, c.on_a, c.on_b))
        };
        let Some(contact) = contact else { continue };
        met += 1;
        if let Err(why) = drawn.judge([&a, &b], contact) {
            wrong.push(format!("{why}: {contact:?}\n  {a3:?}\n  {b3:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {met} wrong\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn no_way_out_is_shorter_in_space() {
    ask(1, false);
}

#[test]
fn no_way_out_is_shorter_in_the_plane() {
    ask(2, true);
}
