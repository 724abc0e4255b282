//! Lines, areas, dots and text in 2D, as SVG or as pixels.

use barycast::number::each::MapEach;
use glam::{DVec2, dvec2};
use std::fmt::Write;

/// Red, green and blue.
pub(crate) type Color = [u8; 3];

pub(crate) const BLUE: Color = [0x1b, 0x6c, 0xa8];
pub(crate) const RED: Color = [0xc8, 0x43, 0x3f];
pub(crate) const GREEN: Color = [0x2c, 0x7a, 0x4b];
pub(crate) const INK: Color = [0x33, 0x33, 0x33];
pub(crate) const GREY: Color = [0x88, 0x88, 0x88];
pub(crate) const PALE: Color = [0xbb, 0xbb, 0xbb];

/// Pixels per unit of a drawing.
const SCALE: f64 = 2.0;
/// Average width of a letter relative to its height, rounded up.
const LETTER: f64 = 0.5;
/// Rows and columns of sample points per pixel of an area.
const PLACES: i32 = 4;

/// A drawing with x to the right and y down, from 0 to its size.
pub(crate) struct Drawing {
    size: DVec2,
    marks: Vec<Mark>,
}

enum Mark {
    Line { points: Vec<DVec2>, color: Color, width: f64, dashed: bool },
    Area { points: Vec<DVec2>, color: Color, opacity: f64 },
    Dot { at: DVec2, color: Color, radius: f64 },
    Words { at: DVec2, color: Color, size: f64, words: String },
}

impl Drawing {
    /// Builds a white drawing of this size.
    pub(crate) fn new(size: DVec2) -> Self {
        Self { size, marks: Vec::new() }
    }

    /// Adds a polyline.
    pub(crate) fn line(&mut self, points: impl IntoIterator<Item = DVec2>, color: Color, width: f64) {
        self.marks.push(Mark::Line { points: points.into_iter().collect(), color, width, dashed: false });
    }

    /// Adds a thin dashed polyline.
    pub(crate) fn dashes(&mut self, points: impl IntoIterator<Item = DVec2>, color: Color) {
        self.marks.push(Mark::Line { points: points.into_iter().collect(), color, width: 1.0, dashed: true });
    }

    /// Adds a filled polygon.
    pub(crate) fn area(&mut self, points: impl IntoIterator<Item = DVec2>, color: Color, opacity: f64) {
        self.marks.push(Mark::Area { points: points.into_iter().collect(), color, opacity });
    }

    /// Adds a round dot.
    pub(crate) fn dot(&mut self, at: DVec2, color: Color, radius: f64) {
        self.marks.push(Mark::Dot { at, color, radius });
    }

    /// Adds text at its lower left corner; only SVG shows it.
    pub(crate) fn words(&mut self, at: DVec2, color: Color, size: f64, words: impl Into<String>) {
        self.marks.push(Mark::Words { at, color, size, words: words.into() });
    }

