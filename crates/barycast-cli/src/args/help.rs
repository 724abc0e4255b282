//! What help says after the options: examples, and what the exit status means.

use barycast::dynamic::any::{Shape2, Shape3};
use glam::{DVec2, DVec3};
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
  1  some request had an error, or a file could not be written
  2  the command line is wrong
  3  a file could not be opened, or is no mesh";

pub(super) const CAST: &str = "\
Depths are along the view, so that a wall across it has one depth.
Where nothing is hit .npy and .exr hold infinity. A .png holds 0 there, and 1 to 65535 from the
nearest to the farthest depth, which the report names.

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
  3  the scene could not be opened, or is no mesh";

pub(super) const PICK: &str = "\
A pixel is that of the picture `barycast cast` makes with the same camera.

Each hit has
  part         its number from 0, and its name in the file
  triangle     its number from 0, in the order of the part's mesh in the file, where a polygon
               of n corners counts as its n - 2 triangles
  side         outside: the ray came from the front, where the corners turn counter-clockwise
  t            the hit is at origin + t * direction; of a pixel this is the depth along the view
  distance     from the ray's origin: the camera, if the rays are not parallel
  point, normal (of length 1, on the front), corners    in the file's coordinates
  barycentric  the weights of the three corners at the point

Examples:
  barycast pick --pixel 512,512              # the sample scene
  barycast pick bunny.obj --pixel 400,300 --pixel 500,300 --format json
  barycast pick bunny.obj --ray 0,0.1,1,0,0,-1 --all

Exit status:
  0  done, whether something was hit or not
  2  the command line is wrong
  3  the scene could not be opened, or is no mesh";

pub(super) const INFO: &str = "\
Corners are the same when their coordinates are. A mesh is closed when every edge is shared by exactly two triangles
that run along it in opposite directions. Of others:
  open edges      have one triangle
  flipped edges   have two in the same direction: one of them is turned around
  crowded edges   have more than two
A triangle is degenerate when its area is exactly 0; nothing is rounded to find out.
Faces of one or two corners, or none, are no triangles: they are passed over, and counted.
Other lines before the tables are warnings: a name that ends wrongly, bytes that are passed over,
hidden nodes, the pose of skins. docs/files.md explains them, and the formats.
The volume is there when every edge is passed as often in either direction; it is negative when fronts face inward.
What `barycast clash` would mend of a mesh, within its tolerance of 0.1 mm, is said after that.

Examples:
  barycast info                              # the sample scene
  barycast info bunny.obj
  barycast info assembly.glb --format json
  zcat part.stl.gz | barycast info - --type stl

Exit status:
  0  done, whatever was found
  2  the command line is wrong
  3  the scene could not be opened, or is no mesh";

pub(super) const CLASH: &str = "\
Two parts have the first of these classes that holds:
  duplicate  every point of either surface is within the tolerance of the other
  enclosed   one is closed, the other sticks out of it by no more than the tolerance, and reaches deeper into it
  hard       a point of one surface is deeper than the tolerance in the other part, which is closed
  touching   the surfaces come within the tolerance, or overlap by no more
  near       they come within the clearance

Lengths take a unit (2mm, 0.5in); without one they are in the files' own. The tolerance of two parts is never below what
their coordinates can tell: 2 steps of an f32 for each part that is stored so, half a unit of the last digit for one that
is written as text. Pieces of one node are one thing, and are not compared with one another.

With --baseline parts are matched by GUID, by their path in the file, by shape and place; names of files do not matter.
What persists keeps its id.

What is in a part that has no inside cannot be found. So parts that are not closed as given are mended for the run, never in
the file: corners are welded within the tolerance, doubled triangles counted once, triangles turned as their neighbours. Each
is a warning; the last line counts parts that still have no inside; --strict mends nothing, and fails when there are any.

Examples:
  barycast clash plant.glb
  barycast clash plant.glb --clearance 50mm -o report.html    # or .bcf, .glb, .json, .csv
  barycast clash pipes.stl beams.stl --unit mm --tolerance 1mm
  barycast clash plant.glb --a 'pipe*' --b 'beam*' --ignore 'bolt*' 'plate*' --only hard,enclosed
  barycast clash plant.glb --pairs --format csv               # which parts touch, and nothing else
  barycast clash plant.glb --baseline last.json --fail-on hard,new
  barycast clash robot.glb --adjacent 1                       # links next to one another are not compared

