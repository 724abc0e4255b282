//! `barycast clash`: reports which parts of an assembly touch or overlap, and how deeply.

use super::{Failure, place, quoted};
use crate::args::{ClashFormat, ClashOptions, FailOn};
use crate::clash::baseline::{Comparison, Since};
use crate::clash::identity::Identities;
use crate::clash::input::{Found, Input, Reading, files};
use crate::clash::outputs::Kind;
use crate::clash::pairs::Touching;
use crate::clash::report::{Clash, Line, Part, Report, Status, Times, Tolerance, Warning};
use crate::clash::selection::Selection;
use crate::clash::units::{LengthValue, UnitValue};
use crate::clash::{baseline, columns, csv, groups, json, parquet, table, warnings};
use crate::output::{self, length_text};
use barycast::mesh::IntersectionCurve;
use barycast::number::each::MapEach;
use barycast::scene::clash::{Assembly, ClashError, Class, Limits};
use barycast_io::ReadError;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

/// Exit status if clashes were found.
const FOUND: u8 = 1;
/// Default tolerance.
const TOLERANCE: LengthValue =
    LengthValue { number: 0.1, unit: Some(UnitValue { name: "mm", metres: 1e-3 }) };

/// Reads, compares and reports.
pub(crate) fn run(options: &ClashOptions) -> Result<u8, Failure> {
    let shown = options.output.as_deref().and_then(Kind::of);
    let shown = shown.filter(|_| options.format.is_none() && !options.pairs);
    let format = if shown.is_some() { ClashFormat::Table } else { format(options)? };
    if options.lines && !matches!(format, ClashFormat::Json | ClashFormat::Ndjson) {
        return Err(Failure::Usage {
            what: "--lines needs a JSON report".to_owned(),
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

/// Fails if the report would overwrite a compared file.
fn check_output(options: &ClashOptions, files: &[Found]) -> Result<(), Failure> {
    let Some(output) = options.output.as_deref().filter(|path| *path != Path::new("-")) else {
        return Ok(());
    };
    // Only an existing file can be overwritten.
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

/// Tests whether a clash makes the program fail.
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

/// Returns the output format, or fails if this build does not support it.
fn format(options: &ClashOptions) -> Result<ClashFormat, Failure> {
    let format = chosen_format(options)?;
    if format == ClashFormat::Parquet && !cfg!(feature = "parquet") {
        return Err(Failure::Usage {
            what: "this program was built without Parquet".to_owned(),
            next: "cargo install barycast-cli --features parquet   # or --format csv".to_owned(),
        });
    }
    Ok(format)
}

/// Returns the format from the option, or else from the extension of the file.
fn chosen_format(options: &ClashOptions) -> Result<ClashFormat, Failure> {
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
            "{}: a report ends in .html, .bcf, .glb, .json, .ndjson, .csv, .parquet or .txt, or --format names its format",
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
fn given_tolerance(options: &ClashOptions, input: &Input) -> f64 {
    options.tolerance.unwrap_or(TOLERANCE).in_units_of(input.unit.metres)
}

/// Returns the tolerance that applies to these pairs, with a warning about those whose coordinates
/// require a larger one.
fn tolerance(
    given: f64,
    input: &Input,
    found: impl Iterator<Item = [usize; 2]>,
) -> (Tolerance, Option<Warning>) {
    let mut tolerance = Tolerance { value: given, given, floor: 0.0, raised: 0 };
    let mut raised = Vec::new();
    for pair in found {
        let least = input.assembly.tolerance(pair, 0.0);
        tolerance.floor = tolerance.floor.max(least);
        if least > given {
            raised.push(pair);
        }
    }
    tolerance.raised = raised.len();
    let warning = || {
        let metres = input.unit.metres;
        let text = format!(
            "{} with a larger tolerance than {}, up to {}, which their coordinates require: {}",
            output::count(raised.len(), "pair is compared", "pairs are compared"),
            length_text(given, metres),
            length_text(tolerance.floor, metres),
            warnings::pairs_named(&raised, &input.parts)
        );
        Warning { part: None, kind: "tolerance", text }
    };
    let warning = (!raised.is_empty()).then(warning);
    (tolerance, warning)
}

/// Runs a search under a progress bar. Returns its results and all times.
fn search<T>(
    options: &ClashOptions,
    input: &Input,
    search: impl FnOnce(&mut dyn FnMut(f64) -> ControlFlow<()>) -> Result<Option<Vec<T>>, ClashError>,
) -> Result<(Vec<T>, Times), Failure> {
    let bar = output::progress("comparing", 1000);
    let start = Instant::now();
    let found = search(&mut |done| {
        bar.set_position((done * 1000.0) as u64);
        ControlFlow::Continue(())
    });
    let [read_ms, build_ms, search_ms] =
        [input.took[0], input.took[1], start.elapsed()].each(output::milliseconds);
    bar.finish_and_clear();
    let found = found.map_err(|error| {
        let path = options.files.first().cloned().unwrap_or_default();
        ReadError::Content { path, what: error.to_string() }
    })?;
    Ok((found.unwrap_or_default(), Times { read_ms, build_ms, search_ms }))
}

/// Reports which parts touch.
fn pairs(options: &ClashOptions, input: &Input) -> Result<u8, Failure> {
    let (format, given) = (format(options)?, given_tolerance(options, input));
    let selection = Selection::new(options, input)?;
    let (found, times) =
        search(options, input, |watch| input.assembly.touching(given, |a, b| selection.count(a, b), watch))?;
    let (tolerance, raised) = tolerance(given, input, found.iter().copied());
    let warnings = selection.warnings(&input.warnings, raised.into_iter().chain(selection.warning()));
    let found: Vec<_> = found
        .into_iter()
        .map(|pair| (selection.oriented(pair), input.assembly.tolerance(pair, given)))
        .collect();
    let Input { parts, unit, files, .. } = input;
    let without = without_inside(parts, &selection.parts());
    let pairs = Touching::new(
        &found,
        parts,
        (unit, files),
        (&warnings, options.verbose),
        (tolerance, times, selection.pairs()),
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

/// Ignores a broken pipe (`barycast clash ... | head`): it does not change the exit status.
fn read_or_not(written: Result<(), Failure>) -> Result<(), Failure> {
    match written {
        Err(Failure::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

fn compare(options: &ClashOptions, input: Input) -> Result<(Report, Assembly), Failure> {
    let given = given_tolerance(options, &input);
    let clearance = options.clearance.map_or(0.0, |clearance| clearance.in_units_of(input.unit.metres));
    let selection = Selection::new(options, &input)?;
    let limits = Limits { tolerance: given, clearance };
    let (found, times) = search(options, &input, |watch| {
        input.assembly.clashes(&limits, |a, b| selection.count(a, b), watch)
    })?;
    let (tolerance, raised) = tolerance(given, &input, found.iter().map(|clash| clash.parts));
    let is_selected = |clash: &barycast::scene::clash::Clash| {
        options.only.is_empty() || options.only.contains(&clash.class)
    };
    let (found, left_out): (Vec<_>, Vec<_>) = found.into_iter().partition(is_selected);
    let identities = Identities::new(&input.parts, input.unit.metres);
    let mut clashes: Vec<Clash> =
        found.into_iter().map(|clash| reported(options, &input, &selection, &identities, clash)).collect();
    let since = match &options.baseline {
        Some(path) => {
            let left_out = left_out.iter().map(|clash| (clash.parts, clash.class)).collect();
            let is_compared = |[a, b]: [usize; 2]| selection.is_compared(a, b);
            let comparison = Comparison {
                input: &input,
                is_compared: &is_compared,
                left_out,
                tolerance: given,
                clearance,
            };
            Some(baseline::compare(path, &mut clashes, &comparison)?)
        }
        None => None,
    };
    let issues = groups::issues(&mut clashes, &input.parts, &identities, &input.things);
    let more = [raised, selection.warning(), uncertain(&clashes), since.as_ref().and_then(Since::warning)];
    let warnings = selection.warnings(&input.warnings, more.into_iter().flatten());
    let (pairs, has_baseline) = (selection.pairs(), since.is_some());
    let (resolved, not_compared) =
        since.map_or_else(Default::default, |since| (since.resolved, since.not_compared));
    let chosen = selection.parts();
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

/// Converts a clash for the report: the part of `--a` comes first.
fn reported(
    options: &ClashOptions,
    input: &Input,
    selection: &Selection<'_>,
    identities: &Identities<'_>,
    clash: barycast::scene::clash::Clash,
) -> Clash {
    let wanted = options.lines && matches!(clash.class, Class::Hard | Class::Enclosed);
    let line = |line: IntersectionCurve<_>| Line { closed: line.closed, points: line.points };
    let lines = || input.assembly.intersection_curves(clash.parts, clash.tolerance);
    let lines = wanted.then(|| lines().into_iter().map(line).collect());
    let parts = selection.oriented(clash.parts);
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

/// Returns the number of compared parts without an inside, and of all compared parts.
fn without_inside(parts: &[Part], compared: &[bool]) -> [usize; 2] {
    let checked = || parts.iter().zip(compared).filter(|(part, compared)| **compared && part.checked);
    [checked().filter(|(part, _)| !part.closed).count(), checked().count()]
}

/// Returns a warning about clashes whose search for the depth was cut short.
fn uncertain(clashes: &[Clash]) -> Option<Warning> {
    let uncertain = clashes.iter().filter(|clash| !clash.certain).count();
    let text = || {
        format!(
            "{} not certain: the search for the depth took too long; the overlap may be deeper than reported, and of \
             another class (at_most in the JSON is an upper bound)",
            output::count(uncertain, "clash is", "clashes are"),
        )
    };
    (uncertain > 0).then(|| Warning { part: None, kind: "uncertain", text: text() })
}

/// Returns the intersection of two boxes, or the box between them.
fn common(a: [glam::DVec3; 2], b: [glam::DVec3; 2]) -> [glam::DVec3; 2] {
    let (low, high) = (a[0].max(b[0]), a[1].min(b[1]));
    [low.min(high), low.max(high)]
}
