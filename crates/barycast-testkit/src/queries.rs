//! All queries of two shapes decoded from random bytes, and the properties of their results that
//! must always be true.
//!
//! A panic is a failure, and so is a NaN, or a result that contradicts `intersects`. If the
//! magnitudes of the numbers are not too different, [`Pair`] also checks points, depths and times.

use crate::bytes::{Bytes, Reach};
use crate::pairs::Pair;
use barycast::convex::advance::Turning;
use barycast::dynamic::any::{Shape2, Shape3};
use barycast::mesh::MeshNumber;
use barycast::mesh::TriMesh;
use barycast::pair::cast::CastOptions;
use barycast::shape::{Line, Ray, Segment};
use barycast::vector::{FloatVector, Vector3};
use glam::{DVec2, DVec3, Vec3};

/// The names of the queries of [`query`].
pub const QUERIES: [&str; 11] = [
    "intersects",
    "closest",
    "contact",
    "manifold",
    "contains",
    "intersection",
    "cast",
    "sweep",
    "turning",
    "signed_distance",
    "names",
];

/// Runs a query of the two shapes that the bytes encode. Returns `Ok(false)` if they encode none.
///
/// # Errors
/// Describes the wrong result and the shapes.
pub fn query(query: &str, bytes: &[u8]) -> Result<bool, String> {
    let mut bytes = Bytes::new(bytes);
    if bytes.flag() {
        let (Ok(a), Ok(b)) = (bytes.shape2(), bytes.shape2()) else { return Ok(false) };
        Queries::<Shape2>::new(&a, &b, &bytes)
            .answer(query, &mut bytes)
            .map_err(|wrong| format!("{query}: {wrong}\n   {a:?}\n   {b:?}"))?;
    } else {
        let (Ok(a), Ok(b)) = (bytes.shape3(), bytes.shape3()) else { return Ok(false) };
        Queries::<Shape3>::new(&a, &b, &bytes)
            .answer(query, &mut bytes)
            .map_err(|wrong| format!("{query}: {wrong}\n   {a:?}\n   {b:?}"))?;
    }
    Ok(true)
}

/// Checks that a result contains no NaN.
fn numbers(answer: &impl std::fmt::Debug) -> Result<(), String> {
    let text = format!("{answer:?}");
    if text.contains("NaN") { Err(text) } else { Ok(()) }
}

fn same(meets: bool, said: bool, answer: &impl std::fmt::Debug) -> Result<(), String> {
    if said == meets { Ok(()) } else { Err(format!("intersects {meets}, but {answer:?}")) }
}

/// Two shapes, and properties known before any other query.
struct Queries<'a, S> {
    a: &'a S,
    b: &'a S,
    /// True if the shapes share a point.
    meets: bool,
    /// True if the magnitudes of their numbers are similar.
    close: bool,
}

