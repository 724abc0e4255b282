//! Every row of the table has the same properties, checked against exact rational arithmetic.
//!
//! For each pair of shapes, cases of every class of numbers are drawn (small integers most often,
//! where touching, alignment and degeneracy are common) and checked by an oracle that shares no
//! code with the kernels.

use barycast::dynamic::any::{Shape2, Shape3};
use barycast::shape::Point;
use barycast_testkit::oracle;
use barycast_testkit::pairs::reach_of;
use barycast_testkit::polyhedron::{Polyhedron, Rational};
use barycast_testkit::random::{CLASSES, Source, shape2, shape3};
use barycast_testkit::translate::Translate;
use glam::{DVec2, DVec3};

/// Cases per pair and class (of one pair or shape with `BARYCAST_PAIR`); more with
/// `BARYCAST_CASES=1000 cargo test --release -p barycast --test table rows`.
fn cases() -> u64 {
    std::env::var("BARYCAST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(24)
}

/// Largest error of distances and witness points, in ulp of the largest coordinate.
const ULPS: f64 = 16.0;

/// Returns the square root of an exact number, accurate to the last places of `f64`.
fn root(x: &Rational) -> f64 {
    let x = x.to_f64_fast();
    if x > 0.0 { x.sqrt() } else { 0.0 }
}

macro_rules! properties {
    ($check:ident $moves:path, $Any:ident $V:ident $shape:ident $poly:expr) => {
        /// Checks the results for one pair.
        #[allow(clippy::too_many_lines, reason = "one property after the other")]
        fn $check(a: &$Any, b: &$Any) -> Result<(), String> {
            let to_poly = $poly;
            let (pa, pb) = (to_poly(a), to_poly(b));
            let meets = a.intersects(b);
            if meets != b.intersects(a) {
                return Err(format!("intersects: {meets} one way and not the other"));
            }
            let closest = a.closest(b);
            if (closest.distance == 0.0) != meets {
                return Err(format!("intersects {meets} but distance {}", closest.distance));
            }
            if closest.distance != b.closest(a).distance {
                return Err("distance: one way and not the other".into());
            }
            let reach = (0..<$V as barycast::vector::Vector>::DIM)
                .flat_map(|i| [closest.on_a[i].abs(), closest.on_b[i].abs()])
                .fold(0.0, f64::max)
                .max(reach_of(a))
                .max(reach_of(b));
            // For scaled shapes, the search runs in the coordinates of the original.
            let stretched = [a.name(), b.name()].contains(&"scaled");
            let allowed = if stretched { 64.0 } else { 1.0 } * ULPS * reach * f64::EPSILON;
            let apart = (closest.on_b - closest.on_a).length();
            if (apart - closest.distance).abs() > allowed {
                return Err(format!(
                    "distance {} but witnesses {apart} apart: {closest:?}",
                    closest.distance
                ));
            }
            for (shape, point) in [(a, closest.on_a), (b, closest.on_b)] {
                let off = shape.closest(&Point(point).into()).distance;
                if off > allowed {
                    return Err(format!("witness {point:?} is {off} off its {} ({allowed})", shape.name()));
                }
            }
            if let (Some(pa), Some(pb)) = (pa, pb) {
                let expected = oracle::intersects(&pa, &pb);
                if meets != expected {
                    return Err(format!("intersects {meets}, exactly {expected}"));
                }
                let squared = oracle::distance_squared(&pa, &pb);
                let exact = (root(&squared) - (&pa.radius + &pb.radius).to_f64_fast()).max(0.0);
                if (closest.distance - exact).abs() > allowed {
                    return Err(format!("distance {}, exactly {exact} ({allowed})", closest.distance));
                }
            }
            if let Ok(contact) = a.contact_precisely(b) {
                if contact.is_some() != meets {
                    return Err(format!("intersects {meets} but contact {contact:?}"));
                }
                if let Some(c) = contact {
                    let back = b.contact_precisely(a).expect("both ways").expect("both ways");
                    if back.depth != c.depth {
                        return Err(format!("contact depth {} one way, {} the other", c.depth, back.depth));
                    }
                    match c.normal_a_to_b {
                        Some(n) if (n.length() - 1.0).abs() > 4.0 * f64::EPSILON => {
                            return Err(format!("contact normal of length {}", n.length()));
                        }
                        Some(n) if c.depth.is_finite() => {
                            // Applied, the contact leaves them touching: neither disjoint nor
                            // overlapping.
                            let moved = b.clone().moved(n * c.depth);
                            let gap = a.closest(&moved).distance;
                            if gap > allowed {
                                return Err(format!(
                                    "contact {c:?} applied leaves a gap of {gap} ({allowed})"
                                ));
                            }
                            let parted = b.clone().moved(n * (c.depth + 4.0 * allowed));
                            if a.intersects(&parted) {
                                return Err(format!("contact {c:?} applied leaves them in each other"));
                            }
                            let off = ((c.on_a - c.on_b) - n * c.depth).length();
                            if off > allowed {
                                return Err(format!("contact {c:?} has witnesses {off} off its depth"));
                            }
                        }
                        None if c.depth.is_finite() => return Err("finite depth without a normal".into()),
                        _ => {}
                    }
                }
            }
            $moves(a, b, meets, allowed)?;
            if let Ok(manifold) = a.manifold_precisely(b) {
                if manifold.is_some() != meets {
                    return Err(format!("intersects {meets} but manifold {manifold:?}"));
                }
                let points = manifold.as_ref().map_or(&[][..], |m| &m.points);
                if points.len() > 2 * <$V as barycast::vector::Vector>::DIM - 2 || meets == points.is_empty()
                {
                    return Err(format!("{} points in {manifold:?}", points.len()));
                }
                let deepest = points.iter().map(|p| p.depth).fold(0.0, f64::max);
                let depth = a.contact_precisely(b).ok().flatten().map_or(0.0, |c| c.depth);
                if deepest > depth + allowed {
                    return Err(format!("contact {depth} deep, manifold {manifold:?}"));
                }
            }
            if let Ok(hit) = a.cast(b) {
                if hit.is_some() != meets {
                    return Err(format!("intersects {meets} but cast {hit:?}"));
                }
                if let Some(point) = hit.and_then(|h| h.point) {
                    let off = b.closest(&Point(point).into()).distance;
                    let far = point.abs().max_element().max(reach);
                    if off > ULPS * far * f64::EPSILON {
                        return Err(format!("hit {point:?} is {off} off its {}", b.name()));
                    }
                }
            }
            Ok(())
        }
    };
}

macro_rules! motions {
    ($Any:ident $V:ident) => {
        /// Checks the times at which `b` reaches `a`, moving from its place and from afar.
        pub(super) fn moves(a: &$Any, b: &$Any, meets: bool, allowed: f64) -> Result<(), String> {
            let closest = a.closest(b);
            let way = closest.on_a - closest.on_b;
            let Ok(now) = a.sweep_precisely(b, way * 2.0, 1.0) else { return Ok(()) };
            if meets {
                return if now.is_some_and(|i| i.t == 0.0) {
                    Ok(())
                } else {
                    Err(format!("meet but {now:?}"))
                };
            }
            // Along the shortest way, at twice the necessary speed, they touch halfway. Thin shapes
            // may just miss because the direction is rounded; then they do not overlap more beyond
            // it.
            let depth =
                |d: $V| a.contact_precisely(&b.clone().moved(d)).ok().flatten().map_or(0.0, |c| c.depth);
            let beyond = depth(way * (1.0 + 1e-6)) > 1e-7 * closest.distance + 4.0 * allowed;
            let late = now.is_none_or(|i| (i.t - 0.5) * 2.0 * closest.distance > allowed);
            if late && beyond {
                return Err(format!("{now:?} along the way {way:?} ({allowed})"));
            }
            if now.is_some_and(|i| (0.5 - i.t) * 2.0 * closest.distance > allowed) {
                return Err(format!("too early {now:?} along the way {way:?} ({allowed})"));
            }
            if a.sweep_precisely(b, -way, 1.0).is_ok_and(|i| i.is_some()) {
                return Err(format!("impact moving away along {:?}", -way));
            }
            // Along any other direction: touching then, and disjoint just before.
            let other = way + <$V>::splat(closest.distance * 0.25);
            if let Ok(Some(hit)) = a.sweep_precisely(b, other, 4.0) {
                let gap = a.closest(&b.clone().moved(other * hit.t)).distance;
                let before = a.intersects(&b.clone().moved(other * (hit.t * 0.99)));
                if gap > 4.0 * allowed || (before && hit.t > 0.0) {
                    return Err(format!("{hit:?} along {other:?}: {gap} apart ({allowed}), before {before}"));
                }
                if hit.normal_a_to_b.is_some_and(|n| (n.length() - 1.0).abs() > 4.0 * f64::EPSILON) {
                    return Err(format!("normal of {hit:?}"));
                }
            }
            Ok(())
        }
    };
}

mod in_2d {
    use super::*;
    motions!(Shape2 DVec2);
}

mod in_3d {
    use super::*;
    motions!(Shape3 DVec3);
}

properties!(check2 in_2d::moves, Shape2 DVec2 shape2 Polyhedron::Shape2);
properties!(check3 in_3d::moves, Shape3 DVec3 shape3 Polyhedron::solid);

macro_rules! every_pair {
    ($test:ident $Any:ident $V:ident $shape:ident $check:ident) => {
        #[test]
        fn $test() {
            let only = std::env::var("BARYCAST_PAIR").ok();
            let mut failures = Vec::new();
            let mut total = 0;
            for (i, first) in $Any::NAMES.iter().enumerate() {
                for second in &$Any::NAMES[i..] {
                    let pair = format!("{first} {second}");
                    let is_selected =
                        |only: &String| only.split(',').any(|one| [&pair, *first, *second].contains(&one));
                    if !only.as_ref().is_none_or(is_selected) {
                        continue;
                    }
                    let mut shown = 0;
                    for (c, &class) in CLASSES.iter().enumerate() {
                        for seed in 0..cases() {
                            let mut source = Source::new(seed * 31 + c as u64, class);
                            let (Some(a), Some(b)) =
                                ($shape(&mut source, first), $shape(&mut source, second))
                            else {
                                continue;
                            };
                            total += 1;
                            let result = std::panic::catch_unwind(|| $check(&a, &b))
                                .unwrap_or_else(|_| Err("panicked".into()));
                            if let Err(wrong) = result {
                                shown += 1;
                                if shown <= 2 {
                                    failures.push(format!(
                                        "{pair} ({class:?} {seed}): {wrong}\n   {a:?}\n   {b:?}"
                                    ));
                                }
                            }
                        }
                    }
                    if shown > 2 {
                        failures.push(format!("{pair}: {shown} in all"));
                    }
                }
            }
            assert!(total > 1000 || only.is_some(), "only {total} queries");
            assert!(failures.is_empty(), "{}", failures.join("\n"));
        }
    };
}

every_pair!(every_pair_in_2d Shape2 DVec2 shape2 check2);
every_pair!(every_pair_in_3d Shape3 DVec3 shape3 check3);
