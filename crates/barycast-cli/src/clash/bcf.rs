//! BCF 3.0 (BIM Collaboration Format): issues for building planning software. [BCF 3.0]
//!
//! A zip file with `bcf.version`, `extensions.xml` and one folder per issue, named by its GUID:
//!
//! ```text
//! markup.bcf       title, labels, description, files
//! viewpoint.bcfv   a camera that sees the worst clash; the parts by IFC GUID or path
//! snapshot.png     picture of the worst clash
//! ```
//!
//! GUIDs are derived from the ids of the issues: the same issue is the same topic in the next run.
//! BCF uses metres with z up. Coordinates from glTF, where y is up, are rotated as `IfcConvert`
//! does.

use super::picture::{Pictures, View};
use super::report::{Issue, Report};
use crate::output::length_text;
use barycast::number::each::MapEach;
use glam::{DVec3, dvec3};
use std::fmt::Write as _;
use std::io::{self, Seek, Write};
use std::time::{SystemTime, UNIX_EPOCH};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
const AUTHOR: &str = "barycast";

/// Writes the report with these pictures.
pub(crate) fn write<W: Write + Seek>(report: &Report, out: W, pictures: &Pictures) -> io::Result<()> {
    let mut zip = ZipWriter::new(out);
    let mut add = |name: &str, bytes: &[u8]| -> io::Result<()> {
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        zip.start_file(name, options).map_err(io::Error::other)?;
        zip.write_all(bytes)
    };
    add("bcf.version", format!("{HEAD}<Version VersionId=\"3.0\"/>\n").as_bytes())?;
    add("extensions.xml", extensions(report).as_bytes())?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let date = date(now);
    for (index, issue) in report.issues.iter().enumerate() {
        let topic = guid(&issue.id, "topic");
        let seen = issue.clashes.first().and_then(|worst| pictures.get(worst));
        add(&format!("{topic}/markup.bcf"), markup(report, index, issue, &date, seen.is_some()).as_bytes())?;
        if let Some((picture, png)) = seen {
            add(&format!("{topic}/viewpoint.bcfv"), viewpoint(report, issue, &picture.whole).as_bytes())?;
            add(&format!("{topic}/snapshot.png"), png)?;
        }
    }
    zip.finish().map_err(io::Error::other)?.flush()
}

fn extensions(report: &Report) -> String {
    let listed = |list: &str, item: &str, values: &[&str]| {
        let mut text = format!("  <{list}>\n");
        for value in values {
            let _ = writeln!(text, "    <{item}>{}</{item}>", escaped(value));
        }
        text + &format!("  </{list}>\n")
    };
    let classes: Vec<&str> = report.counts.iter().map(|count| count.class.name()).collect();
    [
        HEAD.to_owned() + "<Extensions>\n",
        listed("TopicTypes", "TopicType", &["Clash"]),
        listed("TopicStatuses", "TopicStatus", &["Open"]),
        listed("Priorities", "Priority", &PRIORITIES),
        listed("TopicLabels", "TopicLabel", &classes),
        listed("Users", "User", &[AUTHOR]),
        listed("SnippetTypes", "SnippetType", &[]),
        listed("Stages", "Stage", &[]),
        "</Extensions>\n".to_owned(),
    ]
    .concat()
}

const PRIORITIES: [&str; 3] = ["high", "normal", "low"];

fn markup(report: &Report, index: usize, issue: &Issue, date: &str, seen: bool) -> String {
    use barycast::scene::clash::Class;
    let metres = report.unit.metres;
    let priority = match issue.class {
        Class::Duplicate | Class::Enclosed | Class::Hard => PRIORITIES[0],
        Class::Touching => PRIORITIES[1],
        Class::Near => PRIORITIES[2],
    };
    let [a, b] = &issue.things;
    let size = match (issue.class, issue.depth) {
        (_, Some(depth)) => format!(", {} deep", report.length_text(depth)),
        (Class::Near, None) => format!(", {} apart", length_text(issue.distance, metres)),
        _ => String::new(),
    };
    let mut about = String::new();
    for &clash in issue.clashes.iter().take(100) {
        let clash = &report.clashes[clash];
        let [a, b] = clash.parts.each(|part| &report.parts[part].path);
        let depth = clash.depth.map(|depth| format!(", {} deep", report.length_text(depth)));
        let most = clash.at_most.filter(|_| !clash.certain);
        let most = most.map(|most| format!(", not certain, at most {} deep", report.length_text(most)));
        let depth = depth.unwrap_or_default() + &most.unwrap_or_default();
        let [x, y, z] = upright(report, clash.points[0] * metres).to_array();
        let _ = writeln!(
            about,
            "{} {a} and {b}: {}{depth}, {} apart, at {x:.4} {y:.4} {z:.4} m",
            clash.id,
            clash.class.name(),
            report.length_text(clash.distance),
        );
    }
    let _ = writeln!(
        about,
        "tolerance {}, clearance {}",
        length_text(report.tolerance.value, metres),
        length_text(report.clearance, metres)
    );
    let mut text = HEAD.to_owned() + "<Markup>\n  <Header>\n    <Files>\n";
    for file in &report.files {
        let name = escaped(&file.path);
        let _ = writeln!(
            text,
            "      <File IsExternal=\"true\"><Filename>{name}</Filename><Reference>{name}</Reference></File>"
        );
    }
    let _ = write!(
        text,
        "    </Files>\n  </Header>\n  <Topic Guid=\"{}\" ServerAssignedId=\"{}\" TopicType=\"Clash\" \
         TopicStatus=\"Open\">\n    <Title>{}</Title>\n    <Priority>{priority}</Priority>\n    \
         <Index>{index}</Index>\n    <Labels><Label>{}</Label></Labels>\n    \
         <CreationDate>{date}</CreationDate>\n    <CreationAuthor>{AUTHOR}</CreationAuthor>\n    \
         <Description>{}</Description>\n",
        guid(&issue.id, "topic"),
        escaped(&issue.id),
        escaped(&format!("{}: {a} and {b}{size}", Report::class_text(issue.class, issue.certain))),
        issue.class.name(),
        escaped(about.trim_end()),
    );
    if seen {
        let _ = write!(
            text,
            "    <Viewpoints>\n      <ViewPoint Guid=\"{}\">\n        <Viewpoint>viewpoint.bcfv</Viewpoint>\n        \
             <Snapshot>snapshot.png</Snapshot>\n        <Index>0</Index>\n      </ViewPoint>\n    </Viewpoints>\n",
            guid(&issue.id, "viewpoint")
        );
    }
    text + "  </Topic>\n</Markup>\n"
}

