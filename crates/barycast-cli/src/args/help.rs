//! The text of `--help` after the options: notes, examples and exit statuses.

use barycast::dynamic::any::{Shape2, Shape3};
use std::collections::BTreeSet;

pub(super) const PROGRAM: &str = "\
Examples:
  barycast cast                              # the sample scene, into sample.png
  barycast cast bunny.obj -o bunny.png
  barycast pick bunny.obj --pixel 512,512
  barycast info bunny.obj
  barycast query requests.ndjson > answers.ndjson

Exit status:
  0  done
  1  a request had an error, or a file could not be written
  2  the command line is wrong
  3  a file could not be opened, or is not a mesh";

pub(super) const CAST: &str = "\
A depth is measured along the view direction: a wall across the view has one depth.
Pixels without a hit are infinity in .npy and .exr. In a .png they are 0, and 1 to 65535 run from
the nearest to the farthest depth, which the report states.

Examples:
  barycast cast                              # the sample scene, into sample.png
  barycast cast bunny.obj -o bunny.png --shade light
  barycast cast part.ply --up z --view front --orthographic --size 1920x1080
  barycast cast bunny.obj --eye 0,0.1,0.4 --target 0,0.1,0 --fov 40 --depth depth.npy
  barycast cast bunny.obj -o - | display     # the picture on standard output

Exit status:
  0  done
  1  a picture, depths or a report could not be written
  2  the command line is wrong
  3  the scene could not be opened, or is not a mesh";

pub(super) const PICK: &str = "\
Pixels are those of the picture that `barycast cast` writes with the same camera.

Fields of a hit:
  part         number from 0, and name in the file
  triangle     number from 0, in the order of the part's mesh in the file; a polygon of n corners
               counts as n - 2 triangles
  side         outside: the ray came from the front, where the corners run counter-clockwise
  t            the hit is at origin + t * direction; for a pixel this is the depth along the view
  distance     from the ray's origin, which is the camera unless --orthographic is given
  point, normal (unit length, on the front), corners    in the file's coordinates
  barycentric  weights of the three corners at the point

Examples:
  barycast pick --pixel 512,512              # the sample scene
  barycast pick bunny.obj --pixel 400,300 --pixel 500,300 --format json
  barycast pick bunny.obj --ray 0,0.1,1,0,0,-1 --all

Exit status:
  0  done, whether something was hit or not
  2  the command line is wrong
  3  the scene could not be opened, or is not a mesh";

pub(super) const INFO: &str = "\
Vertices with equal coordinates are one vertex. A mesh is closed (watertight) if every edge belongs
to exactly two triangles, which run along it in opposite directions. Other edges:
  open edges      belong to one triangle
  flipped edges   belong to two triangles that run along it in the same direction
  crowded edges   belong to more than two triangles
A triangle is degenerate if its area is exactly 0; this test does not round.
Faces of fewer than three corners are skipped and counted.
Other lines before the tables are warnings: a misleading file name, skipped bytes, hidden nodes,
poses of skins. docs/files.md explains them and the formats.
The volume is given if every edge is run along equally often in both directions; it is negative if
the front faces point inward.
The last lines say what `barycast clash` would repair within its tolerance of 0.1 mm.

Examples:
  barycast info                              # the sample scene
  barycast info bunny.obj
  barycast info assembly.glb --format json
  zcat part.stl.gz | barycast info - --type stl

Exit status:
  0  done, whatever was found
  2  the command line is wrong
  3  the scene could not be opened, or is not a mesh";

pub(super) const CLASH: &str = "\
Two parts are in the first of these classes that applies:
  duplicate  every point of either surface is within the tolerance of the other surface
  enclosed   one part is closed, the other sticks out of it by at most the tolerance and reaches
             deeper into it
  hard       a point of one surface is deeper than the tolerance inside the other, closed part
  touching   the gap or overlap of the surfaces is at most the tolerance
  near       the distance is at most the clearance

Lengths take a unit (2mm, 0.5in); without one they are in the unit of the files. The tolerance of a
pair is at least the resolution of its coordinates: 2 steps of an f32 for each part stored as f32,
half a unit of the last digit for each part written as text. Pieces of one node are not compared
with one another.

With --baseline, parts are matched by GUID, by path in the file, and by shape and place. File names
do not matter. A persisting clash keeps its id.

Nothing is found inside a part that has no inside. Parts that are not closed as given are therefore
repaired in memory: vertices are welded within the tolerance, doubled triangles are dropped, and
triangles are turned to agree with their neighbours. Each repair is a warning, and the last line
counts the parts that still have no inside. --strict repairs nothing and fails if there are any.

