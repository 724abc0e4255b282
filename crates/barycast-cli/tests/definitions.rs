//! Defined shapes, all pairs of many shapes, and slow lines.

use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::PathBuf;

/// Returns the program's answers to some lines, and its exit status.
#[track_caller]
fn query_with(arguments: &[&str], lines: &[Value]) -> (Vec<Value>, i32) {
    let text: Vec<u8> = lines.iter().flat_map(|line| format!("{line}\n").into_bytes()).collect();
    let mut program = assert_cmd::cargo::cargo_bin_cmd!("barycast");
    let output = program.arg("query").args(arguments).write_stdin(text).output().expect("it runs");
    let answers = output.stdout.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    let answers: Vec<Value> = answers.map(|line| serde_json::from_slice(line).expect("JSON")).collect();
    assert_eq!(answers.len(), lines.len(), "an answer a line");
    (answers, output.status.code().expect("a status"))
}

#[track_caller]
fn query(lines: &[Value]) -> Vec<Value> {
    query_with(&[], lines).0
}

fn ball(x: f64, radius: f64) -> Value {
    json!({"sphere": {"center": [x, 0, 0], "radius": radius}})
}

fn distance(a: &Value, b: &Value) -> Value {
    json!({"op": "distance", "a": a, "b": b})
}

/// Returns an OBJ file of a closed surface of many triangles around the origin, with a grid on each
/// side of a cube.
fn lumpy_cube(cells: usize) -> String {
    let mut text = String::new();
    let mut count = 0;
    for axis in 0..3 {
        for side in [-1.0, 1.0] {
            for i in 0..=cells {
                for j in 0..=cells {
                    let mut p = [0.0; 3];
                    let at = |k: usize| 2.0 * k as f64 / cells as f64 - 1.0;
                    (p[axis], p[(axis + 1) % 3], p[(axis + 2) % 3]) = (side, at(i), at(j));
                    let size = 1.0 / (p.iter().map(|x| x * x).sum::<f64>()).sqrt();
                    let [x, y, z] = p.map(|x| x * size * (1.0 + 0.1 * (3.0 * p[0]).sin() * p[1] * p[2]));
                    let _ = writeln!(text, "v {x} {y} {z}");
                }
            }
            for i in 0..cells {
                for j in 0..cells {
                    let at = |i: usize, j: usize| count + i * (cells + 1) + j + 1;
                    let (a, b, c, d) = (at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
                    let (b, d) = if side > 0.0 { (b, d) } else { (d, b) };
                    let _ = writeln!(text, "f {a} {b} {c}\nf {a} {c} {d}");
                }
            }
            count += (cells + 1) * (cells + 1);
        }
    }
    text
}

/// A file that is removed when dropped.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str, text: &str) -> Self {
        let path = std::env::temp_dir().join(format!("barycast-{}-{name}", std::process::id()));
        std::fs::write(&path, text).expect("a writable folder");
        Self(path)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        drop(std::fs::remove_file(&self.0));
    }
}

mod defined {
    use super::{ball, distance, query, query_with};
    use serde_json::{Value, json};

    #[test]
    fn a_name_is_accepted_wherever_a_shape_is() {
        let name = json!({"use": "ball"});
        let posed = |shape: &Value| json!({"posed": {"shape": shape, "translation": [0, 5, 0]}});
        let lines = [
            json!({"id": "d", "define": {"ball": ball(3.0, 1.0), "square": {"aabb": {"min": [0, 0], "max": [1, 1]}}}}),
            distance(&ball(0.0, 1.0), &name),
            distance(&name, &posed(&name)),
            distance(&ball(0.0, 1.0), &json!({"compound": {"shapes": [name, ball(9.0, 1.0)]}})),
            distance(&ball(0.0, 1.0), &json!({"rounded": {"shape": {"use": "ball"}, "radius": 0.5}})),
            distance(&ball(0.0, 1.0), &json!({"scaled": {"shape": {"use": "ball"}, "scale": 2}})),
            distance(&json!({"use": "square"}), &json!({"point": [4, 5]})),
        ];
        let answers = query(&lines);
        assert_eq!(answers[0], json!({"id": "d", "defined": ["ball", "square"]}));
        let distances: Vec<_> =
            answers[1..].iter().map(|answer| answer["distance"].as_f64().unwrap()).collect();
        assert_eq!(distances, [1.0, 3.0, 1.0, 0.5, 3.0, 5.0]);
    }