fn viewpoint(report: &Report, issue: &Issue, view: &View) -> String {
    let metres = report.unit.metres;
    let parts: Vec<usize> = match issue.clashes.first() {
        Some(&worst) => report.clashes[worst].parts.to_vec(),
        None => Vec::new(),
    };
    let components: Vec<String> = parts.iter().map(|part| component(report, *part)).collect();
    let coloring: Vec<String> = components
        .iter()
        .zip(["FF56B4E9", "FFE69F00"])
        .map(|(component, color)| {
            format!("      <Color Color=\"{color}\"><Components>{component}</Components></Color>\n")
        })
        .collect();
    let triple = |name: &str, v: DVec3| {
        // Writes -0 as 0 and keeps all digits.
        let [x, y, z] = (v + 0.0).to_array();
        format!("    <{name}><X>{x}</X><Y>{y}</Y><Z>{z}</Z></{name}>\n")
    };
    let eye = (view.center - view.forward * (view.half * 8.0)) * metres;
    [
        HEAD.to_owned(),
        format!("<VisualizationInfo Guid=\"{}\">\n", guid(&issue.id, "viewpoint")),
        format!("  <Components>\n    <Selection>{}</Selection>\n", components.concat()),
        "    <Visibility DefaultVisibility=\"true\"/>\n".to_owned(),
        format!(
            "    <Coloring>\n{}    </Coloring>\n  </Components>\n  <OrthogonalCamera>\n",
            coloring.concat()
        ),
        triple("CameraViewPoint", upright(report, eye)),
        triple("CameraDirection", upright(report, view.forward)),
        triple("CameraUpVector", upright(report, view.up)),
        format!("    <ViewToWorldScale>{}</ViewToWorldScale>\n", 2.0 * view.half * metres),
        "    <AspectRatio>1</AspectRatio>\n  </OrthogonalCamera>\n</VisualizationInfo>\n".to_owned(),
    ]
    .concat()
}

/// Identifies a part by its IFC GUID if its name is one, as `IfcConvert --use-element-guids` writes
/// it, else by its path.
fn component(report: &Report, part: usize) -> String {
    let part = &report.parts[part];
    let is_guid =
        part.name.len() == 22 && part.name.bytes().all(|b| b.is_ascii_alphanumeric() || b"_$".contains(&b));
    if is_guid {
        format!("<Component IfcGuid=\"{}\"/>", part.name)
    } else {
        let (file, path) = (escaped(&report.files[part.file].path), escaped(&part.path));
        format!(
            "<Component><OriginatingSystem>{file}</OriginatingSystem><AuthoringToolId>{path}</AuthoringToolId></Component>"
        )
    }
}

/// Returns the vector with z up.
fn upright(report: &Report, v: DVec3) -> DVec3 {
    let is_gltf = |path: &str| [".glb", ".gltf"].iter().any(|ending| path.to_lowercase().ends_with(ending));
    if report.files.iter().all(|file| is_gltf(&file.path)) { dvec3(v.x, -v.z, v.y) } else { v }
}

/// Returns the GUID for an id and a use: 128-bit FNV-1a, marked as a custom GUID (version 8).
fn guid(id: &str, used_for: &str) -> String {
    let mut hash = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d_u128;
    for byte in id.bytes().chain([0]).chain(used_for.bytes()) {
        hash = (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
    }
    let marked = hash & !(0xf << 76) & !(0x3 << 62) | (0x8 << 76) | (0x2 << 62);
    let digits = format!("{marked:032x}");
    [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]].join("-")
}

/// Formats seconds since 1970 as `2026-11-22T06:30:00Z`. Years start in March, so that leap days
/// come last; the calendar repeats after 146,097 days.
fn date(seconds: u64) -> String {
    let days = seconds / 86400 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (day, month) = (day - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    let year = era * 400 + year + u64::from(month <= 2);
    let second = seconds % 86400;
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", second / 3600, second / 60 % 60, second % 60)
}

/// Escapes text for XML and drops the characters that XML does not allow.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(date(0), "1970-01-01T00:00:00Z");
        assert_eq!(date(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(date(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(date(1_795_329_000), "2026-11-22T06:30:00Z");
    }

    #[test]
    fn a_guid_is_the_same_for_the_same_id_and_another_for_another_use() {
        let one = guid("0123456789abcdef", "topic");
        assert_eq!(one, guid("0123456789abcdef", "topic"));
        assert_ne!(one, guid("0123456789abcdef", "viewpoint"));
        let lengths: Vec<usize> = one.split('-').map(str::len).collect();
        assert_eq!((lengths, &one[14..15]), (vec![8, 4, 4, 4, 12], "8"));
    }

    #[test]
    fn names_are_text_of_xml() {
        assert_eq!(escaped("a<b> & \"c\"\u{1}"), "a&lt;b&gt; &amp; &quot;c&quot;\u{fffd}");
    }
}
