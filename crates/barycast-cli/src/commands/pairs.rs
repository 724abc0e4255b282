//! `barycast pairs`: every pair of shapes and who answers it, as it is compiled in.

use super::Failure;
use super::dimensions::Dimensions;
use crate::args::{PairsFormat, PairsOptions};
use std::fmt::Write as _;
use std::io::{self, BufWriter, Write};

const QUESTIONS: [&str; 3] = ["intersects", "distance", "contact"];

/// Prints every pair.
pub(crate) fn run(options: &PairsOptions) -> Result<u8, Failure> {
    let mut out = BufWriter::new(io::stdout().lock());
    let all = Dimensions::all();
    match options.format {
        PairsFormat::Human => {
            let [i, d, c] = QUESTIONS;
            writeln!(out, "{:36} dims  {i:11} {d:9} {c}", "pair")?;
            for (dimensions, [a, b]) in all.iter().flat_map(|d| d.pairs().map(move |pair| (d, pair))) {
                let [i, d, c] = dimensions.answers(a, b);
                writeln!(out, "{:36} {:5} {i:11} {d:9} {c}", format!("{a}_{b}"), dimensions.name)?;
            }
        }
        PairsFormat::Json => {
            for (dimensions, [a, b]) in all.iter().flat_map(|d| d.pairs().map(move |pair| (d, pair))) {
                let [i, d, c] = dimensions.answers(a, b);
                writeln!(
                    out,
                    r#"{{"pair":"{a}_{b}","shapes":["{a}","{b}"],"dimensions":"{}","intersects":"{i}","distance":"{d}","contact":"{c}"}}"#,
                    dimensions.name
                )?;
            }
        }
        PairsFormat::Markdown => write!(out, "{}", markdown(&all))?,
    }
    out.flush()?;
    Ok(0)
}

/// A matrix for each number of dimensions, `intersects` in its cells, and what its letters mean.
fn markdown(all: &[Dimensions]) -> String {
    let mut text =
        "# Who answers which pair\n\nMade by `barycast pairs --format markdown`; a test compares.\n"
            .to_owned();
    for dimensions in all {
        let shapes = &dimensions.shapes;
        let count = dimensions.pairs().count();
        let _ = write!(text, "\n## {}: {} shapes, {count} pairs\n\n", dimensions.name, shapes.len());
        let heads: Vec<_> = (1..=shapes.len()).map(|i| i.to_string()).collect();
        let _ = write!(text, "| | | {} |\n|---|---|{}\n", heads.join(" | "), "---|".repeat(shapes.len()));
        for (i, a) in shapes.iter().enumerate() {
            let cells: Vec<_> = shapes.iter().map(|b| letter(dimensions.answers(a, b)[0])).collect();
            let _ = writeln!(text, "| {} | {a} | {} |", i + 1, cells.join(" | "));
        }
    }
    text += "
| | `intersects` is answered |
|---|---|
| E | exactly, for any finite numbers: by the pair's own formula, over intervals and then rationals |
| C | by the pair's own formula with roots, in twice the digits of `f64` |
| G | by the algorithm of Gilbert, Johnson and Keerthi, in twice the digits of `f64`; of cylinders and polytopes exactly |
| B | by what the shapes are made of: exactly for polytopes, dilated or not, and for discs, cylinders and cones with small ones; else as G |
| A | around an arc of a circle: the nearest angle, bounded over whole stretches, in twice the digits of `f64` |
| P | by the parts of one of them, and as exactly as these |

Every pair answers `distance`, `contact`, `manifold` and `sweep` too. How each question is answered:

| | E, C, G, B | A | P |
|---|---|---|---|
| `distance` | a formula, or the algorithm of G: in twice the digits of `f64`, rounded once | the nearest angle, to the same digits | of the nearest part |
| `contact`, `manifold` | the least translation: exact up to rounding for polytopes, of round shapes to a bound that is told | the least of several that are tried, which leaves them touching | the least translation in the plane where all parts have straight sides, rounded or not, in space of unions of parts with flat sides, of other convex parts to about a thousandth, where they are not too many; of a point in a solid too; else as A; convex polygons and small convex solid meshes as their hull |
| `cast`, `casts` | a formula for every shape; rounded polytopes, and stretched ones of them, by Newton's steps | a quartic, isolated between the roots of its derivatives; circles | the stretches of the parts as one; of meshes and polygons decided exactly |
| `sweep` | Newton's steps from before the touch, never late; turning ones with a bound | steps that no stretch of the arc can outrun, never late | of the part that is first |
| `contains` | exact for hulls of balls, polytopes and cylinders; else in twice the digits | by depth, where it is told | of one part; of polygons exactly |
| `intersection` | exact where all sides are flat; where it has a name | with lines | with lines |

[The protocol](query-protocol.md#what-has-no-answer) lists what has no answer. Casts of lines, rays and segments at every shape
are in the same table.
";
    text
}

fn letter(word: &str) -> &'static str {
    match word {
        "exact" => "E",
        "closed" | "agreed" => "C",
        "gjk" | "own" | "clipped" => "G",
        "body" => "B",
        "parts" => "P",
        "arc" => "A",
        _ => "",
    }
}
