//! `barycast clash -o`: the HTML page, BCF, and the coloured scene.

mod program;

use program::{CUBE, folder, run};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Creates cubes of side 1 in a row: the second is 0.25 deep in the first, the third touches the
/// second, the fourth is 0.03 from the third. The name of the first must be escaped in HTML and
/// XML.
fn cubes(name: &str) -> PathBuf {
    let folder = folder(name);
    let mut text = String::new();
    for (i, (name, x)) in
        [("</script><b>&\"a\"", 0.0), ("second", 0.75), ("third", 1.75), ("fourth", 2.78)].iter().enumerate()
    {
        let _ = writeln!(text, "o {name}");
        for line in CUBE.lines() {
            let numbers: Vec<f64> = line.split(' ').skip(1).map(|x| x.parse().unwrap()).collect();
            let moved = match line.split_at(1).0 {
                "v" => vec![numbers[0] + x, numbers[1], numbers[2]],
                _ => numbers.iter().map(|n| n + 8.0 * i as f64).collect(),
            };
            let moved: Vec<String> = moved.iter().map(f64::to_string).collect();
            let _ = writeln!(text, "{} {}", &line[..1], moved.join(" "));
        }
    }
    std::fs::write(folder.join("cubes.obj"), text).unwrap();
    folder
}

fn written(folder: &Path, file: &str) -> Vec<u8> {
    let (status, said, error) =
        run(folder, &["clash", "cubes.obj", "--unit", "m", "--clearance", "50mm", "-o", file]);
    assert_eq!((status, error.as_str()), (Some(1), ""), "{said}");
    std::fs::read(folder.join(file)).unwrap()
}

/// Returns the data of the page.
fn data(page: &str) -> Value {
    let start = page.find("id=\"data\">").unwrap() + 10;
    let end = start + page[start..].find("</script>").unwrap();
    serde_json::from_str(&page[start..end]).unwrap()
}

#[test]
fn the_page_is_self_contained_with_all_clashes_and_pictures() {
    let folder = cubes("clash-page");
    let page = String::from_utf8(written(&folder, "report.html")).unwrap();
    assert!(!page.contains("http") && !page.contains("<link") && !page.contains("import"));
    assert_eq!((page.matches("<script").count(), page.contains("{{")), (2, false));
    let data = data(&page);
    let rows = data["rows"].as_array().unwrap();
    assert_eq!(
        rows.iter().map(|row| row["class"].as_str().unwrap()).collect::<Vec<_>>(),
        ["hard", "touching", "near"]
    );
    assert_eq!(
        (&data["counts"]["hard"], rows[0]["a"].as_str().unwrap()),
        (&Value::from(1), "cubes/</script><b>&\"a\"")
    );
    assert!((rows[0]["depth"].as_f64().unwrap() - 0.25).abs() < 1e-9);
    for row in rows {
        let picture = &data["pictures"][row["picture"].as_u64().unwrap() as usize]["png"];
        assert!(picture.as_str().unwrap().starts_with("data:image/png;base64,iVBOR"));
    }
}

#[test]
fn the_section_of_a_picture_shows_the_overlap() {
    let folder = cubes("clash-picture");
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(written(&folder, "report.bcf"))).unwrap();
    let (mut red, mut marked) = (0, Vec::new());
    for name in names(&mut zip).iter().filter(|name| name.ends_with("snapshot.png")) {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes(&mut zip, name))).read_info().unwrap();
        let mut pixels = vec![0; decoder.output_buffer_size().unwrap()];
        let info = decoder.next_frame(&mut pixels).unwrap();
        assert_eq!(pixels.len(), 3 * info.width as usize * info.height as usize);
        // Blue, orange, and in one of the three pictures red: the overlap of both cubes.
        let count = |color: [u8; 3]| pixels.chunks(3).filter(|pixel| *pixel == color).count();
        assert!(count([87, 181, 232]) > 1000 && count([230, 158, 0]) > 1000, "{name}");
        red += usize::from(count([204, 41, 31]) > 1000);
        marked.push(count([204, 26, 26]));
    }
    assert_eq!(red, 1);
    // All pictures have a ring, and the one of overlapping cubes also has the intersection curve.
    marked.sort_unstable();
    assert!(marked[0] > 50 && marked[1] < marked[0] + 20 && marked[2] > marked[1] + 100, "{marked:?}");
}