Exit status:
  0  nothing was found; parts without an inside may hide clashes, which the last line says
  1  clashes were found (see --fail-on); or, with --strict, a part has no inside; or the report could not be written
  2  the command line is wrong
  3  a file could not be opened, or is no mesh";

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
Pipes, flanges, bolts in holes, beams, ducts, slabs: closed meshes of some 500 triangles each, fewer than 200 of
them, in as many places as parts are wanted, in a building of cells. Which clash, and how, is known because they
were placed so, for a tolerance of 0.1 mm and a clearance of 50 mm: contacts as in every building, and planted
pairs of every class and just beside its limits, at least a micrometre from them. All other parts are clear.

--truth writes an object: tolerance, clearance, counts, and `clashes`, one a line, in order of their parts.
  parts     which two, from 0, in the order of the file; and their names
  class     duplicate, enclosed, hard, touching or near
  depth     of hard and enclosed ones, in metres: how far the deepest point of either surface in the other part is
            from the surface of that
  distance  between the surfaces, in metres; 0 where they meet
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
  1  it could not be written
  2  the command line is wrong";

pub(super) const MAN: &str = "\
Examples:
  barycast man | man -l -
  barycast man --out ~/.local/share/man/man1

Exit status:
  0  done
  1  a page could not be written
  2  the command line is wrong";

/// Of `barycast query`: with the names of all shapes whose fields it does not state.
pub(super) fn query() -> String {
    const WIDTH: usize = 88;
    const INDENT: &str = "               ";
    let stated = QUERY
        .lines()
        .skip_while(|line| !line.starts_with("  a, b"))
        .take_while(|line| !line.contains("others, and all"));
    let stated: Vec<&str> =
        stated.filter_map(|line| line.trim().split("  ").next()).flat_map(str::split_whitespace).collect();
    let d2 = [Shape2::<DVec2>::NAMES, Shape2::<DVec2>::COMPOSITES, Shape2::<DVec2>::CURVED];
    let d3 = [Shape3::<DVec3>::NAMES, Shape3::<DVec3>::COMPOSITES, Shape3::<DVec3>::CURVED];
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
  id         any value, returned as it is; optional
  op         intersects contains distance signed_distance contact manifold sweep cast casts span
             intersection classify barycentric project clip solid_angle tangents;
             interval_along bounding_sphere of a alone; continuous (no a and b);
             evaluate nearest length of a curve; evaluate nearest cast casts of a surface;
             cast signed_distance of a tube; ease; fit;
             pairs: question ("intersects", "distance") of every two of shapes, but for those in
             skip; max_distance
  a, b       shapes, both in 2D or both in 3D, told by their vectors:
               point          the vector itself
               line ray       origin direction
               segment        a b
               plane          normal distance: the points with n . x = d
               half_space     normal distance: the points with n . x <= d
               sphere circle  center radius
               aabb           min max
               obb            center half_extents, and axes, quaternion (3D), angle (2D) or none of them
               capsule        a b radius
               cylinder       a b radius (3D)
               infinite_cylinder  origin direction radius (3D)
               infinite_cone  apex direction angle (3D)
               triangle       a b c
               parallelogram  origin u v
               polygon        points, holes (2D)
               mesh           vertices triangles, or path: a file, solid (3D); paths start in
                              the folder that the program runs in
             others, and all that is not told here, are in docs/query-protocol.md:
{others}
  precision  "f64" (default) or "f32": numbers are rounded to it once, on reading
  exact      true: an error unless the answer to intersects is certainly right
  tolerance  of intersects: what is no farther apart counts as touching
  max_t cull hollow  of cast and casts
  velocity max_t angular_velocity center_of_rotation  of sweep
  define     {"name": shape, ...} instead of an op: for the lines after it, as {"use": "name"}
             wherever a shape may stand
  direction light mirror  of project: how the point b goes onto the plane a, if not at right angles

An answer has the request's id and the op's members, or
  {"id": 7, "error": {"code": "invalid_shape", "field": "a.sphere.radius", "message": "..."}}
Answers come in order, each as soon as all lines before it are answered; lines are answered on
all cores. With --limit a line that takes longer is the error "timeout".

Exit status:
  0  every line was answered
  1  some line had an error
  2  the command line is wrong
  3  a file could not be opened; the others were answered"#;

pub(super) const PAIRS: &str = "\
Words of the table:
  exact   right for the numbers given, whatever the rounding
  closed  a formula; numbers are right to their last digits
  agreed  the same, in less time
  gjk     an iteration that bounds its own error
  own     answered
  epa     an expanding polytope, that bounds its own error
  clipped the part of the unbounded shape that faces the other, by gjk
  body    by what the shapes are made of: exact for polytopes, else gjk
  parts   by the parts of one of them
  arc     by the nearest angle of an arc of a circle, bounded over whole stretches
  local   the least of several ways out that are tried

Examples:
  barycast pairs
  barycast pairs --format json
  barycast pairs --format markdown > docs/pairs.md

Exit status:
  0  done
  2  the command line is wrong";
