//! `barycast clash`: which parts of an assembly touch, and how badly.

use super::{Failure, place, quoted};
use crate::args::{ClashFormat, ClashOptions, FailOn};
use crate::clash::baseline::{Question, Since};
use crate::clash::identity::Identities;
use crate::clash::input::{Found, Input, Reading, files};
use crate::clash::outputs::Kind;
use crate::clash::pairs::Touching;
use crate::clash::report::{Clash, Line, Part, Report, Status, Times, Tolerance, Warning};
use crate::clash::sets::Sets;
use crate::clash::units::{LengthValue, UnitValue};
use crate::clash::{baseline, columns, csv, groups, json, parquet, table, warnings};
use crate::say::{self, said};
use barycast::mesh::MeetingLine;
use barycast::number::each::MapEach;
use barycast::scene::clash::{Assembly, ClashError, Class, Limits};
use barycast_io::ReadError;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

/// Something was found.
const FOUND: u8 = 1;
/// What is taken for touching when nobody says.
const TOLERANCE: LengthValue =
    LengthValue { number: 0.1, unit: Some(UnitValue { name: "mm", metres: 1e-3 }) };

/// Reads, compares, reports.
pub(crate) fn run(options: &ClashOptions) -> Result<u8, Failure> {
    let shown = options.output.as_deref().and_then(Kind::of);
    let shown = shown.filter(|_| options.format.is_none() && !options.pairs);
    let format = if shown.is_some() { ClashFormat::Table } else { format(options)? };
    if options.lines && !matches!(format, ClashFormat::Json | ClashFormat::Ndjson) {
        return Err(Failure::Usage {
            what: "--lines are told in JSON only".to_owned(),
            next: "barycast clash FILE --lines --format json".to_owned(),
        });
    }
    let files = files(&options.files)?;
    check_output(options, &files)?;
    let reading = Reading {
        format: options.kind,
        unit: options.unit,
        tolerance: options.tolerance.unwrap_or(TOLERANCE),
        split: options.split,
        strict: options.strict,
    };
    let input = Input::read(&files, &reading)?;
    if options.pairs {
        return pairs(options, &input);
    }
    let (report, assembly) = compare(options, input)?;
    let written = match &options.output {
        Some(path) if shown.is_some() => {
            shown.map_or(Ok(()), |kind| kind.write(&report, &assembly, options.pictures, path))?;
            table::write(&report, options.verbose, io::stdout().lock()).map_err(Failure::from)
        }
        Some(path) if path != Path::new("-") => {
            let file = File::create(path).map_err(|error| Failure::write(path, error))?;
            let result = write(options, &report, format, BufWriter::new(file))
                .map_err(|error| Failure::write(path, error));
            let table = table::write(&report, options.verbose, io::stdout().lock()).map_err(Failure::from);
            result.and(table)
        }
        _ => write(options, &report, format, BufWriter::new(io::stdout().lock())).map_err(Failure::from),
    };
    read_or_not(written)?;
    let fails = report.clashes.iter().any(|clash| fails(clash, &options.fail_on))
        || options.strict && report.parts_without_inside > 0;
    Ok(if fails { FOUND } else { 0 })
}

/// The report goes to none of the files that are compared.
fn check_output(options: &ClashOptions, files: &[Found]) -> Result<(), Failure> {
    let Some(output) = options.output.as_deref().filter(|path| *path != Path::new("-")) else {
        return Ok(());
    };
    // What is written over is there.
    let written = place(output);
    if !output.exists() || !files.iter().any(|file| place(&file.path) == written) {
        return Ok(());
    }
    let stem = output.file_stem().unwrap_or_default().to_string_lossy();
    let named: Vec<String> = options.files.iter().map(|path| quoted(path)).collect();
    let other = quoted(&output.with_file_name(format!("{stem}-clashes.glb")));
    Err(Failure::Usage {
        what: format!("-o would overwrite {}, which is compared", output.display()),
        next: format!("barycast clash {} -o {other}", named.join(" ")),
    })
}

