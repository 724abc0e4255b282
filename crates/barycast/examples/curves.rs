//! A smooth path through points: its length, equal steps along it, the nearest point, an easing.
//!
//! `cargo run -p barycast --example curves`

use barycast::curve::easing::{Ease, Easing};
use barycast::curve::{ArcLength, CatmullRom, CurveError, Parametrization};
use barycast::d2::f64::Segment;
use glam::{DVec2, dvec2};

fn main() -> Result<(), CurveError> {
    // ANCHOR: path
    let stops = vec![DVec2::ZERO, dvec2(1.0, 3.0), dvec2(4.0, 3.0), dvec2(5.0, 0.0)];
    // Centripetal: no loops and no overshoot, however unequal the distances are.
    let path = CatmullRom::try_new(stops.clone(), Parametrization::Centripetal)?.pieces();
    let length = path.length(1e-9);
    println!("the path is {:.6} long, with an error of at most {:.0e}", length.value, length.error);

    // Equal steps in `t` are not equal steps in length.
    let by_length = ArcLength::new(&path, 1e-9);
    for step in 0..=4 {
        println!("after {step} quarters: {:.3}", by_length.at(length.value * f64::from(step) / 4.0));
    }
    let nearest = path.nearest(dvec2(2.5, 5.0));
    println!("nearest to (2.5, 5): {:.3}, {:.3} away", nearest.point, nearest.distance);
    // ANCHOR_END: path
    assert!((by_length.at(length.value) - stops[3]).length() < 1e-6);
    let straight: f64 = stops.windows(2).map(|ends| ends[0].distance(ends[1])).sum();
    assert!(length.value > straight && length.value < 1.2 * straight);

    // Where does the path cross a gate?
    let gate = Segment::new(dvec2(2.5, 2.0), dvec2(2.5, 9.0));
    let crossings = path.intersect_linear(&gate);
    println!("it crosses the gate {} time, at {:.3}", crossings.len(), crossings[0].point);
    assert_eq!(crossings.len(), 1);

    // A carriage that starts and stops softly.
    let ease = Easing::InOutCubic;
    let at = |time: f64| by_length.at(length.value * ease.eval(time));
    println!("after three tenths of the time it is at {:.3}", at(0.3));
    assert!(at(0.1).distance(stops[0]) < 0.1);
    assert_eq!(ease.eval(0.5), 0.5);
    Ok(())
}
