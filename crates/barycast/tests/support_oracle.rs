//! Contacts, distances and sweeps against an oracle that uses support functions only: how far two
//! shapes extend along thousands of directions, refined from the best of them.
//!
//! Two shapes overlap along a direction by the sum of the extent of the first along it and of the
//! second against it. For a contact, no direction may have a smaller overlap than the reported one,
//! whose depth and witness points must agree. Along no direction may they be farther apart than
//! their distance. At the time of impact no direction separates them any more, and the normal did
//! until then.
//!
//! Shapes have integer or nearly integer coordinates, so that centers, axes and sides coincide as
//! they do in drawings: there the shortest direction jumps between sides.

use barycast::dynamic::any::{NoAnswer, Shape2, Shape3};
use barycast::query::{Closest, Impact, Penetration};
use barycast::shape::{
    Aabb, Capsule, Cone, Convex, Cylinder, Disc, Ellipsoid, InfiniteCone, InfiniteCylinder, Line, Obb,
    Parallelogram, Point, Ray, Rounded, Segment, Sphere, TaperedCapsule, Triangle, TruncatedCone,
};
use fastrand::Rng;
use glam::{DVec2, DVec3, dvec3};

/// Tolerance relative to the size.
const NOISE: f64 = 1e-12;

/// Tolerance of a depth: distant directions out of round shapes may differ by less.
const SURE: f64 = 1e-8;