#[test]
fn the_worst_issues_have_pictures_up_to_the_limit() {
    let folder = cubes("clash-pictures");
    for (wanted, drawn) in [("none", 0), ("0", 0), ("1", 1), ("2", 2), ("9", 3)] {
        let arguments =
            ["clash", "cubes.obj", "--unit", "m", "--clearance", "50mm", "--pictures", wanted, "-o"];
        assert_eq!(run(&folder, &[&arguments[..], &["r.html"]].concat()).0, Some(1));
        let data = data(&std::fs::read_to_string(folder.join("r.html")).unwrap());
        let has: Vec<bool> =
            data["rows"].as_array().unwrap().iter().map(|row| !row["picture"].is_null()).collect();
        assert_eq!(has, [0, 1, 2].map(|i| i < drawn), "{wanted}");
        assert_eq!(run(&folder, &[&arguments[..], &["r.bcf"]].concat()).0, Some(1));
        let zip = zip::ZipArchive::new(std::fs::File::open(folder.join("r.bcf")).unwrap()).unwrap();
        assert_eq!(zip.file_names().filter(|name| name.ends_with("snapshot.png")).count(), drawn);
    }
    assert_eq!(run(&folder, &["clash", "cubes.obj", "-o", "r.html", "--pictures", "some"]).0, Some(2));
}

#[test]
fn the_page_reports_resolved_clashes() {
    let folder = cubes("clash-page-resolved");
    assert_eq!(
        run(&folder, &["clash", "cubes.obj", "--unit", "m", "--only", "touching", "-o", "r.json"]).0,
        Some(1)
    );
    let text = std::fs::read_to_string(folder.join("cubes.obj")).unwrap();
    // The third cube no longer touches the second.
    let (before, third) = text.split_at(text.find("o third").unwrap());
    std::fs::write(folder.join("cubes.obj"), before.to_owned() + &third.replace("v 1.75 ", "v 1.85 "))
        .unwrap();
    let arguments =
        ["clash", "cubes.obj", "--unit", "m", "--only", "touching", "--baseline", "r.json", "-o", "r.html"];
    assert_eq!(run(&folder, &arguments).0, Some(0));
    let data = data(&std::fs::read_to_string(folder.join("r.html")).unwrap());
    assert_eq!(data["resolved"][0], "cubes/second and cubes/third: was touching, now clear");
    assert!(
        data["summary"].as_str().unwrap().contains("Resolved since the baseline: 1"),
        "{}",
        data["summary"]
    );
}

fn names(zip: &mut zip::ZipArchive<impl Read + std::io::Seek>) -> Vec<String> {
    zip.file_names().map(str::to_owned).collect()
}

fn bytes(zip: &mut zip::ZipArchive<impl Read + std::io::Seek>, name: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    zip.by_name(name).unwrap().read_to_end(&mut bytes).unwrap();
    bytes
}

/// Returns the names of the children of every element, in order, by the element's path, and checks
/// that elements nest.
fn children(xml: &str) -> BTreeMap<String, Vec<String>> {
    let (mut open, mut found): (Vec<String>, BTreeMap<String, Vec<String>>) = (Vec::new(), BTreeMap::new());
    for tag in xml.split('<').skip(1) {
        let tag = &tag[..tag.find('>').unwrap()];
        let name = tag.split([' ', '/']).find(|name| !name.is_empty()).unwrap().to_owned();
        if tag.starts_with('?') {
            continue;
        }
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name));
            continue;
        }
        found.entry(open.join("/")).or_default().push(name.clone());
        if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty());
    found
}