    /// Returns a complete SVG file, at least as wide as its text.
    pub(crate) fn svg(&self) -> String {
        let [width, height] = self.size.to_array();
        let end = |mark: &Mark| match mark {
            Mark::Words { at, size, words, .. } => at.x + LETTER * size * words.chars().count() as f64,
            _ => 0.0,
        };
        let width =
            self.marks.iter().map(end).fold(width, |most, end| if end > most { end.ceil() } else { most });
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" font-family=\"sans-serif\">\n<rect width=\"{width}\" height=\"{height}\" \
             fill=\"#fff\"/>\n"
        );
        for mark in &self.marks {
            let _ = match mark {
                Mark::Line { points, color, width, dashed } => {
                    let dashes = if *dashed { " stroke-dasharray=\"4 3\"" } else { "" };
                    writeln!(
                        out,
                        "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{width}\" \
                         stroke-linejoin=\"round\" stroke-linecap=\"round\"{dashes}/>",
                        list(points),
                        hex(*color)
                    )
                }
                Mark::Area { points, color, opacity } => writeln!(
                    out,
                    "<polygon points=\"{}\" fill=\"{}\" fill-opacity=\"{opacity}\"/>",
                    list(points),
                    hex(*color)
                ),
                Mark::Dot { at, color, radius } => writeln!(
                    out,
                    "<circle cx=\"{:.2}\" cy=\"{:.2}\" r=\"{radius}\" fill=\"{}\"/>",
                    at.x,
                    at.y,
                    hex(*color)
                ),
                Mark::Words { at, color, size, words } => writeln!(
                    out,
                    "<text x=\"{:.2}\" y=\"{:.2}\" font-size=\"{size}\" fill=\"{}\">{}</text>",
                    at.x,
                    at.y,
                    hex(*color),
                    words.replace('&', "&amp;").replace('<', "&lt;")
                ),
            };
        }
        out.push_str("</svg>\n");
        out
    }

    /// Returns width and height in pixels, and the pixels row by row, without text.
    pub(crate) fn pixels(&self) -> ([u32; 2], Vec<u8>) {
        let size = self.size * SCALE;
        let [width, height] = [size.x.ceil() as u32, size.y.ceil() as u32];
        let mut picture = Picture { width, height, colors: vec![0xff; width as usize * height as usize * 3] };
        for mark in &self.marks {
            match mark {
                Mark::Line { points, color, width, dashed } => {
                    let points: Vec<DVec2> = points.iter().map(|p| *p * SCALE).collect();
                    let strokes = if *dashed { dashed_strokes(&points) } else { strokes(&points) };
                    picture.strokes(&strokes, *color, width * SCALE / 2.0);
                }
                Mark::Area { points, color, opacity } => {
                    let points: Vec<DVec2> = points.iter().map(|p| *p * SCALE).collect();
                    picture.area(&points, *color, *opacity);
                }
                Mark::Dot { at, color, radius } => {
                    picture.strokes(&[[*at * SCALE; 2]], *color, radius * SCALE);
                }
                Mark::Words { .. } => {}
            }
        }
        ([width, height], picture.colors)
    }
}

fn list(points: &[DVec2]) -> String {
    let points: Vec<String> = points.iter().map(|p| format!("{:.2},{:.2}", p.x, p.y)).collect();
    points.join(" ")
}

fn hex([r, g, b]: Color) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// Returns the segments between consecutive points.
fn strokes(points: &[DVec2]) -> Vec<[DVec2; 2]> {
    points.windows(2).map(|pair| [pair[0], pair[1]]).collect()
}

/// Returns dashes of four units with gaps of three units.
fn dashed_strokes(points: &[DVec2]) -> Vec<[DVec2; 2]> {
    let (on, period) = (4.0 * SCALE, 7.0 * SCALE);
    let mut out = Vec::new();
    let mut done = 0.0;
    for [a, b] in strokes(points) {
        let length = (b - a).length();
        let at = |s: f64| a + (b - a) * ((s - done) / length.max(1e-9)).clamp(0.0, 1.0);
        let mut start = (done / period).floor() * period;
        while start < done + length {
            if start + on > done {
                out.push([at(start), at(start + on)]);
            }
            start += period;
        }
        done += length;
    }
    out
}

struct Picture {
    width: u32,
    height: u32,
    colors: Vec<u8>,
}

impl Picture {
    /// Returns the pixels within the bounds of the points and a margin.
    fn around(&self, points: impl Iterator<Item = DVec2> + Clone, room: f64) -> [std::ops::Range<u32>; 2] {
        let (low, high) = (
            points.clone().fold(DVec2::INFINITY, DVec2::min) - room,
            points.fold(DVec2::NEG_INFINITY, DVec2::max) + room,
        );
        let clamp = |x: f64, most: u32| x.clamp(0.0, f64::from(most)) as u32;
        [
            clamp(low.x, self.width)..clamp(high.x.ceil(), self.width),
            clamp(low.y, self.height)..clamp(high.y.ceil(), self.height),
        ]
    }

    fn blend(&mut self, x: u32, y: u32, color: Color, part: f64) {
        let start = (y as usize * self.width as usize + x as usize) * 3;
        for (old, new) in self.colors[start..start + 3].iter_mut().zip(color) {
            *old = (f64::from(*old) * (1.0 - part) + f64::from(new) * part).round() as u8;
        }
    }

