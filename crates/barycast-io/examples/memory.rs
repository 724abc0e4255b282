//! Measures memory and time for reading a file: `memory obj 10000000` writes a grid of that many
//! triangles to a temporary folder, reads it, and compares the peak memory with the size of the
//! vertices and triangles.
//!
//! `cargo run --release -p barycast-io --example memory -- stl 10000000` (formats: obj, stl,
//! ascii.stl, ply, ascii.ply, off, glb). The peak comes from Linux's /proc. It covers only reading,
//! because another process of this program writes the file.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [format, count, write_only @ ..] = &arguments[..] else {
        return Err("usage: memory FORMAT TRIANGLES".into());
    };
    let side = (count.parse::<f64>()? / 2.0).sqrt().ceil() as usize;
    let path: PathBuf = std::env::temp_dir().join(format!("barycast-memory-{side}.{format}"));
    if !write_only.is_empty() {
        return write(&path, format, side);
    }
    let status = Command::new(std::env::current_exe()?).args([format, count, "write"]).status()?;
    if !status.success() {
        return Err("the file could not be written".into());
    }
    let before = peak()?;
    let start = Instant::now();
    let scene = barycast_io::read(&path)?;
    let seconds = start.elapsed().as_secs_f64();
    let vertices: usize = scene.meshes.iter().map(|mesh| mesh.vertices.len()).sum();
    let triangles = scene.triangle_count();
    let arrays = (24 * vertices + 12 * triangles) as f64 / 1e6;
    // The kernel reports kB of 1024 bytes.
    let peak = (peak()? - before) * 1.024 / 1e3;
    println!(
        "{format}: {triangles} triangles, {vertices} vertices, {arrays:.0} MB; peak {peak:.0} MB, {:.2} times; \
         {seconds:.2} s for {:.0} MB",
        peak / arrays,
        std::fs::metadata(&path)?.len() as f64 / 1e6,
    );
    std::fs::remove_file(path)?;
    Ok(())
}

/// Returns the peak memory of this process, in kB.
fn peak() -> Result<f64, Failure> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    Ok(line.and_then(|line| line.split_whitespace().next()).ok_or("no VmHWM")?.parse()?)
}

/// Writes a hilly square of `side` by `side` cells, two triangles each.
fn write(path: &Path, format: &str, side: usize) -> Result<(), Failure> {
    let mut out = BufWriter::with_capacity(1 << 20, File::create(path)?);
    let row = side + 1;
    let point = |i: usize| {
        let (x, y) = ((i % row) as f32 / side as f32, (i / row) as f32 / side as f32);
        [x, y, (13.0 * x).sin() * (11.0 * y).cos() * 0.1]
    };
    let points = || (0..row * row).map(point);
    let faces = || {
        (0..side * side).flat_map(|square| {
            let a = (square / side * row + square % side) as u32;
            let (b, c, d) = (a + 1, a + row as u32, a + row as u32 + 1);
            [[a, b, d], [a, d, c]]
        })
    };
    let bytes = |numbers: [f32; 3]| numbers.map(f32::to_le_bytes).concat();
    let (vertices, triangles) = (row * row, 2 * side * side);
    match format {
        "obj" => {
            for [x, y, z] in points() {
                writeln!(out, "v {x} {y} {z}")?;
            }
            for [a, b, c] in faces().map(|face| face.map(|vertex| vertex + 1)) {
                writeln!(out, "f {a} {b} {c}")?;
            }
        }
        "off" | "ascii.ply" => {
            if format == "off" {
                writeln!(out, "OFF\n{vertices} {triangles} 0")?;
            } else {
                write!(out, "ply\nformat ascii 1.0\n{}", ply_elements(vertices, triangles))?;
            }
            for [x, y, z] in points() {
                writeln!(out, "{x} {y} {z}")?;
            }
            for [a, b, c] in faces() {
                writeln!(out, "3 {a} {b} {c}")?;
            }
        }
        "ply" => {
            write!(out, "ply\nformat binary_little_endian 1.0\n{}", ply_elements(vertices, triangles))?;
            for numbers in points() {
                out.write_all(&bytes(numbers))?;
            }
            for face in faces() {
                out.write_all(&[3])?;
                out.write_all(&face.map(u32::to_le_bytes).concat())?;
            }
        }
        "stl" => {
            out.write_all(&[b' '; 80])?;
            out.write_all(&(triangles as u32).to_le_bytes())?;
            for face in faces() {
                out.write_all(&[0; 12])?;
                out.write_all(&face.map(|vertex| bytes(point(vertex as usize))).concat())?;
                out.write_all(&[0; 2])?;
            }
        }
        "ascii.stl" => {
            writeln!(out, "solid grid")?;
            for face in faces() {
                writeln!(out, "facet normal 0 0 1\nouter loop")?;
                for [x, y, z] in face.map(|vertex| point(vertex as usize)) {
                    writeln!(out, "vertex {x} {y} {z}")?;
                }
                writeln!(out, "endloop\nendfacet")?;
            }
            writeln!(out, "endsolid grid")?;
        }
        "glb" => write_glb(&mut out, points(), vertices, faces(), triangles)?,
        _ => return Err(format!("the format {format} cannot be written").into()),
    }
    out.flush()?;
    Ok(())
}

fn ply_elements(vertices: usize, triangles: usize) -> String {
    format!(
        "element vertex {vertices}\nproperty float x\nproperty float y\nproperty float z\n\
         element face {triangles}\nproperty list uchar uint vertex_indices\nend_header\n"
    )
}

fn write_glb(
    out: &mut impl Write,
    points: impl Iterator<Item = [f32; 3]>,
    vertices: usize,
    faces: impl Iterator<Item = [u32; 3]>,
    triangles: usize,
) -> Result<(), Failure> {
    let (places, indices) = (12 * vertices, 12 * triangles);
    let total = places + indices;
    let json = format!(
        r#"{{"asset":{{"version":"2.0"}},"buffers":[{{"byteLength":{total}}}],
        "bufferViews":[{{"buffer":0,"byteLength":{places}}},
        {{"buffer":0,"byteOffset":{places},"byteLength":{indices}}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":{vertices},"type":"VEC3"}},
        {{"bufferView":1,"componentType":5125,"count":{},"type":"SCALAR"}}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"indices":1}}]}}],
        "nodes":[{{"mesh":0}}],"scenes":[{{"nodes":[0]}}],"scene":0}}"#,
        3 * triangles
    );
    let json = format!("{json:width$}", width = json.len().next_multiple_of(4));
    let length = |n: usize| (n as u32).to_le_bytes();
    out.write_all(b"glTF\x02\0\0\0")?;
    out.write_all(&length(28 + json.len() + total))?;
    out.write_all(&length(json.len()))?;
    out.write_all(b"JSON")?;
    out.write_all(json.as_bytes())?;
    out.write_all(&length(total))?;
    out.write_all(b"BIN\0")?;
    for numbers in points {
        out.write_all(&numbers.map(f32::to_le_bytes).concat())?;
    }
    for face in faces {
        out.write_all(&face.map(u32::to_le_bytes).concat())?;
    }
    Ok(())
}
