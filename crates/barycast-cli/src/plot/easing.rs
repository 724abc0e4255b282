//! Easing functions side by side: time to the right, progress upward.

use super::drawing::{BLUE, Drawing, INK, PALE};
use barycast::curve::easing::{Ease, Easing, TimingFunction};
use glam::{DVec2, dvec2};

/// Size of a panel, and of the unit square in it.
const PANEL: DVec2 = dvec2(160.0, 215.0);
const UNIT: f64 = 110.0;
const CORNER: DVec2 = dvec2(25.0, 155.0);
const COLUMNS: usize = 6;
const SAMPLES: u32 = 128;

/// Draws these, or all thirty when there is none.
pub(crate) fn easing(easings: &[TimingFunction]) -> Drawing {
    let thirty: Vec<TimingFunction>;
    let easings = if easings.is_empty() {
        // A kind in each row: in, out, in-out twice.
        thirty = Easing::ALL.map(TimingFunction::Named).to_vec();
        &thirty
    } else {
        easings
    };
    let columns = easings.len().min(COLUMNS);
    let rows = easings.len().div_ceil(columns);
    let mut drawing = Drawing::new(dvec2(columns as f64, rows as f64) * PANEL);
    for (i, easing) in easings.iter().enumerate() {
        let corner = dvec2((i % columns) as f64, (i / columns) as f64) * PANEL + CORNER;
        let at = |t: f64, y: f64| corner + dvec2(t, -y) * UNIT;
        for y in [0.0, 1.0] {
            drawing.line([at(0.0, y), at(1.0, y)], PALE, 1.0);
        }
        drawing.line([at(0.0, 0.0), at(0.0, 1.0)], PALE, 1.0);
        let samples = (0..=SAMPLES).map(|k| f64::from(k) / f64::from(SAMPLES));
        drawing.line(samples.map(|t| at(t, easing.eval(t).clamp(-0.38, 1.38))), BLUE, 2.0);
        let name = easing.to_string();
        // Long names are set in smaller letters, which are about half as wide as high.
        let size = (280.0 / name.len() as f64).min(13.0);
        drawing.words(corner + dvec2(0.0, 56.0), INK, size, name);
    }
    drawing
}