    /// Blends each pixel by how far the nearest stroke covers it.
    fn strokes(&mut self, strokes: &[[DVec2; 2]], color: Color, radius: f64) {
        let [columns, rows] = self.around(strokes.iter().flatten().copied(), radius + 1.0);
        let mut nearest = vec![f64::INFINITY; columns.len() * rows.len()];
        for [a, b] in strokes {
            let [xs, ys] = self.around([*a, *b].into_iter(), radius + 1.0);
            let along = *b - *a;
            for y in ys {
                for x in xs.clone() {
                    let p = dvec2(f64::from(x) + 0.5, f64::from(y) + 0.5);
                    let t = ((p - *a).dot(along) / along.length_squared().max(1e-300)).clamp(0.0, 1.0);
                    let place = (y - rows.start) as usize * columns.len() + (x - columns.start) as usize;
                    nearest[place] = nearest[place].min((p - *a - along * t).length());
                }
            }
        }
        for (place, distance) in nearest.iter().enumerate() {
            let part = (radius + 0.5 - distance).clamp(0.0, 1.0);
            if part > 0.0 {
                let (x, y) = (place % columns.len(), place / columns.len());
                self.blend(columns.start + x as u32, rows.start + y as u32, color, part);
            }
        }
    }

    /// Blends each pixel by the share of its area in the polygon.
    fn area(&mut self, points: &[DVec2], color: Color, opacity: f64) {
        let [columns, rows] = self.around(points.iter().copied(), 0.0);
        let inside = |p: DVec2| {
            let next = points.iter().cycle().skip(1);
            let crossed = points.iter().zip(next).filter(|(a, b)| {
                (a.y > p.y) != (b.y > p.y) && p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y)
            });
            crossed.count() % 2 == 1
        };
        for y in rows {
            for x in columns.clone() {
                let places = (0..PLACES * PLACES).filter(|i| {
                    let [dx, dy] =
                        [i % PLACES, i / PLACES].each(|k| (f64::from(k) + 0.5) / f64::from(PLACES));
                    inside(dvec2(f64::from(x) + dx, f64::from(y) + dy))
                });
                let part = places.count() as f64 / f64::from(PLACES * PLACES);
                self.blend(x, y, color, part * opacity);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pixel(drawing: &Drawing, x: usize, y: usize) -> Color {
        let ([width, _], colors) = drawing.pixels();
        let start = (y * width as usize + x) * 3;
        [colors[start], colors[start + 1], colors[start + 2]]
    }

    #[test]
    fn lines_areas_and_dots_are_at_their_positions() {
        let mut drawing = Drawing::new(dvec2(20.0, 10.0));
        drawing.line([dvec2(0.0, 2.0), dvec2(20.0, 2.0)], RED, 2.0);
        drawing.area([dvec2(0.0, 5.0), dvec2(5.0, 5.0), dvec2(5.0, 10.0), dvec2(0.0, 10.0)], BLUE, 1.0);
        drawing.dot(dvec2(15.0, 7.0), GREEN, 2.0);
        assert_eq!(
            [pixel(&drawing, 20, 4), pixel(&drawing, 4, 14), pixel(&drawing, 30, 14)],
            [RED, BLUE, GREEN]
        );
        assert_eq!(pixel(&drawing, 20, 14), [0xff; 3]);
    }

    #[test]
    fn dashes_leave_room_between_them() {
        let mut drawing = Drawing::new(dvec2(70.0, 4.0));
        drawing.dashes([dvec2(0.0, 2.0), dvec2(70.0, 2.0)], INK);
        let dark = (0..140).filter(|x| pixel(&drawing, *x, 3)[0] < 0x80).count();
        assert!((70..120).contains(&dark), "{dark}");
    }

    #[test]
    fn words_are_not_cut_off() {
        let mut drawing = Drawing::new(dvec2(100.0, 10.0));
        drawing.words(dvec2(10.0, 9.0), INK, 10.0, "short");
        assert!(drawing.svg().contains(" width=\"100\""));
        drawing.words(dvec2(10.0, 9.0), INK, 10.0, "long ".repeat(10));
        assert!(drawing.svg().contains("viewBox=\"0 0 260 10\" width=\"260\""));
        assert_eq!(drawing.pixels().0, [200, 20]);
    }

    #[test]
    fn words_are_escaped() {
        let mut drawing = Drawing::new(dvec2(1.0, 1.0));
        drawing.words(DVec2::ZERO, INK, 9.0, "a < b & c");
        assert!(drawing.svg().contains("a &lt; b &amp; c</text>"));
    }
}
