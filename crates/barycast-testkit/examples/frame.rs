//! Times the queries of a game frame, for pairs at random places and in resting contact: the median
//! over a set of pairs in nanoseconds, each the minimum of nine rounds.
//!
//! `cargo run --release -p barycast-testkit --example frame -- [FILTER]`

use barycast::convex::advance::Turning;
use barycast::dynamic::any::Shape3;
use barycast::scene::moving::Body as _;
use barycast::shape::{Aabb, Capsule, Convex, Cylinder, Obb, Sphere};
use glam::{DMat3, DQuat, DVec3, dvec3};
use std::hint::black_box;
use std::time::Instant;

const PAIRS: usize = 64;
const ROUNDS: usize = 9;

type Any = Shape3;

fn axes(turn: DQuat) -> [DVec3; 3] {
    let m = DMat3::from_quat(turn);
    [m.x_axis, m.y_axis, m.z_axis]
}

/// Draws random places and rotations.
struct Draw(fastrand::Rng);

impl Draw {
    fn in_range(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.0.f64()
    }

    fn vector(&mut self, size: f64) -> DVec3 {
        DVec3::from_array([0; 3].map(|_| self.in_range(-size, size)))
    }

    fn turn(&mut self) -> DQuat {
        DQuat::from_scaled_axis(self.vector(2.0))
    }

    fn size(&mut self) -> DVec3 {
        DVec3::from_array([0; 3].map(|_| self.in_range(0.4, 1.0)))
    }

    fn cuboid(&mut self, center: DVec3) -> Any {
        let (size, turn) = (self.size(), self.turn());
        Obb::new(center, size, axes(turn)).into()
    }

    fn hull(&mut self, center: DVec3) -> Any {
        let points = (0..16).map(|_| center + self.vector(1.0)).collect();
        Convex::try_new(points).expect("finite").into()
    }
}

type Pair = (Any, Any);

fn pairs(mut pair: impl FnMut(&mut Draw) -> Pair) -> Vec<Pair> {
    let mut draw = Draw(fastrand::Rng::with_seed(11));
    (0..PAIRS).map(|_| pair(&mut draw)).collect()
}

fn sets(apart: f64) -> Vec<(&'static str, Vec<Pair>)> {
    let up = move |draw: &mut Draw| draw.vector(1.0).normalize() * apart;
    vec![
        (
            "box box",
            pairs(|d| {
                (d.cuboid(DVec3::ZERO), {
                    let p = up(d) + d.vector(0.6);
                    d.cuboid(p)
                })
            }),
        ),
        (
            "box box stacked",
            pairs(|d| {
                let (size, other, turn) = (d.size(), d.size(), d.turn());
                let a = Obb::new(d.vector(3.0), size, axes(turn));
                let up = axes(turn)[1];
                let aside = axes(turn)[0] * d.in_range(-0.3, 0.3);
                let b = Obb::new(a.center + up * (size.y + other.y + apart) + aside, other, axes(turn));
                (a.into(), b.into())
            }),
        ),
        (
            "aabb aabb stacked",
            pairs(|d| {
                let (size, other) = (d.size(), d.size());
                let a = Aabb::new(-size, size);
                let low = dvec3(d.in_range(-0.3, 0.3), size.y + apart, 0.0);
                (a.into(), Aabb::new(low, low + other * 2.0).into())
            }),
        ),
        (
            "sphere box",
            pairs(|d| {
                let p = up(d) + d.vector(0.8);
                (d.cuboid(DVec3::ZERO), Sphere::new(p, d.in_range(0.3, 0.9)).into())
            }),
        ),
        (
            "sphere box at rest",
            pairs(|d| {
                let (size, turn, r) = (d.size(), d.turn(), d.in_range(0.3, 0.9));
                let a = Obb::new(d.vector(3.0), size, axes(turn));
                (a.into(), Sphere::new(a.center + axes(turn)[1] * (size.y + r + apart), r).into())
            }),
        ),
        (
            "capsule box at rest",
            pairs(|d| {
                let (size, turn, r) = (d.size(), d.turn(), d.in_range(0.1, 0.3));
                let a = Obb::new(d.vector(3.0), size, axes(turn));
                let [x, y, _] = axes(turn);
                let c = a.center + y * (size.y + r + apart);
                (a.into(), Capsule::new(c - x * 0.3, c + x * 0.3, r).into())
            }),
        ),
        (
            "cylinder box",
            pairs(|d| {
                let p = up(d) + d.vector(0.8);
                let way = d.vector(0.6);
                (d.cuboid(DVec3::ZERO), Cylinder::new(p - way, p + way, d.in_range(0.3, 0.6)).into())
            }),
        ),
        (
            "cylinder box standing",
            pairs(|d| {
                let (size, turn, r) = (d.size(), d.turn(), d.in_range(0.1, 0.3));
                let a = Obb::new(d.vector(3.0), size, axes(turn));
                let y = axes(turn)[1];
                let c = a.center + y * (size.y + apart);
                (a.into(), Cylinder::new(c, c + y * 0.7, r).into())
            }),
        ),
        (
            "hull hull",
            pairs(|d| {
                (d.hull(DVec3::ZERO), {
                    let p = up(d) + d.vector(0.6);
                    d.hull(p)
                })
            }),
        ),
    ]
}