Examples:
  barycast clash plant.glb
  barycast clash plant.glb --clearance 50mm -o report.html    # or .bcf, .glb, .json, .csv
  barycast clash pipes.stl beams.stl --unit mm --tolerance 1mm
  barycast clash plant.glb --a 'pipe*' --b 'beam*' --ignore 'bolt*' 'plate*' --only hard,enclosed
  barycast clash plant.glb --pairs --format csv               # only which parts touch
  barycast clash plant.glb --baseline last.json --fail-on hard,new
  barycast clash robot.glb --adjacent 1                       # skips adjacent links

Exit status:
  0  no clash was found; the last line says if parts without an inside may hide some
  1  clashes were found (see --fail-on), a part has no inside (--strict), or the report could not
     be written
  2  the command line is wrong
  3  a file could not be opened, or is not a mesh";

pub(super) const EXPLAIN: &str = "\
Examples:
  barycast explain aabb_obb
  barycast explain segment sphere
  barycast explain aabb_obb --svg aabb_obb.svg
  barycast explain aabb ray --svg miss.svg --shapes \\
    '{\"aabb\": {\"min\": [0, 0], \"max\": [2, 1]}}' '{\"ray\": {\"origin\": [-2, 0], \"direction\": [1, 1]}}'

Exit status:
  0  explained
  1  the picture could not be written
  2  there is no such pair, or it cannot be drawn in the plane";

pub(super) const PLOT: &str = "\
Examples:
  barycast plot easing -o easing.svg         # all thirty of easings.net
  barycast plot easing easeOutBounce 'cubic-bezier(0.1, -0.7, 1, 0.1)' -o two.svg
  barycast plot curve -o curves.svg
  barycast plot curve --curve natural --point 0,0 --point 2,3 --point 5,1 --from 3,4 -o one.svg
  barycast plot surface -o surfaces.svg
  barycast plot surface --surface b-spline --above 1,1,5 -o one.png
  barycast plot clip -o clip.svg
  barycast plot clip --window 0,0,4,4 --segment=-1,7,4,-1 -o one.png
  barycast plot shadow --lamp=-2,6,0 -o lamp.svg
  barycast plot shadow --sun 1,-2,0.5 -o sun.png

Exit status:
  0  drawn
  1  the drawing could not be written
  2  the command line is wrong, or there is no such drawing";

pub(super) const ASSEMBLY: &str = "\
The assembly is a building of cells with pipes, flanges, bolts in holes, beams, ducts and slabs:
fewer than 200 different closed meshes of about 500 triangles each, placed as often as needed. Every
clash is known by construction, for a tolerance of 0.1 mm and a clearance of 50 mm: contacts as in
real buildings, and planted pairs of every class and just beside its limits, at least a micrometre
from them. All other pairs of parts are clear.

--truth writes an object with tolerance, clearance, counts, and `clashes`, one per line, in the
order of their parts:
  parts     the two numbers from 0, in the order of the file, and the names
  class     duplicate, enclosed, hard, touching or near
  depth     for hard and enclosed, in metres: distance from the deepest point of either surface
            inside the other part to the surface of that part
  distance  between the surfaces, in metres; 0 if they meet
  how       what was built

Examples:
  barycast assembly --parts 1000 -o sample.glb --truth sample.json
  barycast assembly --parts 1000000 --seed 7 -o million.glb
  barycast assembly --parts 100 --offset 1000000,0,0 -o far.glb

Exit status:
  0  done
  1  a file could not be written
  2  the command line is wrong";

pub(super) const COMPLETIONS: &str = "\
Examples:
  barycast completions bash > ~/.local/share/bash-completion/completions/barycast
  barycast completions zsh > ~/.zfunc/_barycast
  barycast completions fish > ~/.config/fish/completions/barycast.fish

Exit status:
  0  done
  1  the completions could not be written
  2  the command line is wrong";

pub(super) const MAN: &str = "\
Examples:
  barycast man | man -l -
  barycast man --out ~/.local/share/man/man1

Exit status:
  0  done
  1  a page could not be written
  2  the command line is wrong";