/// It counts as found.
fn fails(clash: &Clash, on: &[FailOn]) -> bool {
    let of_class = |on: &FailOn| match on {
        FailOn::Duplicate => Some(Class::Duplicate),
        FailOn::Enclosed => Some(Class::Enclosed),
        FailOn::Hard => Some(Class::Hard),
        FailOn::Touching => Some(Class::Touching),
        FailOn::Near => Some(Class::Near),
        FailOn::New | FailOn::None => None,
    };
    let mut classes = on.iter().filter_map(of_class).peekable();
    let counts = classes.peek().is_none() || classes.any(|class| class == clash.class);
    counts
        && !on.contains(&FailOn::None)
        && (!on.contains(&FailOn::New) || clash.status != Some(Status::Persisting))
}

/// What is written, if this program can.
fn format(options: &ClashOptions) -> Result<ClashFormat, Failure> {
    let format = asked_format(options)?;
    if format == ClashFormat::Parquet && !cfg!(feature = "parquet") {
        return Err(Failure::Usage {
            what: "this program was built without Parquet".to_owned(),
            next: "cargo install barycast-cli --features parquet   # or --format csv".to_owned(),
        });
    }
    Ok(format)
}

/// By the option or by the ending of the file.
fn asked_format(options: &ClashOptions) -> Result<ClashFormat, Failure> {
    let Some(path) = options.output.as_deref().filter(|path| *path != Path::new("-")) else {
        return Ok(options.format.unwrap_or(ClashFormat::Table));
    };
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    let by_ending = match ending.as_str() {
        "json" => Some(ClashFormat::Json),
        "ndjson" | "jsonl" => Some(ClashFormat::Ndjson),
        "csv" => Some(ClashFormat::Csv),
        "parquet" => Some(ClashFormat::Parquet),
        "txt" => Some(ClashFormat::Table),
        _ => None,
    };
    options.format.or(by_ending).ok_or_else(|| Failure::Usage {
        what: format!(
            "{}: a report ends in .html, .bcf, .glb, .json, .ndjson, .csv, .parquet or .txt, or --format says what it is",
            path.display()
        ),
        next: "barycast clash FILE -o report.json".to_owned(),
    })
}

fn write(
    options: &ClashOptions,
    report: &Report,
    format: ClashFormat,
    mut out: impl Write,
) -> io::Result<()> {
    match format {
        ClashFormat::Table => table::write(report, options.verbose, &mut out)?,
        ClashFormat::Json => json::write_json(report, &mut out)?,
        ClashFormat::Ndjson => json::write_ndjson(report, &mut out)?,
        ClashFormat::Csv => csv::write(&columns::CLASH, columns::clashes(report), &mut out)?,
        ClashFormat::Parquet => parquet::write(&columns::CLASH, columns::clashes(report), &mut out)?,
    }
    out.flush()
}

/// Returns the tolerance of the command line, or the default, in the unit of the files.
fn asked_tolerance(options: &ClashOptions, input: &Input) -> f64 {
    options.tolerance.unwrap_or(TOLERANCE).in_units_of(input.unit.metres)
}

/// What holds, where these pairs were found; and a warning of those whose coordinates allow no less than more.
fn tolerance(
    asked: f64,
    input: &Input,
    found: impl Iterator<Item = [usize; 2]>,
) -> (Tolerance, Option<Warning>) {
    let mut tolerance = Tolerance { value: asked, asked, floor: 0.0, raised: 0 };
    let mut raised = Vec::new();
    for pair in found {
        let least = input.assembly.tolerance(pair, 0.0);
        tolerance.floor = tolerance.floor.max(least);
        if least > asked {
            raised.push(pair);
        }
    }
    tolerance.raised = raised.len();
    let warning = || {
        let metres = input.unit.metres;
        let text = format!(
            "{} by a larger tolerance than {}, of up to {}, as their coordinates allow no less: {}",
            say::count(raised.len(), "pair is compared", "pairs are compared"),
            said(asked, metres),
            said(tolerance.floor, metres),
            warnings::pairs_named(&raised, &input.parts)
        );
        Warning { part: None, kind: "tolerance", text }
    };
    let warning = (!raised.is_empty()).then(warning);
    (tolerance, warning)
}

