"""`barycast clash` on assemblies of growing size: time, memory, and every answer checked against the planted pairs.

    cargo build --release -p barycast-cli
    python3 bench/clash_scale.py --parts 1000 10000 100000 1000000 -o docs/clash.svg

Writes a table and a chart. Stops at a wrong answer: a pair too many or too few, another class, a gap off by more than a
thousandth of the tolerance, or a depth off by more than a thousandth.
"""

import argparse
import csv
import json
import math
import os
import re
import subprocess
import sys
import tempfile

CLOCK = re.compile(r"read in (\d+) ms, built in (\d+) ms, compared in (\d+) ms")


def run(options, parts, folder):
    glb, truth, found = (os.path.join(folder, name) for name in ("plant.glb", "truth.json", "found.csv"))
    command = [options.barycast, "assembly", "--parts", str(parts), "-o", glb, "--truth", truth]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    command = [options.barycast, "clash", glb, "--clearance", "50mm", "-o", found]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    said = process.stdout.read()
    _, _, used = os.wait4(process.pid, 0)
    read, built, compared = (int(ms) / 1e3 for ms in CLOCK.search(said).groups())
    triangles = re.search(r"([\d,]+) triangles", said).group(1)
    clashes = check(truth, found)
    return {
        "parts": parts,
        "triangles": triangles,
        "clashes": clashes,
        "read": read,
        "built": built,
        "compared": compared,
        "processor": used.ru_utime + used.ru_stime,
        "memory": used.ru_maxrss / 1024,
    }


def check(truth, found):
    """How many clashes were found, all of them right."""
    truth = json.load(open(truth))
    known = {tuple(sorted(clash["names"])): clash for clash in truth["clashes"]}
    slack = truth["tolerance"] * 1e-3
    count = 0
    for row in csv.DictReader(open(found)):
        names = tuple(sorted(row[side].split("/", 1)[1] for side in "ab"))
        clash = known.pop(names, None)
        if clash is None or clash["class"] != row["class"] or row["certain"] != "true":
            sys.exit(f"{names}: {row['class']}, and not {clash}")
        if "depth" in clash:
            off = float(row["depth"]) / clash["depth"] - 1
            right = -1e-3 <= off <= 1e-6
        else:
            right = clash["class"] == "duplicate" or abs(float(row["distance"]) - max(clash["distance"], 0.0)) <= slack
        if not right:
            sys.exit(f"{names}: {row}, and not {clash}")
        count += 1
    if known:
        sys.exit(f"not found: {list(known.values())[:5]}")
    return count


def draw(rows, path):
    """Time and memory by parts, both axes logarithmic; dashed what grows as n log n to the last."""
    wide, high, left, top, bottom = 420, 300, 60, 40, 250
    xs = [math.log10(row["parts"]) for row in rows]
    text = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * wide} {high}" font-family="sans-serif" font-size="12">',
        f'<rect width="{2 * wide}" height="{high}" fill="white"/>',
    ]
    panels = [
        ("seconds, 2 threads", [("compared", "#c0392b", "comparing"), ("processor", "#2c3e50", "all, of the processor")]),
        ("memory, MB", [("memory", "#2c3e50", "most at once")]),
    ]
    for panel, (title, lines) in enumerate(panels):
        values = [row[key] for row in rows for key, _, _ in lines]
        low, most = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))

        def x(parts, panel=panel):
            share = (math.log10(parts) - xs[0]) / max(xs[-1] - xs[0], 1e-9)
            return panel * wide + left + share * (wide - left - 30)

        def y(value, low=low, most=most):
            return bottom - (math.log10(value) - low) / max(most - low, 1) * (bottom - top)

        text.append(f'<text x="{panel * wide + left}" y="20" font-weight="bold">{title}</text>')
        for power in range(low, most + 1):
            at = y(10.0**power)
            text.append(f'<path d="M{panel * wide + left} {at:.1f}H{(panel + 1) * wide - 30}" stroke="#ddd"/>')
            text.append(f'<text x="{panel * wide + left - 6}" y="{at + 4:.1f}" text-anchor="end">{10.0**power:g}</text>')
        for row in rows:
            text.append(f'<text x="{x(row["parts"]):.1f}" y="{bottom + 18}" text-anchor="middle">{row["parts"]:,}</text>')
        text.append(f'<text x="{panel * wide + wide / 2 + 15}" y="{bottom + 38}" text-anchor="middle">parts</text>')
        for number, (key, color, name) in enumerate(lines):
            at = [(x(row["parts"]), y(row[key])) for row in rows]
            text.append(f'<polyline points="{" ".join(f"{u:.1f},{v:.1f}" for u, v in at)}" fill="none" stroke="{color}" stroke-width="2"/>')
            text += [f'<circle cx="{u:.1f}" cy="{v:.1f}" r="3" fill="{color}"/>' for u, v in at]
            text.append(f'<text x="{panel * wide + left + 10}" y="{top + 14 + 16 * number}" fill="{color}">{name}</text>')
        if panel == 0:
            grows = [row["parts"] * math.log(row["parts"]) for row in rows]
            at = [(x(row["parts"]), y(rows[-1]["processor"] * grow / grows[-1])) for row, grow in zip(rows, grows)]
            inside = [f"{u:.1f},{min(v, bottom):.1f}" for u, v in at]
            text.append(f'<polyline points="{" ".join(inside)}" fill="none" stroke="#888" stroke-dasharray="4 4"/>')
            text.append(f'<text x="{left + 10}" y="{top + 46}" fill="#888">dashed: as n log n</text>')
    text.append("</svg>\n")
    open(path, "w").write("\n".join(text))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--barycast", default="target/release/barycast")
    parser.add_argument("--parts", type=int, nargs="+", default=[1000, 10_000, 100_000])
    parser.add_argument("-o", "--output", help="an SVG")
    options = parser.parse_args()
    print("| parts | triangles | clashes | read, s | trees, s | compared, s | all, of the processor, s | memory, MB |")
    print("|---:|---:|---:|---:|---:|---:|---:|---:|")
    rows = []
    for parts in options.parts:
        with tempfile.TemporaryDirectory() as folder:
            row = run(options, parts, folder)
        rows.append(row)
        print(
            f"| {parts:,} | {row['triangles']} | {row['clashes']:,} | {row['read']:.2f} | {row['built']:.2f} "
            f"| {row['compared']:.2f} | {row['processor']:.2f} | {row['memory']:.0f} |",
            flush=True,
        )
    if options.output:
        draw(rows, options.output)


main()