/// Returns the help of `barycast query`, with the names of all shapes whose fields it does not
/// state.
pub(super) fn query() -> String {
    const WIDTH: usize = 88;
    const INDENT: &str = "               ";
    let stated = QUERY
        .lines()
        .skip_while(|line| !line.starts_with("  a, b"))
        .take_while(|line| !line.contains("has all details"));
    let stated: Vec<&str> =
        stated.filter_map(|line| line.trim().split("  ").next()).flat_map(str::split_whitespace).collect();
    let d2 = [Shape2::NAMES, Shape2::COMPOSITES, Shape2::CURVED];
    let d3 = [Shape3::NAMES, Shape3::COMPOSITES, Shape3::CURVED];
    let mut others: BTreeSet<&str> =
        d2.into_iter().chain(d3).flatten().copied().chain(["posed", "quad"]).collect();
    // A part of a sector, which the protocol does not have.
    others.remove("wedge");
    let mut lines = vec![INDENT.to_owned()];
    for name in others.into_iter().filter(|name| !stated.contains(name)) {
        match lines.last_mut() {
            Some(line) if line.trim().is_empty() => line.push_str(name),
            Some(line) if line.len() + 1 + name.len() <= WIDTH => line.extend([" ", name]),
            _ => lines.push(format!("{INDENT}{name}")),
        }
    }
    QUERY.replace("{others}", &lines.join("\n"))
}

const QUERY: &str = r#"Examples:
  echo '{"op": "distance", "a": {"point": [0,0,3]}, "b": {"sphere": {"center": [0,0,0], "radius": 1}}}' \
    | barycast query
  barycast query requests.ndjson > answers.ndjson

A request:
  {"id": 7, "op": "intersects", "a": {"sphere": {"center": [0,0,0], "radius": 1}},
                                "b": {"aabb": {"min": [1,-1,-1], "max": [2,1,1]}}}
  id         any value, copied to the answer; optional
  op         intersects contains distance signed_distance contact manifold sweep cast casts span
             intersection classify barycentric project clip solid_angle tangents;
             interval_along bounding_sphere of a alone; continuous (no a and b);
             evaluate nearest length of a curve; evaluate nearest cast casts of a surface;
             cast signed_distance of a tube; ease; fit; frame: change of basis through frames;
             pairs: question ("intersects", "distance") for all pairs of shapes except those in
             skip; max_distance
  a, b       shapes, both in 2D or both in 3D, as their vectors show:
               point          the vector itself
               line ray       origin direction
               segment        a b
               plane          normal distance: the points with n . x = d
               half_space     normal distance: the points with n . x <= d
               sphere circle  center radius
               aabb           min max
               obb            center half_extents, and optionally axes, quaternion (3D), angle (2D)
               capsule        a b radius
               cylinder       a b radius (3D)
               infinite_cylinder  origin direction radius (3D)
               infinite_cone  apex direction angle (3D)
               triangle       a b c
               parallelogram  origin u v
               polygon        points, holes (2D)
               mesh           vertices triangles, or path: a file; solid (3D); a path is relative
                              to the current folder
             docs/query-protocol.md has all details, and the other shapes:
{others}
  precision  "f64" (default) or "f32": numbers are rounded to it once, on reading
  exact      true: an error unless the answer to intersects is certainly right
  tolerance  of intersects: what is no farther apart counts as touching
  max_t cull hollow  of cast and casts
  velocity max_t angular_velocity center_of_rotation target_distance stop_at_penetration  of sweep
  define     {"name": shape, ...} in place of an op: later lines use the shape as
             {"use": "name"} wherever a shape is allowed
  direction light mirror  of project: how b is projected onto the plane a, if not at right angles

An answer has the id of the request and the fields of the op, or
  {"id": 7, "error": {"code": "invalid_shape", "field": "a.sphere.radius", "message": "..."}}
Answers keep the order of the lines; each is written once all earlier lines are answered. All cores
are used. With --limit, a line that takes longer is answered by the error "timeout".

Exit status:
  0  every line was answered
  1  a line had an error
  2  the command line is wrong
  3  a file could not be opened; the others were answered"#;

pub(super) const PAIRS: &str = "\
Words of the table:
  exact   correct for the numbers given; no rounding error changes it
  closed  a closed form; numbers are correct to their last digits
  agreed  the same answer as closed, in less time
  gjk     GJK, an iteration that bounds its own error
  own     supported
  epa     EPA (expanding polytope), which bounds its own error
  clipped the part of the unbounded shape that faces the other, by GJK
  body    by the parts of the shapes: exact for polytopes, else GJK
  parts   by the parts of one of the shapes
  arc     by the nearest angle on a circular arc, bounded over whole intervals
  local   the shortest of several candidate directions out of the overlap

Examples:
  barycast pairs
  barycast pairs --format json
  barycast pairs --format markdown > docs/pairs.md

Exit status:
  0  done
  2  the command line is wrong";