/// What a search finds, under a bar of what is done, and what all took.
fn search<T>(
    options: &ClashOptions,
    input: &Input,
    search: impl FnOnce(&mut dyn FnMut(f64) -> ControlFlow<()>) -> Result<Option<Vec<T>>, ClashError>,
) -> Result<(Vec<T>, Times), Failure> {
    let bar = say::progress("comparing", 1000);
    let start = Instant::now();
    let found = search(&mut |done| {
        bar.set_position((done * 1000.0) as u64);
        ControlFlow::Continue(())
    });
    let [read_ms, build_ms, search_ms] =
        [input.took[0], input.took[1], start.elapsed()].each(say::milliseconds);
    bar.finish_and_clear();
    let found = found.map_err(|error| {
        let path = options.files.first().cloned().unwrap_or_default();
        ReadError::Content { path, what: error.to_string() }
    })?;
    Ok((found.unwrap_or_default(), Times { read_ms, build_ms, search_ms }))
}

/// Which parts touch.
fn pairs(options: &ClashOptions, input: &Input) -> Result<u8, Failure> {
    let (format, asked) = (format(options)?, asked_tolerance(options, input));
    let sets = Sets::new(options, input)?;
    let (found, times) =
        search(options, input, |watch| input.assembly.touching(asked, |a, b| sets.count(a, b), watch))?;
    let (tolerance, raised) = tolerance(asked, input, found.iter().copied());
    let warnings = sets.warnings(&input.warnings, raised.into_iter().chain(sets.warning()));
    let found: Vec<_> =
        found.into_iter().map(|pair| (sets.oriented(pair), input.assembly.tolerance(pair, asked))).collect();
    let Input { parts, unit, files, .. } = input;
    let without = without_inside(parts, &sets.parts());
    let pairs = Touching::new(
        &found,
        parts,
        (unit, files),
        (&warnings, options.verbose),
        (tolerance, times, sets.pairs()),
        without,
    );
    match options.output.as_deref().filter(|path| *path != Path::new("-")) {
        Some(path) => File::create(path)
            .and_then(|file| pairs.write(format, BufWriter::new(file)))
            .map_err(|error| Failure::write(path, error))?,
        None => read_or_not(pairs.write(format, BufWriter::new(io::stdout().lock())).map_err(Failure::from))?,
    }
    Ok(if found.is_empty() && !(options.strict && without[0] > 0) { 0 } else { FOUND })
}