/// Number of pairs; more with `BARYCAST_CASES=100000 cargo test --release -p barycast --test
/// reach`.
fn cases() -> usize {
    std::env::var("BARYCAST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(3000)
}

/// Support function of a shape: the maximum over these, plus a margin.
#[derive(Debug, Default)]
struct Reach {
    points: Vec<DVec3>,
    /// Center, unit axis, radius.
    discs: Vec<(DVec3, DVec3, f64)>,
    balls: Vec<(DVec3, f64)>,
    /// Center and half axes.
    round: Option<(DVec3, [DVec3; 3])>,
    /// Unbounded along this axis, with this opening angle.
    endless: Option<(DVec3, f64)>,
    /// Unbounded along this axis in both directions.
    line: Option<DVec3>,
    margin: f64,
}

impl Reach {
    /// Returns the support function along a unit direction; `None` if unbounded.
    fn along(&self, way: DVec3) -> Option<f64> {
        let beside = |axis: DVec3| (way - axis * way.dot(axis)).length();
        if let Some((axis, angle)) = self.endless
            && way.dot(axis) * angle.cos() + beside(axis) * angle.sin() > 1e-14
        {
            return None;
        }
        if self.line.is_some_and(|axis| axis.dot(way).abs() > 1e-14) {
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

/// Draws a shape with small integer coordinates that starts at `p` and extends along `way`, in both
/// forms.
struct Drawn<'r> {
    rng: &'r mut Rng,
    flat: bool,
    /// Perturbation of integers.
    off: f64,
    /// Orthogonal directions along which shapes are unbounded.
    lines: Vec<DVec3>,
}

/// The shape in 3D, in 2D, and its support function.
type Both = (Shape3, Option<Shape2>, Reach);

macro_rules! both {
    ($vector:ident, $shape:expr) => {{
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

    /// Draws axes of unit length to the last place, or nearly.
    fn axes(&mut self) -> [DVec3; 3] {
        let (cos, sin) = [(1.0, 0.0), (0.6, 0.8), (0.8, 0.6), (0.0, 1.0)][self.rng.usize(..4)];
        [dvec3(cos, sin, 0.0), dvec3(-sin, cos, 0.0), DVec3::Z]
    }

    fn shape(&mut self, p: DVec3, way: DVec3) -> Both {
        let q = p + way;
        let given = way.normalize();
        let (r, wider) = (self.size(), self.size() + 0.5);
        let third = p + self.way();
        let corners = |points: Vec<DVec3>| Reach { points, ..Reach::default() };
        let kinds = if self.flat { 14 } else { 20 };
        let (in_space, in_plane, reach) = match self.rng.usize(..kinds) {
            0 => {
                let (a, b) = both!(v, Point(v(p)));
                (a, b, corners(vec![p]))
            }
            1 => {
                let (a, b) = both!(v, Sphere::new(v(p), r));
                (a, b, Reach { balls: vec![(p, r)], ..Reach::default() })
            }
            2 => {
                let (a, b) = both!(v, Segment::new(v(p), v(q)));
                (a, b, corners(vec![p, q]))
            }
            3 => {
                let (a, b) = both!(v, Capsule::new(v(p), v(q), r));
                (a, b, Reach { balls: vec![(p, r), (q, r)], ..Reach::default() })
            }
            4 => {
                let (a, b) = both!(v, TaperedCapsule::new(v(p), v(q), r, wider));
                (a, b, Reach { balls: vec![(p, r), (q, wider)], ..Reach::default() })
            }
            5 => {
                let (a, b) = both!(v, Aabb::new(v(p.min(q)), v(p.max(q))));
                let corner = |i: usize| {
                    DVec3::from_array([0, 1, 2].map(|k| if i >> k & 1 == 0 { p[k] } else { q[k] }))
                };
                (a, b, corners((0..8).map(corner).collect()))
            }
            6 => {
                let (a, b) = both!(v, Triangle::new(v(p), v(q), v(third)));
                (a, b, corners(vec![p, q, third]))
            }
            7 => {
                let (a, b) = both!(v, Parallelogram::new(v(p), v(way), v(third - p)));
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
                let (a, b) = both!(v, Ray::new(v(p), v(way)));
                (a, b, Reach { points: vec![p], endless: Some((given, 0.0)), ..Reach::default() })
            }
            13 => {
                let (a, b) = both!(v, Line::new(v(p), v(way)));
                (a, b, Reach { points: vec![p], line: Some(given), ..Reach::default() })
            }
            kind => return self.solid(kind, p, way),
        };
        (in_space, in_plane, reach)
    }

    /// Draws a shape that exists in 3D only.
    fn solid(&mut self, kind: usize, p: DVec3, way: DVec3) -> Both {
        let q = p + way;
        // The axis between the rounded endpoints, and the given one.
        let (axis, given) = ((q - p).normalize_or_zero(), way.normalize());
        let (r, wider) = (self.size(), self.size() + 0.5);
        let (shape, reach) = match kind {
            14 => {
                let discs = vec![(p, axis, r), (q, axis, r)];
                (Cylinder::new(p, q, r).into(), Reach { discs, ..Reach::default() })
            }
            15 => {
                let reach = Reach { points: vec![p], discs: vec![(q, axis, r)], ..Reach::default() };
                (Cone::new(p, q, r).into(), reach)
            }
            16 => {
                let discs = vec![(p, axis, r), (q, axis, wider)];
                (TruncatedCone::new(p, q, r, wider).into(), Reach { discs, ..Reach::default() })
            }
            17 => (Disc::new(p, way, r).into(), Reach { discs: vec![(p, given, r)], ..Reach::default() }),
            18 => {
                let reach = Reach { balls: vec![(p, r)], line: Some(given), ..Reach::default() };
                (InfiniteCylinder::new(p, way, r).into(), reach)
            }
            _ => {
                let angle = [0.3, 0.6, 1.2][self.rng.usize(..3)];
                let reach = Reach { points: vec![p], endless: Some((given, angle)), ..Reach::default() };
                (InfiniteCone::new(p, way, angle).into(), reach)
            }
        };
        (shape, None, reach)
    }

    /// Draws a pair, one often on the axis of the other, and often parallel to it.
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
        let second = self.shape(beside, along);
        self.lines.clear();
        for line in [first.2.line, second.2.line].into_iter().flatten() {
            let rest = self.lines.iter().fold(line, |rest, known| rest - *known * rest.dot(*known));
            if rest.length() > 1e-12 {
                self.lines.push(rest.normalize());
            }
        }
        [first, second]
    }

    /// Draws a unit direction orthogonal to all unbounded axes.
    fn any_way(&mut self) -> DVec3 {
        loop {
            let mut side = || self.rng.f64() * 2.0 - 1.0;
            let way = dvec3(side(), side(), if self.flat { 0.0 } else { side() });
            let way = self.lines.iter().fold(way, |way, line| way - *line * way.dot(*line));
            if (1e-3..=1.0).contains(&way.length_squared()) {
                return way.normalize();
            }
        }
    }

    /// Returns the minimum of `length` over many directions, refined from the best.
    fn least(&mut self, length: &impl Fn(DVec3) -> Option<f64>) -> Option<f64> {
        if self.lines.len() == if self.flat { 2 } else { 3 } {
            return None;
        }
        let ways = (0..if self.flat { 500 } else { 3000 }).map(|_| self.any_way());
        let mut best: Vec<(f64, DVec3)> = ways.filter_map(|way| Some((length(way)?, way))).collect();
        best.sort_by(|x, y| x.0.total_cmp(&y.0));
        best.into_iter().take(3).map(|best| self.lower(length, best)).reduce(f64::min)
    }

    /// Refines a minimum of `length` near a direction.
    fn lower(&mut self, length: &impl Fn(DVec3) -> Option<f64>, (mut least, mut way): (f64, DVec3)) -> f64 {
        let mut step = 0.1;
        while step > 1e-9 {
            let tries = (0..12).map(|_| (way + self.any_way() * step).normalize());
            let better = tries.filter_map(|way| Some((length(way)?, way))).min_by(|x, y| x.0.total_cmp(&y.0));
            match better.filter(|better| better.0 < least) {
                Some(better) => (least, way) = better,
                None => step *= 0.5,
            }
        }
        least
    }

    /// Checks direction, depth and witness points of a contact.
    fn judge_contact(&mut self, [a, b]: [&Reach; 2], contact: &Penetration<DVec3>) -> Result<(), String> {
        let length = |way: DVec3| Some(a.along(way)? + b.along(-way)?);
        let least = self.least(&length);
        let Penetration { normal_a_to_b, depth, on_a, on_b } = *contact;
        let Some(way) = normal_a_to_b else {
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

    /// Checks that along no direction the shapes are farther apart than their distance.
    fn judge_distance(&mut self, [a, b]: [&Reach; 2], closest: &Closest<DVec3>) -> Result<(), String> {
        let overlap = |way: DVec3| Some(a.along(way)? + b.along(-way)?);
        let least = self.least(&overlap).unwrap_or(0.0);
        let size =
            closest.on_a.abs().max_element() + closest.on_b.abs().max_element() + closest.distance + 10.0;
        if -least > closest.distance + NOISE * size {
            return Err(format!("{} apart along a way", -least));
        }
        let way = (closest.on_b - closest.on_a).normalize_or_zero();
        // For smaller distances the direction has too few digits.
        if closest.distance > SURE * size
            && let Some(overlap) = overlap(way)
            && overlap + closest.distance > closest.distance * SURE + NOISE * size * size / closest.distance
        {
            return Err(format!("along that way {} apart", -overlap));
        }
        Ok(())
    }

    /// Checks the time of impact: no direction separates the shapes then, and the normal does
    /// before. Near-misses at grazing motion constrain the time too little.
    fn judge_sweep(
        &mut self,
        [a, b]: [&Reach; 2],
        velocity: DVec3,
        impact: &Impact<DVec3>,
    ) -> Result<(), String> {
        let Impact { t, normal_a_to_b, point } = *impact;
        let overlap = |way: DVec3, t: f64| Some(a.along(way)? + b.along(-way)? - way.dot(velocity) * t);
        let noise = NOISE * (point.abs().max_element() + velocity.length() * (t + 1.0) + 10.0);
        let still = self.least(&|way| overlap(way, t)).unwrap_or(0.0);
        if still < -noise {
            return Err(format!("still {} apart", -still));
        }
        let Some(normal) = normal_a_to_b.filter(|_| t > 0.0) else { return Ok(()) };
        let speed = -normal.dot(velocity);
        let Some(overlap) = overlap(normal, 0.0) else {
            return Err("the normal leads into what is endless".into());
        };
        let when = -overlap / speed;
        if speed > 1e-3 && (when - t).abs() * velocity.length() > 100.0 * noise {
            return Err(format!("the normal holds them apart until {when}"));
        }
        Ok(())
    }
}

/// The results of all queries, in 2D or 3D.
#[derive(Debug)]
struct Answers {
    contact: Option<Penetration<DVec3>>,
    closest: Closest<DVec3>,
    impact: Option<Impact<DVec3>>,
}

/// Runs all queries.
fn answers([a, b]: [&Both; 2], velocity: DVec3, flat: bool) -> Result<Answers, NoAnswer> {
    const LONG: f64 = 4.0;
    if !flat {
        let (a, b) = (&a.0, &b.0);
        let impact = a.sweep_precisely(b, velocity, LONG)?;
        return Ok(Answers { contact: a.contact_precisely(b)?, closest: a.closest(b), impact });
    }
    let (a, b) = (a.1.as_ref().expect("flat"), b.1.as_ref().expect("flat"));
    let lift = |v: DVec2| v.extend(0.0);
    let contact = a.contact_precisely(b)?.map(|c| Penetration {
        normal_a_to_b: c.normal_a_to_b.map(lift),
        depth: c.depth,
        on_a: lift(c.on_a),
        on_b: lift(c.on_b),
    });
    let closest = a.closest(b);
    let closest = Closest { distance: closest.distance, on_a: lift(closest.on_a), on_b: lift(closest.on_b) };
    let impact = a.sweep_precisely(b, velocity.truncate(), LONG)?;
    let impact =
        impact.map(|i| Impact { t: i.t, normal_a_to_b: i.normal_a_to_b.map(lift), point: lift(i.point) });
    Ok(Answers { contact, closest, impact })
}

/// Checks pairs, with one query at a time.
fn judge(
    flat: bool,
    seed: u64,
    verdict: impl Fn(&mut Drawn<'_>, [&Reach; 2], DVec3, &Answers) -> Result<(), String>,
) {
    let mut rng = Rng::with_seed(seed);
    let mut drawn = Drawn { rng: &mut rng, flat, off: 0.0, lines: Vec::new() };
    let mut wrong = Vec::new();
    for _ in 0..cases() {
        let [a, b] = drawn.pair();
        let velocity = drawn.way();
        let judged = answers([&a, &b], velocity, flat).map_err(|none| none.to_string()).and_then(|answers| {
            verdict(&mut drawn, [&a.2, &b.2], velocity, &answers).map_err(|e| format!("{e}: {answers:?}"))
        });
        if let Err(why) = judged {
            wrong.push(format!("{why}\n  {:?}\n  {:?}\n  {velocity:?}", a.0, b.0));
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn no_direction_has_a_smaller_overlap() {
    for (flat, seed) in [(false, 1), (true, 2)] {
        judge(flat, seed, |drawn, pair, _, answers| {
            answers.contact.as_ref().map_or(Ok(()), |contact| drawn.judge_contact(pair, contact))
        });
    }
}

#[test]
fn no_direction_has_a_larger_gap_than_the_distance() {
    for (flat, seed) in [(false, 3), (true, 4)] {
        judge(flat, seed, |drawn, pair, _, answers| drawn.judge_distance(pair, &answers.closest));
    }
}

#[test]
fn the_time_of_impact_is_when_no_direction_separates() {
    for (flat, seed) in [(false, 5), (true, 6)] {
        judge(flat, seed, |drawn, pair, velocity, answers| {
            answers.impact.as_ref().map_or(Ok(()), |impact| drawn.judge_sweep(pair, velocity, impact))
        });
    }
}