    #[test]
    fn a_definition_reaches_the_lines_after_it_in_order_however_many_there_are() {
        let mut lines = Vec::new();
        let mut expected = Vec::new();
        for round in 0..60 {
            lines.push(json!({"define": {"it": ball(f64::from(round) + 2.0, 1.0)}}));
            expected.push(None);
            for _ in 0..round % 7 * 20 {
                lines.push(distance(&ball(0.0, 1.0), &json!({"use": "it"})));
                expected.push(Some(f64::from(round)));
            }
        }
        let answers = query(&lines);
        let found: Vec<_> = answers.iter().map(|answer| answer["distance"].as_f64()).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn names_may_use_earlier_names_of_a_line_and_keep_their_values() {
        let answers = query(&[
            json!({"define": {"a": ball(3.0, 1.0), "b": {"posed": {"shape": {"use": "a"}, "translation": [1, 0, 0]}}}}),
            json!({"define": {"a": ball(30.0, 1.0)}}),
            distance(&ball(0.0, 1.0), &json!({"use": "b"})),
            distance(&ball(0.0, 1.0), &json!({"use": "a"})),
        ]);
        assert_eq!((&answers[2]["distance"], &answers[3]["distance"]), (&json!(2), &json!(28)));
    }

    #[test]
    fn invalid_definitions_are_errors_without_effect() {
        let wrong = |line: Value| {
            let answer = &query(&[line])[0]["error"];
            (answer["code"].as_str().unwrap().to_owned(), answer["field"].as_str().unwrap_or("").to_owned())
        };
        let is = |code: &str, field: &str| (code.to_owned(), field.to_owned());
        let bad = json!({"sphere": {"center": [0, 0, 0], "radius": -1}});
        assert_eq!(wrong(json!({"define": {"x": bad}})), is("invalid_shape", "define.x.sphere.radius"));
        assert_eq!(wrong(json!({"define": 5})), is("invalid_option", "define"));
        assert_eq!(wrong(json!({"define": {}, "op": "distance"})), is("unknown_field", "op"));
        assert_eq!(wrong(json!({"define": {"x": {"use": "x"}}})), is("unknown_name", "define.x.use"));
        assert_eq!(wrong(distance(&json!({"use": "y"}), &ball(0.0, 1.0))), is("unknown_name", "a.use"));
        assert_eq!(wrong(distance(&json!({"use": 5}), &ball(0.0, 1.0))), is("invalid_shape", "a.use"));
        let (answers, status) = query_with(
            &[],
            &[
                json!({"define": {"good": ball(0.0, 1.0), "bad": bad}}),
                distance(&json!({"use": "good"}), &ball(5.0, 1.0)),
                json!({"define": {"flat": {"point": [0, 0]}}}),
                distance(&json!({"use": "flat"}), &ball(5.0, 1.0)),
            ],
        );
        assert_eq!(answers[1]["error"]["code"], json!("unknown_name"), "none of a line at fault is defined");
        assert_eq!((&answers[3]["error"]["code"], status), (&json!("dimension_mismatch"), 1));
    }

    #[test]
    fn a_defined_shape_keeps_its_precision_and_exactness() {
        let point = json!({"point": [0.1, 0, 0]});
        let answers = query(&[
            json!({"precision": "f32", "define": {"p": point}}),
            json!({"op": "intersects", "exact": true, "a": {"use": "p"}, "b": point}),
            json!({"op": "intersects", "exact": true, "a": {"use": "p"}, "b": {"point": [f64::from(0.1_f32), 0, 0]}}),
            json!({"define": {"turned": {"posed": {"shape": ball(0.0, 1.0), "translation": [1, 0, 0]}}}}),
            json!({"op": "intersects", "exact": true, "a": {"use": "turned"}, "b": point}),
        ]);
        assert_eq!((&answers[1]["intersects"], &answers[2]["intersects"]), (&json!(false), &json!(true)));
        assert_eq!(answers[4]["error"]["code"], json!("not_exact"));
    }

    #[test]
    fn an_escaped_key_also_defines_names() {
        let text = concat!(
            r#"{"d\u0065fine": {"x": {"point": [0, 0]}}}"#,
            "\n",
            r#"{"op": "distance", "a": {"use": "x"}, "b": {"point": [3, 4]}}"#
        );
        let mut program = assert_cmd::cargo::cargo_bin_cmd!("barycast");
        let output = program.arg("query").write_stdin(text).output().expect("it runs");
        assert!(String::from_utf8(output.stdout).unwrap().contains(r#""distance":5"#));
    }
}

mod pairs {
    use super::{Temporary, ball, distance, lumpy_cube, query};
    use serde_json::{Value, json};

    #[test]
    fn all_intersecting_pairs_are_listed_except_skipped_ones() {
        let shapes = [ball(0.0, 1.0), ball(1.5, 1.0), ball(9.0, 1.0), ball(3.0, 0.5)];
        let pairs = |more: Value| {
            let mut line = json!({"id": 3, "op": "pairs", "question": "intersects", "shapes": shapes});
            more.as_object().unwrap().iter().for_each(|(key, value)| line[key] = value.clone());
            query(&[line]).remove(0)
        };
        assert_eq!(pairs(json!({})), json!({"id": 3, "pairs": [[0, 1], [1, 3]]}));
        assert_eq!(pairs(json!({"skip": [[1, 0], [2, 3]]}))["pairs"], json!([[1, 3]]));
        let error = |more| pairs(more)["error"]["field"].clone();
        for skip in [json!([[0, 4]]), json!([[1, 1]]), json!([[0.5, 1]]), json!([[0, 1, 2]]), json!(3)] {
            assert_eq!(error(json!({"skip": skip})), json!("skip"));
        }
        assert_eq!(error(json!({"question": "contact"})), json!("question"));
        assert_eq!(error(json!({"max_distance": 1})), json!("max_distance"));
        assert_eq!(error(json!({"a": 1})), json!("a"));
        assert_eq!(error(json!({"shapes": [{"point": [1, 2, 3]}, {"point": [1, 2]}]})), json!("shapes.1"));
        assert_eq!(error(json!({"shapes": [{"point": [1, 2, 3]}, {"ball": 1}]})), json!("shapes.1.ball"));
        assert_eq!(pairs(json!({"shapes": []}))["pairs"], json!([]));
    }

    #[test]
    fn posed_links_of_a_robot_have_the_same_distances_as_line_by_line() {
        let file = Temporary::new("link.obj", &lumpy_cube(8));
        let mesh = json!({"mesh": {"path": file.0, "solid": true}});
        let link = |i: f64| {
            let angle = i * 0.7;
            let quaternion = [0.0, (angle / 2.0).sin(), 0.0, (angle / 2.0).cos()];
            let translation = [i * 1.3, angle.sin(), angle.cos()];
            json!({"posed": {"shape": {"use": "link"}, "translation": translation, "quaternion": quaternion}})
        };
        let shapes: Vec<Value> = (0..6).map(|i| link(f64::from(i))).collect();
        let mut lines = vec![
            json!({"define": {"link": mesh}}),
            json!({"op": "pairs", "question": "distance", "shapes": shapes}),
            json!({"op": "pairs", "question": "distance", "shapes": shapes, "max_distance": 1}),
            json!({"op": "pairs", "question": "intersects", "shapes": shapes}),
        ];
        for i in 0..shapes.len() {
            lines.extend((i + 1..shapes.len()).map(|j| distance(&shapes[i], &shapes[j])));
        }
        let answers = query(&lines);
        let all = answers[1]["pairs"].as_array().unwrap();
        assert_eq!(all.len(), 15);
        for (pair, alone) in all.iter().zip(&answers[4..]) {
            for key in ["distance", "point_a", "point_b"] {
                assert_eq!(pair[key], alone[key], "{pair}");
            }
        }
        let near: Vec<&Value> = all.iter().filter(|pair| pair["distance"].as_f64().unwrap() <= 1.0).collect();
        assert_eq!(answers[2]["pairs"].as_array().unwrap().iter().collect::<Vec<_>>(), near);
        let met: Vec<Value> =
            all.iter().filter(|pair| pair["distance"] == json!(0)).map(|pair| pair["pair"].clone()).collect();
        assert_eq!(answers[3]["pairs"], json!(met));
        assert!(!met.is_empty() && near.len() > met.len() && near.len() < all.len());
    }
}

mod meshes {
    use super::{Temporary, lumpy_cube, query};
    use serde_json::{Value, json};

    #[test]
    fn a_solid_mesh_that_is_not_closed_is_rejected_on_every_line() {
        let text = lumpy_cube(6)
            .lines()
            .filter(|line| *line != "f 1 9 8")
            .fold(String::new(), |text, line| text + line + "\n");
        let file = Temporary::new("open.obj", &text);
        let line = |solid: bool| {
            let mesh = json!({"mesh": {"path": file.0, "solid": solid}});
            json!({"op": "distance", "a": {"point": [5, 0, 0]}, "b": {"posed": {"shape": mesh, "translation": [1, 0, 0]}}})
        };
        let answers = query(&[line(true), line(true), line(false), line(true)]);
        for i in [0, 1, 3] {
            assert_eq!(answers[i]["error"]["code"], json!("invalid_shape"), "{}", answers[i]);
            assert_eq!(answers[i]["error"]["field"], json!("b.posed.shape.mesh.triangles"));
        }
        assert!(answers[2]["distance"].as_f64().is_some_and(|d| (2.5..3.5).contains(&d)));
    }

    #[test]
    fn a_repeated_pose_and_a_new_pose_have_equal_answers() {
        let file = Temporary::new("part.obj", &lumpy_cube(8));
        let ray = |x: f64| json!({"ray": {"origin": [x, 0.1, 9], "direction": [0.1, 0.05, -1]}});
        let line = |x: f64, pose: f64| {
            let shape = json!({"mesh": {"path": file.0}});
            let posed = json!({"posed": {"shape": shape, "translation": [pose, 0, 0], "quaternion": [0, 0, 0.6, 0.8]}});
            json!({"op": "cast", "a": ray(x), "b": posed})
        };
        let at = |i: i32| f64::from(i) * 0.01;
        let repeated: Vec<Value> = (0..40).map(|i| line(at(i), 0.0)).collect();
        let together = query(&repeated);
        for (i, answer) in (0..40).zip(&together) {
            let mixed = query(&[line(0.0, at(i) + 1.0), line(at(i), 0.0)]);
            assert_eq!(&mixed[1], answer);
        }
    }
}

#[cfg(unix)]
mod slow {
    use super::{Temporary, ball, distance, query_with};
    use serde_json::{Value, json};
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Command, Stdio};
    use std::sync::mpsc::{Receiver, channel};
    use std::time::Duration;

    /// Creates a mesh file that appears when it is written: readers wait for it.
    fn pipe(name: &str) -> Temporary {
        let path = std::env::temp_dir().join(format!("barycast-{}-{name}.obj", std::process::id()));
        drop(std::fs::remove_file(&path));
        assert!(Command::new("mkfifo").arg(&path).status().expect("mkfifo").success());
        Temporary(path)
    }

    fn next(lines: &Receiver<String>) -> Value {
        let line = lines.recv_timeout(Duration::from_secs(100)).expect("an answer in time");
        serde_json::from_str(&line).expect("JSON")
    }

    #[test]
    fn answers_before_a_slow_line_are_written_while_it_runs() {
        let slow = pipe("slow");
        let near = distance(&ball(0.0, 1.0), &ball(5.0, 1.0));
        let waits = distance(&json!({"point": [0, 0, 3]}), &json!({"mesh": {"path": slow.0}}));
        let program = assert_cmd::cargo::cargo_bin!("barycast");
        let mut child = Command::new(program)
            .arg("query")
            .env("RAYON_NUM_THREADS", "2")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it runs");
        let text = format!("{near}\n").repeat(50) + &format!("{waits}\n{near}\n");
        child.stdin.take().expect("piped").write_all(text.as_bytes()).expect("it reads");
        let (sender, lines) = channel();
        let out = BufReader::new(child.stdout.take().expect("piped"));
        let reader =
            std::thread::spawn(move || out.lines().for_each(|line| drop(sender.send(line.expect("text")))));
        for _ in 0..50 {
            assert_eq!(next(&lines)["distance"], json!(3));
        }
        assert!(lines.recv_timeout(Duration::from_millis(300)).is_err(), "the slow line comes next");
        std::fs::write(&slow.0, "v 0 0 0\nv 4 0 0\nv 0 4 0\nf 1 2 3\n").expect("it is read");
        assert_eq!(next(&lines)["distance"], json!(3));
        assert_eq!(next(&lines)["distance"], json!(3));
        assert!(child.wait().expect("it ends").success());
        reader.join().expect("all is read");
    }

    #[test]
    fn a_line_over_the_limit_is_abandoned_and_the_others_continue() {
        let slow = pipe("never");
        let near = distance(&ball(0.0, 1.0), &ball(5.0, 1.0));
        let mut waits = distance(&json!({"point": [0, 0, 3]}), &json!({"mesh": {"path": slow.0}}));
        waits["id"] = json!({"line": "slow"});
        let lines = [near.clone(), waits, near.clone(), near];
        let (answers, status) = query_with(&["--limit", "300ms"], &lines);
        assert_eq!(
            (&answers[1]["id"], &answers[1]["error"]["code"]),
            (&json!({"line": "slow"}), &json!("timeout"))
        );
        assert_eq!(status, 1);
        for i in [0, 2, 3] {
            assert_eq!(answers[i]["distance"], json!(3));
        }
        let mut program = assert_cmd::cargo::cargo_bin_cmd!("barycast");
        assert_eq!(
            program.args(["query", "--limit", "ten"]).output().expect("it runs").status.code(),
            Some(2)
        );
    }

    /// Returns the processor time of a process so far, in hundredths of seconds.
    #[cfg(target_os = "linux")]
    fn spent(process: u32) -> u64 {
        let text = std::fs::read_to_string(format!("/proc/{process}/stat")).expect("it runs");
        let after_name = text.rsplit(')').next().expect("a name in brackets");
        let fields: Vec<&str> = after_name.split_whitespace().collect();
        [11, 12].into_iter().map(|i| fields[i].parse::<u64>().expect("a number")).sum()
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn work_on_an_abandoned_line_ends() {
        use std::f64::consts::{PI, TAU};
        // Two bumpy balls whose contact takes seconds.
        let (rings, sectors) = (12, 14);
        let at = |i: u32, j: u32| {
            let a = PI * f64::from(i) / f64::from(rings);
            let b = TAU * f64::from(j % sectors) / f64::from(sectors);
            let radius = 1.0 + 0.15 * (5.0 * a).sin() * (5.0 * b).cos();
            json!([radius * a.sin() * b.cos(), radius * a.sin() * b.sin(), radius * a.cos()])
        };
        let mut vertices = Vec::new();
        for i in 0..rings {
            for j in 0..sectors {
                let [p, q, r, s] = [at(i, j), at(i, j + 1), at(i + 1, j), at(i + 1, j + 1)];
                vertices.extend([p.clone(), r, s.clone(), p, s, q]);
            }
        }
        let triangles: Vec<[usize; 3]> =
            (0..vertices.len() / 3).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        let ball = json!({"mesh": {"vertices": vertices, "triangles": triangles}});
        let other = json!({"posed": {"shape": {"scaled": {"shape": ball, "scale": 0.5}}, "translation": [1.2, 0, 0]}});
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("barycast"))
            .args(["query", "--limit", "300ms"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it runs");
        let mut to = child.stdin.take().expect("piped");
        writeln!(to, "{}", json!({"op": "contact", "a": ball, "b": other})).expect("it reads");
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().expect("piped")).read_line(&mut line).expect("text");
        assert!(line.contains("timeout"), "{line}");
        std::thread::sleep(Duration::from_millis(1500));
        let before = spent(child.id());
        std::thread::sleep(Duration::from_millis(1500));
        let after = spent(child.id());
        // An idle process uses almost no time; work would take more than a hundred hundredths.
        assert!(after - before < 15, "{before} {after}");
        drop(to);
        assert_eq!(child.wait().expect("it ends").code(), Some(1));
    }
}