macro_rules! questions {
    ($Any:ident $V:ident |$bytes:ident| $angular:expr) => {
        impl<'a> Queries<'a, $Any> {
            fn new(a: &'a $Any, b: &'a $Any, bytes: &Bytes<'_>) -> Self {
                Self { a, b, meets: a.intersects(b), close: matches!(bytes.reach(), Reach::Grid) }
            }

            fn answer(&self, query: &str, bytes: &mut Bytes<'_>) -> Result<(), String> {
                match query {
                    "intersects" => same(self.meets, self.b.intersects(self.a), &"not the other way"),
                    "closest" => self.closest(),
                    "contact" => self.contact(),
                    "manifold" => self.manifold(),
                    "contains" => self.contains(),
                    "intersection" => self.intersection(),
                    "cast" => self.cast(bytes),
                    "sweep" => self.sweep(bytes),
                    "turning" => self.turning(bytes),
                    "signed_distance" => self.signed_distance(bytes),
                    _ => self.names(),
                }
            }

            /// Returns the pair in both orders.
            const fn orders(&self) -> [(&'a $Any, &'a $Any); 2] {
                [(self.a, self.b), (self.b, self.a)]
            }

            fn closest(&self) -> Result<(), String> {
                for found in self.orders().map(|(a, b)| a.closest(b)) {
                    numbers(&found)?;
                    same(self.meets, found.distance == 0.0, &found)?;
                }
                if self.close { self.a.near(self.b) } else { Ok(()) }
            }

            fn contact(&self) -> Result<(), String> {
                for found in self.orders().into_iter().flat_map(|(a, b)| a.contact_precisely(b)) {
                    numbers(&found)?;
                    same(self.meets, found.is_some(), &found)?;
                    if found.is_some_and(|c| c.depth < 0.0) {
                        return Err(format!("{found:?}"));
                    }
                }
                if self.close { self.a.held(self.b) } else { Ok(()) }
            }

            fn manifold(&self) -> Result<(), String> {
                for found in self.orders().into_iter().flat_map(|(a, b)| a.manifold_precisely(b)) {
                    numbers(&found)?;
                    same(self.meets, found.is_some(), &found)?;
                }
                Ok(())
            }

            fn contains(&self) -> Result<(), String> {
                for found in self.orders().map(|(a, b)| a.contains(b)) {
                    if found == Ok(true) {
                        same(self.meets, true, &"contains")?;
                    }
                }
                Ok(())
            }

            fn intersection(&self) -> Result<(), String> {
                for found in self.orders().into_iter().flat_map(|(a, b)| a.intersection(b)) {
                    numbers(&found)?;
                    same(self.meets, found.is_some(), &found)?;
                }
                Ok(())
            }

            fn cast(&self, bytes: &mut Bytes<'_>) -> Result<(), String> {
                let Self { a, b, .. } = *self;
                let all = CastOptions::default();
                if let Ok(hit) = a.cast_with(b, &all) {
                    numbers(&hit)?;
                    same(self.meets, hit.is_some(), &hit)?;
                }
                let max_t = if bytes.flag() { Some(bytes.number()) } else { None };
                let some = CastOptions { min_t: None, max_t, cull: bytes.flag(), hollow: bytes.flag() };
                if let Ok(hit) = a.cast_with(b, &some) {
                    numbers(&hit)?;
                    if hit.as_ref().is_some_and(|h| max_t.is_some_and(|most| h.t > most)) {
                        return Err(format!("{some:?}, but {hit:?}"));
                    }
                }
                for options in [all, some] {
                    if let Ok(hits) = a.cast_all_with(b, &options) {
                        numbers(&hits)?;
                        if !hits.is_sorted_by(|x, y| x.t <= y.t) {
                            return Err(format!("not in order: {hits:?}"));
                        }
                    }
                }
                if self.close { a.hit(b) } else { Ok(()) }
            }

            fn sweep(&self, bytes: &mut Bytes<'_>) -> Result<(), String> {
                let velocity: $V = bytes.vector();
                let max_t = bytes.size();
                // The protocol rejects these before they reach the library.
                if !(velocity.is_finite() && max_t >= 0.0) {
                    return Ok(());
                }
                for (a, b) in self.orders() {
                    if let Ok(impact) = a.sweep_precisely(b, velocity, max_t) {
                        numbers(&impact)?;
                        same(self.meets, impact.is_some_and(|i| i.t == 0.0), &impact)?;
                        if impact.is_some_and(|i| !(0.0..=max_t).contains(&i.t)) {
                            return Err(format!("within {max_t}, but {impact:?}"));
                        }
                    }
                }
                if self.close && velocity != $V::ZERO { self.a.swept(self.b, velocity) } else { Ok(()) }
            }

            fn turning(&self, $bytes: &mut Bytes<'_>) -> Result<(), String> {
                let velocity: $V = $bytes.vector();
                let angular_velocity = $angular;
                let motion = Turning { velocity, angular_velocity, center_of_rotation: $bytes.vector() };
                let max_t = $bytes.size();
                let moves = velocity.is_finite() && angular_velocity.is_finite();
                if !(moves && motion.center_of_rotation.is_finite() && max_t >= 0.0) {
                    return Ok(());
                }
                if let Ok(impact) = self.a.sweep_turning_precisely(self.b, &motion, max_t) {
                    numbers(&impact)?;
                    let t = impact.as_ref().map(|i| i.0.t);
                    same(self.meets, self.meets && t == Some(0.0), &impact)?;
                    if t.is_some_and(|t| !(0.0..=max_t).contains(&t)) {
                        return Err(format!("within {max_t}, but {impact:?}"));
                    }
                }
                Ok(())
            }

            fn signed_distance(&self, bytes: &mut Bytes<'_>) -> Result<(), String> {
                let point: $V = bytes.vector();
                if point.is_finite() {
                    numbers(&self.a.signed_distance(point))?;
                    numbers(&self.b.signed_distance(point))?;
                }
                Ok(())
            }

            /// Checks queries that exist for few pairs only.
            fn names(&self) -> Result<(), String> {
                for (a, b) in self.orders() {
                    numbers(&a.span(b).ok())?;
                    numbers(&a.classify(b).ok())?;
                    numbers(&a.barycentric(b).ok())?;
                    numbers(&a.trace(b))?;
                }
                Ok(())
            }
        }
    };
}
questions!(Shape2 DVec2 |bytes| bytes.number());
questions!(Shape3 DVec3 |bytes| bytes.vector::<DVec3>());