/// That nobody reads on (`barycast clash ... | head`) changes nothing about what was found.
fn read_or_not(written: Result<(), Failure>) -> Result<(), Failure> {
    match written {
        Err(Failure::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

fn compare(options: &ClashOptions, input: Input) -> Result<(Report, Assembly), Failure> {
    let asked = asked_tolerance(options, &input);
    let clearance = options.clearance.map_or(0.0, |clearance| clearance.in_units_of(input.unit.metres));
    let sets = Sets::new(options, &input)?;
    let limits = Limits { tolerance: asked, clearance };
    let (found, times) =
        search(options, &input, |watch| input.assembly.clashes(&limits, |a, b| sets.count(a, b), watch))?;
    let (tolerance, raised) = tolerance(asked, &input, found.iter().map(|clash| clash.parts));
    let is_asked = |clash: &barycast::scene::clash::Clash| {
        options.only.is_empty() || options.only.contains(&clash.class)
    };
    let (found, left_out): (Vec<_>, Vec<_>) = found.into_iter().partition(is_asked);
    let identities = Identities::new(&input.parts, input.unit.metres);
    let mut clashes: Vec<Clash> =
        found.into_iter().map(|clash| told(options, &input, &sets, &identities, clash)).collect();
    let since = match &options.baseline {
        Some(path) => {
            let left_out = left_out.iter().map(|clash| (clash.parts, clash.class)).collect();
            let asks = |[a, b]: [usize; 2]| sets.ask(a, b);
            let question = Question { input: &input, asks: &asks, left_out, tolerance: asked, clearance };
            Some(baseline::compare(path, &mut clashes, &question)?)
        }
        None => None,
    };
    let issues = groups::issues(&mut clashes, &input.parts, &identities, &input.things);
    let more = [raised, sets.warning(), uncertain(&clashes), since.as_ref().and_then(Since::warning)];
    let warnings = sets.warnings(&input.warnings, more.into_iter().flatten());
    let (pairs, has_baseline) = (sets.pairs(), since.is_some());
    let (resolved, not_compared) =
        since.map_or_else(Default::default, |since| (since.resolved, since.not_compared));
    let chosen = sets.parts();
    let Input { assembly, parts, files, unit, .. } = input;
    let counts = groups::counts(&clashes, &issues);
    let [parts_without_inside, parts_checked] = without_inside(&parts, &chosen);
    let report = Report {
        version: 2,
        unit,
        tolerance,
        clearance,
        times,
        files,
        counts,
        pairs,
        parts_without_inside,
        parts_checked,
        warnings,
        issues,
        clashes,
        has_baseline,
        resolved,
        not_compared,
        parts,
    };
    Ok((report, assembly))
}

/// A clash as it is reported: the part of side `--a` first.
fn told(
    options: &ClashOptions,
    input: &Input,
    sets: &Sets<'_>,
    identities: &Identities<'_>,
    clash: barycast::scene::clash::Clash,
) -> Clash {
    let wanted = options.lines && matches!(clash.class, Class::Hard | Class::Enclosed);
    let line = |line: MeetingLine<_>| Line { closed: line.closed, points: line.points };
    let lines = || input.assembly.intersection_curves(clash.parts, clash.tolerance);
    let lines = wanted.then(|| lines().into_iter().map(line).collect());
    let parts = sets.oriented(clash.parts);
    let is_turned = parts != clash.parts;
    let [from, to] = clash.points;
    let [a, b]: [&Part; 2] = parts.each(|part| &input.parts[part]);
    Clash {
        id: groups::id(&parts.each(|part| identities.of(part))),
        parts,
        class: clash.class,
        tolerance: clash.tolerance,
        distance: clash.distance,
        depth: clash.depth,
        at_most: clash.at_most,
        certain: clash.certain,
        points: if is_turned { [to, from] } else { [from, to] },
        direction: if is_turned { clash.direction.map(|way| -way) } else { clash.direction },
        bounds: common(a.bounds, b.bounds),
        lines,
        issue: 0,
        status: None,
        was: None,
        issue_was: None,
    }
}

/// How many of the parts that are compared have no inside, and how many those are.
fn without_inside(parts: &[Part], asked: &[bool]) -> [usize; 2] {
    let checked = || parts.iter().zip(asked).filter(|(part, asked)| **asked && part.checked);
    [checked().filter(|(part, _)| !part.closed).count(), checked().count()]
}

/// A warning of clashes whose depth was not searched for to the end.
fn uncertain(clashes: &[Clash]) -> Option<Warning> {
    let uncertain = clashes.iter().filter(|clash| !clash.certain).count();
    let text = || {
        format!(
            "{} not certain: the search for the depth took too long; the parts may be deeper in one another than is told, and of \
             another class (at_most in the JSON says how deep)",
            say::count(uncertain, "clash is", "clashes are"),
        )
    };
    (uncertain > 0).then(|| Warning { part: None, kind: "uncertain", text: text() })
}

/// What two boxes have in common, or what is between them.
fn common(a: [glam::DVec3; 2], b: [glam::DVec3; 2]) -> [glam::DVec3; 2] {
    let (low, high) = (a[0].max(b[0]), a[1].min(b[1]));
    [low.min(high), low.max(high)]
}