/// Children of these elements in the order of BCF 3.0, as far as they are written.
const ORDERS: [(&str, &[&str]); 9] = [
    ("", &["Markup", "VisualizationInfo", "Extensions", "Version"]),
    ("Markup", &["Header", "Topic"]),
    (
        "Markup/Topic",
        &[
            "Title",
            "Priority",
            "Index",
            "Labels",
            "CreationDate",
            "CreationAuthor",
            "Description",
            "Viewpoints",
        ],
    ),
    ("Markup/Topic/Viewpoints/ViewPoint", &["Viewpoint", "Snapshot", "Index"]),
    ("Markup/Header/Files/File", &["Filename", "Date", "Reference"]),
    ("VisualizationInfo", &["Components", "OrthogonalCamera"]),
    ("VisualizationInfo/Components", &["Selection", "Visibility", "Coloring"]),
    (
        "VisualizationInfo/OrthogonalCamera",
        &["CameraViewPoint", "CameraDirection", "CameraUpVector", "ViewToWorldScale", "AspectRatio"],
    ),
    (
        "Extensions",
        &["TopicTypes", "TopicStatuses", "Priorities", "TopicLabels", "Users", "SnippetTypes", "Stages"],
    ),
];

#[test]
fn bcf_has_a_topic_for_each_issue_with_a_viewpoint_and_a_snapshot() {
    let folder = cubes("clash-bcf");
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(written(&folder, "report.bcf"))).unwrap();
    let names = names(&mut zip);
    let text = |zip: &mut _, name: &str| String::from_utf8(bytes(zip, name)).unwrap();
    assert!(text(&mut zip, "bcf.version").contains("VersionId=\"3.0\""));
    let topics: Vec<&str> = names.iter().filter_map(|name| name.strip_suffix("/markup.bcf")).collect();
    assert_eq!((topics.len(), names.len()), (3, 2 + 3 * 3));
    let is_guid = |text: &str| {
        let groups: Vec<usize> = text.split('-').map(str::len).collect();
        groups == [8, 4, 4, 4, 12]
            && text.chars().all(|c| c == '-' || c.is_ascii_digit() || ('a'..='f').contains(&c))
    };
    for topic in &topics {
        let markup = text(&mut zip, &format!("{topic}/markup.bcf"));
        let viewpoint = text(&mut zip, &format!("{topic}/viewpoint.bcfv"));
        assert!(is_guid(topic) && markup.contains(&format!("<Topic Guid=\"{topic}\"")));
        let guid = |xml: &str, of: &str| {
            let start = xml.find(&format!("<{of} Guid=\"")).unwrap() + of.len() + 8;
            xml[start..start + 36].to_owned()
        };
        assert_eq!(guid(&markup, "ViewPoint"), guid(&viewpoint, "VisualizationInfo"));
        assert!(is_guid(&guid(&markup, "ViewPoint")));
    }
    for name in names.iter().filter(|name| !name.ends_with("snapshot.png")) {
        let children = children(&text(&mut zip, name));
        for (element, order) in ORDERS {
            let places: Vec<_> = children
                .get(element)
                .into_iter()
                .flatten()
                .map(|child| {
                    order
                        .iter()
                        .position(|name| name == child)
                        .unwrap_or_else(|| panic!("{name}: {element}/{child}"))
                })
                .collect();
            assert!(places.is_sorted(), "{name}: {element}");
        }
    }
    // Running it again gives the same topic names.
    let mut again = zip::ZipArchive::new(std::io::Cursor::new(written(&folder, "again.bcf"))).unwrap();
    assert_eq!(sorted(self::names(&mut again)), sorted(names.clone()));
}

fn sorted(mut names: Vec<String>) -> Vec<String> {
    names.sort();
    names
}

#[test]
fn the_scene_has_a_colour_for_each_class() {
    let folder = cubes("clash-glb");
    written(&folder, "report.glb");
    let scene = barycast_io::read(folder.join("report.glb")).unwrap();
    let colors: Vec<_> = scene.parts.iter().map(|part| part.color.unwrap()).collect();
    assert_eq!(scene.parts[1].name, "cubes/second");
    // The order of the parts is hard, hard, touching, near.
    assert!(colors[0] == colors[1] && colors[1] != colors[2] && colors[2] != colors[3]);
}