/// Casts the ray that the bytes encode at the mesh that they encode, in both precisions. The BVH
/// must agree with brute force, bit for bit.
///
/// # Errors
/// Describes the failure, with the mesh and the ray.
pub fn mesh(bytes: &[u8]) -> Result<bool, String> {
    let mut bytes = Bytes::new(bytes);
    let vertices: Vec<DVec3> = bytes.vectors(24);
    let triangles = bytes.triangles(48, vertices.len());
    let [origin, direction]: [DVec3; 2] = [bytes.vector(), bytes.vector()];
    let options = CastOptions {
        max_t: if bytes.flag() { Some(bytes.number()) } else { None },
        cull: bytes.flag(),
        ..CastOptions::default()
    };
    // Distances in plain floats are checked only if their squares neither overflow nor underflow,
    // and the BVH against brute force only if products of three do not.
    let near = matches!(bytes.reach(), Reach::Grid | Reach::Bits(3 | 10));
    let (held, held_f32) = (bytes.reach() != Reach::All, near || bytes.reach() == Reach::Bits(30));
    let narrow =
        CastOptions { max_t: options.max_t.map(|t| t as f32), cull: options.cull, ..CastOptions::default() };
    let small = vertices.iter().map(|v| v.as_vec3()).collect();
    let wide = tree(vertices, triangles.clone(), origin, direction, &options, [held, near])?;
    let (origin, direction) = (origin.as_vec3(), direction.as_vec3());
    Ok(tree::<Vec3>(small, triangles, origin, direction, &narrow, [held_f32, near])? || wide)
}

fn tree<V: FloatVector<Scalar: MeshNumber> + Vector3>(
    vertices: Vec<V>,
    triangles: Vec<[u32; 3]>,
    origin: V,
    direction: V,
    options: &CastOptions<V::Scalar>,
    [held, near]: [bool; 2],
) -> Result<bool, String> {
    let Ok(mesh) = TriMesh::try_new(vertices, triangles) else { return Ok(false) };
    let Ok(line) = Line::try_new(origin, direction) else { return Ok(false) };
    let (ray, segment) = (Ray::new(origin, direction), Segment::new(origin, origin + direction));
    let flat = mesh.without_tree();
    let answers = |mesh: &TriMesh<V>| {
        [
            format!("{:?}", mesh.cast(&line, options)),
            format!("{:?}", mesh.cast(&ray, options)),
            format!("{:?}", mesh.cast(&segment, options)),
            format!("{:?}", mesh.cast_all(&line, options)),
            format!("{:?}", mesh.cast_all(&ray, options)),
            format!("{:?}", mesh.crossings(&ray, options)),
            format!("{:?}", mesh.is_hit(&ray, options)),
            format!("{:?}", near.then(|| mesh.closest_point(origin))),
        ]
    };
    let (found, all) = (answers(&mesh), answers(&flat));
    if held && found != all {
        return Err(format!("tree {found:?}\nbrute force {all:?}\n   {mesh:?}\n   {line:?} {options:?}"));
    }
    if mesh.is_hit(&ray, options) != mesh.cast(&ray, options).is_some() {
        return Err(format!("is_hit is not cast\n   {mesh:?}\n   {line:?} {options:?}"));
    }
    Ok(true)
}
