//! Exact or fast? Points next to a line: floats guess, the exact test knows.
//!
//! `cargo run -p barycast --example exact_or_fast`
//!
//! The points lie on a grid of the finest spacing that `f64` has at 0.5. Those with `x == y` are on
//! the line, all others beside it.

use barycast::d2::f64::{Line, Point};
use barycast::dynamic::any::Shape2;
use glam::{DVec2, dvec2};

const SIDE: u32 = 40;

fn main() {
    let line = Line::new(dvec2(12.0, 12.0), dvec2(12.0, 12.0));
    let at = |x: u32, y: u32| {
        let step = f64::EPSILON / 2.0;
        dvec2(0.5 + f64::from(x) * step, 0.5 + f64::from(y) * step)
    };
    let mut wrong = 0;
    println!("on the line by floats: `#` right, `x` wrong, `.` off the line");
    for y in (0..SIDE).rev() {
        let row = (0..SIDE).map(|x| {
            let point = Point::new(at(x, y));
            // ANCHOR: tests
            let fast = point.intersects(&line); // nanoseconds; right up to rounding
            let exact = point.intersects_exactly(&line); // some nanoseconds more; always right
            // ANCHOR_END: tests
            assert_eq!(exact, x == y);
            wrong += u32::from(fast != exact);
            match (fast, exact) {
                (true, true) => '#',
                (true, false) | (false, true) => 'x',
                (false, false) => '.',
            }
        });
        println!("{}", row.collect::<String>());
    }
    println!("{wrong} of {} answers of floats are wrong, none of the exact ones", SIDE * SIDE);
    assert!(wrong > 0);

    // Shapes of any kind are always tested exactly.
    let line = Shape2::from(line);
    assert!(Shape2::from(Point::new(at(7, 7))).intersects(&line));
    assert!(!Shape2::from(Point::new(at(7, 8))).intersects(&line));
    // A gap too small for floats is still no touch: the distance is not 0.
    assert!(Shape2::from(Point::new(at(7, 8))).closest(&line).distance > 0.0);
    // And what is far away is no problem for either.
    assert!(!Point::new(DVec2::ZERO + DVec2::X).intersects(&Line::new(dvec2(12.0, 12.0), DVec2::ONE)));
}