/// Script that clicks the page's buttons and writes the visible result to an element for the test.
const CLICKS: &str = r##"<script>
const said = {}, table = () => [...document.querySelectorAll("#rows tr")].map(r => r.cells[0].textContent);
const type = (id, value) => { const e = document.getElementById(id); e.value = value; e.dispatchEvent(new Event("input")); };
said.all = table();
document.querySelectorAll("#heads button")[2].click(); said.by_gap = table();
document.querySelectorAll("#heads button")[2].click(); said.by_gap_down = table();
said.sorted = [...document.querySelectorAll("#heads th")].map(h => h.getAttribute("aria-sort"))[2];
document.querySelector("#classes button[data-class=hard]").click(); said.without_hard = table();
document.querySelector("#classes button[data-class=hard]").click();
type("text", "FOURTH"); said.fourth = table(); said.count = document.getElementById("count").textContent;
type("text", "");
const row = [...document.querySelectorAll("#rows tr")].find(r => r.cells[0].textContent === "hard");
row.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
said.chosen = document.querySelector("#rows tr[aria-selected=true]").cells[0].textContent;
said.title = document.querySelector("#detail h2").textContent;
const image = document.querySelector("#detail img");
// The browser waits for images to load, but not for them to be decoded.
const report = () => {
  said.width = image.naturalWidth; said.alt = image.alt.length > 20;
  const out = document.createElement("pre"); out.id = "said"; out.textContent = JSON.stringify(said); document.body.append(out);
};
if (image.complete) report(); else image.onload = image.onerror = report;
</script></body>"##;

#[test]
fn in_a_browser_rows_are_sorted_filtered_and_opened() {
    let browsers = ["chromium", "chromium-browser", "google-chrome", "chrome"];
    let named = std::env::var("BARYCAST_BROWSER").ok();
    let works =
        |browser: &&str| Command::new(browser).arg("--version").output().is_ok_and(|o| o.status.success());
    let Some(browser) = named.as_deref().or(browsers.iter().copied().find(|browser| works(browser))) else {
        eprintln!("no browser here: set BARYCAST_BROWSER, or install chromium");
        return;
    };
    let folder = cubes("clash-browser");
    let page = String::from_utf8(written(&folder, "report.html")).unwrap();
    std::fs::write(folder.join("clicked.html"), page.replace("</body>", CLICKS)).unwrap();
    let url = format!("file://{}", folder.join("clicked.html").display());
    let profile = format!("--user-data-dir={}", folder.join("profile").display());
    let options = ["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=5000", "--dump-dom"];
    let output = Command::new(browser).args(options).args([&profile, &url]).output().unwrap();
    let dom = String::from_utf8_lossy(&output.stdout).into_owned();
    let start = dom.find("<pre id=\"said\">").unwrap_or_else(|| panic!("{dom}")) + 15;
    let end = start + dom[start..].find("</pre>").unwrap();
    let said = dom[start..end].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    let said: Value = serde_json::from_str(&said).unwrap();
    let listed = |key: &str| {
        said[key].as_array().unwrap().iter().map(|x| x.as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(listed("all"), ["hard", "touching", "near"], "{said}");
    assert_eq!(listed("by_gap"), ["hard", "touching", "near"]);
    assert_eq!(listed("by_gap_down")[0], "near");
    assert_eq!((&said["sorted"], listed("without_hard").len()), (&Value::from("descending"), 2));
    assert_eq!((listed("fourth"), &said["count"]), (vec!["near".to_owned()], &Value::from("1 row")));
    assert_eq!((&said["chosen"], &said["alt"]), (&Value::from("hard"), &Value::from(true)));
    assert_eq!(said["title"], "cubes/</script><b>&\"a\" and cubes/second");
    assert!(said["width"].as_u64() > Some(100), "{said}");
}
