//! The clashes as a table for spreadsheets.

use super::report::Report;
use std::io::{self, Write};

/// A line of heads, then a line a clash, worst first. Lengths are in the unit of the last column.
pub(crate) fn write(report: &Report, mut out: impl Write) -> io::Result<()> {
    writeln!(
        out,
        "id,issue,class,certain,status,depth,at_most,distance,a,b,a_file,b_file,a_x,a_y,a_z,b_x,b_y,b_z,out_x,out_y,\
         out_z,unit"
    )?;
    for clash in report.issues.iter().flat_map(|issue| &issue.clashes).map(|index| &report.clashes[*index]) {
        let parts = clash.parts.map(|part| &report.parts[part]);
        let status = clash.status.map_or("", super::report::Status::name);
        let [depth, at_most] =
            [clash.depth, clash.at_most].map(|depth| depth.map_or(String::new(), |depth| depth.to_string()));
        let issue = &report.issues[clash.issue].id;
        let (class, certain) = (clash.class.name(), clash.certain);
        write!(out, "{},{issue},{class},{certain},{status},{depth},{at_most},{}", clash.id, clash.distance)?;
        for text in [
            &parts[0].path,
            &parts[1].path,
            &report.files[parts[0].file].path,
            &report.files[parts[1].file].path,
        ] {
            write!(out, ",{}", field(text))?;
        }
        for point in clash.points {
            write!(out, ",{},{},{}", point.x, point.y, point.z)?;
        }
        match clash.direction {
            Some(way) => write!(out, ",{},{},{}", way.x, way.y, way.z)?,
            None => write!(out, ",,,")?,
        }
        writeln!(out, ",{}", field(&report.unit.name))?;
    }
    Ok(())
}

/// In quotes where it needs them.
pub(super) fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
