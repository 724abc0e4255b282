//! `barycast plot`: an SVG with text, and a PNG of the same drawing.

mod program;

use program::{folder, run};

#[test]
fn every_kind_is_drawn_as_svg_and_as_png() {
    let folder = folder("plot-kinds");
    for kind in ["easing", "curve", "surface", "clip", "shadow"] {
        let (svg, png) = (format!("{kind}.svg"), format!("{kind}.png"));
        assert_eq!(run(&folder, &["plot", kind, "-o", &svg]).0, Some(0));
        assert_eq!(run(&folder, &["plot", kind, "-o", &png]).0, Some(0));
        let text = std::fs::read_to_string(folder.join(svg)).unwrap();
        assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n") && !text.contains("NaN"), "{kind}");
        let bytes = std::fs::read(folder.join(png)).unwrap();
        assert!(bytes.starts_with(b"\x89PNG") && bytes.len() > 5000, "{kind}");
    }
}

#[test]
fn drawings_can_be_selected() {
    let folder = folder("plot-chosen");
    let (status, text, _) =
        run(&folder, &["plot", "easing", "easeOutBack", "steps(3, jump-none)", "-o", "-"]);
    assert_eq!(status, Some(0));
    assert!(text.contains(">easeOutBack<") && text.contains(">steps(3, jump-none)<"), "{text}");
    let curve = ["plot", "curve", "--curve", "natural", "--point", "0,0", "--point", "3,4", "-o", "-"];
    let (_, text, _) = run(&folder, &curve);
    assert!(text.contains("natural spline: 5.0000 long"), "{text}");
    let surface = ["plot", "surface", "--surface", "b-spline", "--above=-3,0,0", "-o", "-"];
    let (_, text, _) = run(&folder, &surface);
    // The nearest point is the corner of the grid.
    assert!(text.contains("B-spline: 3.0000 away"), "{text}");
    let clip = ["plot", "clip", "--window", "0,0,4,4", "--segment", "-1,7,4,-1", "-o", "-"];
    let (_, text, _) = run(&folder, &clip);
    assert!(text.contains(">1001<") && text.contains(">0100<"), "{text}");
    let (_, text, _) = run(&folder, &["plot", "shadow", "--sun", "1,-2,0", "-o", "-"]);
    assert!(text.contains("the sun along (1, -2, 0)"), "{text}");
}

#[test]
fn invalid_drawings_are_errors() {
    let folder = folder("plot-wrong");
    for (arguments, stdout) in [
        (&["plot", "easing", "easy", "-o", "a.svg"][..], "easy is not an easing"),
        (&["plot", "shadow", "--sun", "1,0,0", "-o", "a.svg"], "light must not run along the plane"),
        (&["plot", "shadow", "--lamp", "0,1,0", "-o", "a.svg"], "light must be above the whole cube"),
        (&["plot", "curve", "--curve", "b-spline", "--point", "1,2", "-o", "a.svg"], "must be at least 4"),
        (&["plot", "curve", "--above", "1,0,0", "-o", "a.svg"], "--above belongs to `barycast plot surface`"),
        (&["plot", "clip", "--sun", "1,0,0", "-o", "a.svg"], "--sun belongs to `barycast plot shadow`"),
        (&["plot", "clip", "--window", "4,0,0,4", "-o", "a.svg"], "min must not exceed max"),
        (&["plot", "clip", "-o", "a.gif"], "neither an .svg nor a .png"),
    ] {
        let (status, _, error) = run(&folder, arguments);
        assert!(status == Some(2) && error.contains(stdout), "{arguments:?}: {error}");
    }
}

#[test]
fn drawings_without_or_with_too_large_extent_are_errors() {
    let folder = folder("plot-extents");
    for (words, stdout) in [
        (&["clip", "--window", "0,0,0,0", "--segment=0,0,0,0"][..], "no extent"),
        (&["clip", "--window", "1,1,1,1", "--segment=1,1,1,1"], "no extent"),
        (&["clip", "--window", "0,0,1e308,1e308", "--segment=-1e308,-1e308,1e308,1e308"], "inf wide"),
        (&["clip", "--window", "0,0,0,0", "--segment=0,0,1e-200,0"], "1e-200 wide"),
        (&["curve", "--curve", "bezier", "--point", "1,1"], "no extent"),
        (&["curve", "--curve", "bezier", "--point", "1,1", "--point", "1,1"], "no extent"),
    ] {
        let (status, text, error) = run(&folder, &[&["plot"], words, &["-o", "-"]].concat());
        assert!(status == Some(2) && text.is_empty() && error.contains(stdout), "{words:?} {error}");
    }
    for words in [
        &["clip", "--window", "1,1,1,1", "--segment=0,0,9,0"][..],
        &["clip", "--window", "0,0,1e-99,0", "--segment=0,0,0,0"],
        &["curve", "--curve", "bezier", "--point", "1,1", "--from", "1,2"],
        &["curve", "--curve", "bezier", "--point", "1e99,1", "--point", "0,1"],
    ] {
        let (status, text, error) = run(&folder, &[&["plot"], words, &["-o", "-"]].concat());
        assert!(
            status == Some(0) && !text.contains("NaN") && !text.contains("inf"),
            "{words:?} {error}\n{text}"
        );
    }
}