/// Draws typed boxes.
fn typed() -> Vec<(Obb<DVec3>, Obb<DVec3>)> {
    let mut draw = Draw(fastrand::Rng::with_seed(12));
    let mut cuboid = |center: DVec3| {
        let (size, turn) = (draw.size(), draw.turn());
        Obb::new(center + draw.vector(0.6), size, axes(turn))
    };
    (0..PAIRS).map(|_| (cuboid(DVec3::ZERO), cuboid(dvec3(0.0, 4.0, 0.0)))).collect()
}

/// Returns the median over the pairs, each the minimum of some rounds.
fn time<A>(pairs: &[(A, A)], mut query: impl FnMut(&A, &A)) -> f64 {
    let mut times: Vec<f64> = pairs
        .iter()
        .map(|(a, b)| {
            let once = |_| {
                let start = Instant::now();
                for _ in 0..4 {
                    query(black_box(a), black_box(b));
                }
                start.elapsed().as_secs_f64() * 0.25e9
            };
            (0..ROUNDS).map(once).fold(f64::INFINITY, f64::min)
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn main() {
    let filter = std::env::args().nth(1).unwrap_or_default();
    let say = |question: &str, set: &str, pairs: &[Pair], query: &mut dyn FnMut(&Any, &Any)| {
        let name = format!("{question}: {set}");
        if name.contains(&filter) {
            println!("{:>9.0} ns  {name}", time(pairs, query));
        }
    };
    for (set, pairs) in sets(0.0) {
        let pairs: Vec<Pair> = if set.ends_with("box") || set.ends_with("hull") {
            // At random places: moved together until they overlap.
            pairs.into_iter().filter(|(a, b)| a.intersects(b)).collect()
        } else {
            pairs
        };
        say("intersects", set, &pairs, &mut |a, b| {
            black_box(a.intersects(b));
        });
        say("contact", set, &pairs, &mut |a, b| {
            black_box(a.contact(b).is_ok());
        });
        say("contact_precisely", set, &pairs, &mut |a, b| {
            black_box(a.contact_precisely(b).is_ok());
        });
        say("manifold", set, &pairs, &mut |a, b| {
            black_box(a.manifold(b).is_ok());
        });
    }
    for (set, pairs) in sets(4.0) {
        let middle = |s: &Any| s.bounds().min * 0.5 + s.bounds().max * 0.5;
        say("sweep", set, &pairs, &mut |a, b| {
            black_box(a.sweep(b, (middle(a) - middle(b)) * 2.0, 1.0).is_ok());
        });
        say("sweep_turning", set, &pairs, &mut |a, b| {
            let motion = Turning {
                velocity: (middle(a) - middle(b)) * 2.0,
                angular_velocity: dvec3(1.0, -2.0, 0.5),
                center_of_rotation: middle(b),
            };
            black_box(a.sweep_turning(b, &motion, 1.0).is_ok());
        });
    }
    let say = |question: &str,
               pairs: &[(Obb<DVec3>, Obb<DVec3>)],
               query: &mut dyn FnMut(&Obb<DVec3>, &Obb<DVec3>)| {
        let name = format!("{question}: typed box box");
        if name.contains(&filter) {
            println!("{:>9.0} ns  {name}", time(pairs, query));
        }
    };
    let pairs = typed();
    say("sweep", &pairs, &mut |a, b| {
        black_box(a.sweep(b, dvec3(0.0, -8.0, 0.0), 1.0));
    });
    say("sweep_turning", &pairs, &mut |a, b| {
        let motion = Turning {
            velocity: dvec3(0.0, -8.0, 0.0),
            angular_velocity: dvec3(1.0, -2.0, 0.5),
            center_of_rotation: b.center,
        };
        black_box(a.sweep_turning(b, &motion, 1.0));
    });
    let down = |b: &Obb<DVec3>| Obb::new(b.center - dvec3(0.0, 3.2, 0.0), b.half_extents, b.axes);
    let pairs: Vec<_> = pairs.iter().map(|(a, b)| (*a, down(b))).filter(|(a, b)| a.intersects(b)).collect();
    say("intersects", &pairs, &mut |a, b| {
        black_box(a.intersects(b));
    });
    say("contact", &pairs, &mut |a, b| {
        black_box(a.contact(b));
    });
    say("manifold", &pairs, &mut |a, b| {
        black_box(a.manifold(b));
    });
}
