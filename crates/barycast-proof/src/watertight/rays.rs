//! Rays that search for holes in a closed mesh, and the properties checked for each.

use super::meshes::Closed;
use barycast::mesh::MeshNumber;
use barycast::mesh::TriMesh;
use barycast::number::Float;
use barycast::pair::cast::CastOptions;
use barycast::query::Hit;
use barycast::shape::Ray;
use barycast::vector::{FloatVector, Vector3};
use fastrand::Rng;
use glam::{DVec3, Vec3};
use std::fmt::Debug;

/// The vector types `Vec3` and `DVec3`.
pub(super) trait Number:
    FloatVector<Scalar: MeshNumber + Debug> + Vector3 + PartialEq + Debug
{
    const NAME: &'static str;

    fn of(v: DVec3) -> Self;

    fn to(self) -> DVec3 {
        DVec3::new(self.get(0).to_f64(), self.get(1).to_f64(), self.get(2).to_f64())
    }

    /// Returns the bits of each coordinate.
    fn hex(self) -> String;
}

impl Number for Vec3 {
    const NAME: &'static str = "f32";

    fn of(v: DVec3) -> Self {
        v.as_vec3()
    }

    fn hex(self) -> String {
        format!("{:08x?}", self.to_array().map(f32::to_bits))
    }
}

impl Number for DVec3 {
    const NAME: &'static str = "f64";

    fn of(v: DVec3) -> Self {
        v
    }

    fn hex(self) -> String {
        format!("{:016x?}", self.to_array().map(f64::to_bits))
    }
}

/// Average number of triangles that brute force may test per ray.
const BRUTE: usize = 40;

/// Numbers of rays and of each kind of fault.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) rays: u64,
    pub(super) inside: u64,
    pub(super) compared: u64,
    pub(super) spawned: u64,
    pub(super) together: u64,
    pub(super) leaks: u64,
    pub(super) parity: u64,
    pub(super) differences: u64,
    pub(super) returns: u64,
    pub(super) apart: u64,
}

impl Counts {
    pub(super) fn all(&mut self) -> [(&'static str, &mut u64); 10] {
        [
            ("rays", &mut self.rays),
            ("from_inside", &mut self.inside),
            ("compared_to_brute_force", &mut self.compared),
            ("spawned", &mut self.spawned),
            ("in_batches", &mut self.together),
            ("leaks", &mut self.leaks),
            ("parity_faults", &mut self.parity),
            ("differences_to_brute_force", &mut self.differences),
            ("spawned_rays_that_hit_what_they_leave", &mut self.returns),
            ("batches_that_answer_otherwise", &mut self.apart),
        ]
    }

    pub(super) fn add(&mut self, mut other: Self) {
        for ((_, mine), (_, more)) in self.all().into_iter().zip(other.all()) {
            *mine += *more;
        }
    }

    pub(super) fn faults(&self) -> u64 {
        self.leaks + self.parity + self.differences + self.returns + self.apart
    }
}

/// Known location of a ray's origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Start {
    Inside,
    Outside,
    /// On the surface, up to rounding.
    On,
}

/// A closed mesh as a target, in floats.
pub(super) struct Target<V: Number> {
    name: &'static str,
    pub(super) mesh: TriMesh<V>,
    brute: TriMesh<V>,
    /// A point inside and its distance from the surface.
    inside: Option<(V, f64)>,
    convex: bool,
    full: bool,
    middle: DVec3,
    /// Distance from the center to the farthest vertex.
    radius: f64,
    /// Largest displacement by rounding.
    noise: f64,
}

/// A ray and its hits.
struct Cast<'a, V: Number> {
    target: &'a Target<V>,
    ray: Ray<V>,
    start: Start,
    first: Option<Hit<V>>,
    crossings: usize,
}

impl<'a, V: Number> Cast<'a, V> {
    fn new(target: &'a Target<V>, ray: Ray<V>, start: Start) -> Self {
        let all = CastOptions::default();
        let (first, crossings) = (target.mesh.cast(&ray, &all), target.mesh.crossings(&ray, &all));
        Self { target, ray, start, first, crossings }
    }

    /// Describes a fault, with the mesh and the ray.
    fn described(&self, what: &str) -> String {
        let Self { target, ray: Ray { origin, direction }, start, .. } = self;
        format!(
            "{what}\n  {} of {} triangles in {}, start {start:?}\n  origin {origin:?} = {}\n  direction {direction:?} = {}",
            target.name,
            target.mesh.triangles().len(),
            V::NAME,
            origin.hex(),
            direction.hex(),
        )
    }

    /// Checks that a ray from inside, or one that `must` hit, does.
    fn leak(&self, must: bool) -> Option<String> {
        let leaks = (self.start == Start::Inside || must) && self.first.is_none();
        leaks.then(|| "a leak: nothing is hit".to_owned())
    }

    /// Checks that a ray from inside crosses the surface an odd number of times, and one from
    /// outside an even number.
    fn parity_fault(&self) -> Option<String> {
        let (crossings, convex) = (self.crossings, self.target.convex);
        let wrong = match self.start {
            Start::Inside if convex => crossings != 1,
            Start::Inside => crossings.is_multiple_of(2),
            Start::Outside if convex => crossings != 0 && crossings != 2,
            Start::Outside => !crossings.is_multiple_of(2),
            Start::On => false,
        };
        wrong.then(|| format!("a parity fault: {crossings} crossings"))
    }

    /// Checks that the BVH agrees with brute force, bit for bit.
    fn difference_to_brute_force(&self) -> Option<String> {
        let Self { target: Target { mesh, brute, .. }, ray, start, first, crossings } = self;
        let all = CastOptions::default();
        let found = brute.cast(ray, &all);
        let casts = [mesh, brute].map(|mesh| mesh.cast_all(ray, &all).iter().map(bits).collect::<Vec<_>>());
        let same = first.as_ref().map(bits) == found.as_ref().map(bits)
            && casts[0] == casts[1]
            && *crossings == brute.crossings(ray, &all)
            && mesh.is_hit(ray, &all) == first.is_some()
            // A ray that starts on the surface does not list its origin.
            && (*start == Start::On || casts[0].first() == first.as_ref().map(bits).as_ref());
        (!same).then(|| format!("not as by brute force: {first:?}, {found:?}"))
    }
}

impl<V: Number> Target<V> {
    /// Builds the target; `None` if rounding removes a vertex or makes one infinite.
    pub(super) fn new(closed: Closed, known: bool) -> Option<Self> {
        let vertices: Vec<V> = closed.vertices.iter().map(|v| V::of(*v)).collect();
        let mesh = TriMesh::try_new(vertices, closed.triangles).ok()?;
        let (low, high) = (mesh.bounds().min.to(), mesh.bounds().max.to());
        let middle = 0.5 * (low + high);
        let noise = V::Scalar::EPSILON.to_f64() * low.abs().max(high.abs()).max_element();
        let inside = V::of(closed.inside);
        let clear = mesh.closest_point(inside).closest.distance.to_f64();
        // A point inside before rounding stays inside if no vertex moved that far.
        let inside = (known && clear > 4.0 * closed.moved + 64.0 * noise).then_some((inside, clear));
        let brute = mesh.without_tree();
        let radius = 0.5 * (high - low).length();
        Some(Self {
            name: closed.name,
            mesh,
            brute,
            inside,
            convex: closed.convex,
            full: closed.full,
            middle,
            radius,
            noise,
        })
    }

    /// Casts `rays` rays and passes faults to `fault`. One in `every` is compared with brute force,
    /// or spawns another, or is cast in a batch.
    pub(super) fn cast_rays(
        &self,
        rays: u64,
        every: usize,
        rng: &mut Rng,
        fault: &mut dyn FnMut(String),
    ) -> Counts {
        let mut counts = Counts::default();
        for _ in 0..rays {
            let (ray, start, must) = self.ray(rng);
            if ray.direction.is_zero() || !ray.direction.to().is_finite() {
                continue;
            }
            counts.rays += 1;
            counts.inside += u64::from(start == Start::Inside);
            let cast = Cast::new(self, ray, start);
            let mut report = |what: Option<String>| {
                let is_wrong = what.is_some();
                if let Some(what) = what {
                    fault(cast.described(&what));
                }
                u64::from(is_wrong)
            };
            counts.leaks += report(cast.leak(must));
            counts.parity += report(cast.parity_fault());
            if rng.usize(0..self.mesh.triangles().len().max(BRUTE) * every) < BRUTE {
                counts.compared += 1;
                counts.differences += report(cast.difference_to_brute_force());
            }
            if rng.usize(0..32 * every) == 0 {
                let rays = self.bundle(&cast.ray, rng);
                counts.together += rays.len() as u64;
                counts.apart += report(self.difference_in_a_batch(&rays));
            }
            if let Some(hit) = &cast.first
                && rng.usize(0..4 * every) == 0
            {
                counts.spawned += 1;
                counts.returns += report(self.spawn(hit, rng));
            }
        }
        counts
    }

    /// Checks that a batch of rays agrees with single rays.
    fn difference_in_a_batch(&self, rays: &[Ray<V>]) -> Option<String> {
        let all = CastOptions::default();
        let (alone, hit): (Vec<_>, Vec<_>) =
            rays.iter().map(|ray| (self.mesh.cast(ray, &all), self.mesh.is_hit(ray, &all))).unzip();
        let bits =
            |hits: &[Option<Hit<V>>]| hits.iter().map(|hit| hit.as_ref().map(bits)).collect::<Vec<_>>();
        let same = bits(&self.mesh.cast_batch(rays, &all)) == bits(&alone)
            && self.mesh.is_hit_batch(rays, &all) == hit;
        (!same).then(|| format!("in a batch not as alone: {rays:?}"))
    }

    /// Returns rays near a ray: from its origin to points on the edges of a triangle, or parallel
    /// to it.
    fn bundle(&self, ray: &Ray<V>, rng: &mut Rng) -> Vec<Ray<V>> {
        const MANY: u8 = 16;
        let triangles = self.mesh.triangles();
        let [a, b, c] = triangles[rng.usize(0..triangles.len())].map(|v| self.mesh.vertices()[v as usize]);
        let fan = rng.bool();
        let places = (0..MANY).map(|i| {
            let share = V::Scalar::from_f64(f64::from(i % 9) / 8.0);
            if i < 9 { a + (b - a) * share } else { b + (c - b) * share }
        });
        let rays = places.map(|place| {
            let (origin, direction) = if fan {
                (ray.origin, place - ray.origin)
            } else {
                (ray.origin + (place - a), ray.direction)
            };
            Ray { origin, direction }
        });
        rays.filter(|ray| !ray.direction.is_zero()).collect()
    }

    /// Checks a ray spawned from a hit.
    fn spawn(&self, hit: &Hit<V>, rng: &mut Rng) -> Option<String> {
        let triangle = self.mesh.triangle(hit.triangle?)?;
        let corners = [triangle.a, triangle.b, triangle.c];
        let point = hit.point?;
        let corner = corners[rng.usize(0..3)];
        let normal = triangle.normal();
        let direction = match rng.u8(0..6) {
            0 => V::of(vector(rng)),
            1 => corner - point,
            2 => corners[1] - corners[0],
            3 => corner - point + normal * V::Scalar::from_f64(f64::powi(10.0, rng.i32(-12..0))),
            4 => normal * V::Scalar::from_f64(rng.f64() - 0.5),
            _ => V::of(self.middle) - point,
        };
        if direction.is_zero() {
            return None;
        }
        let ray = self.mesh.offset_ray_origin(hit, direction)?;
        let all = CastOptions::default();
        let alone = TriMesh::try_new(corners.to_vec(), vec![[0, 1, 2]]).ok()?;
        let (n, d) = (normal.to(), direction.to());
        let outward = n.dot(d) > 16.0 * V::Scalar::EPSILON.to_f64() * n.length() * d.length();
        let again = alone.without_tree().cast(&ray, &all);
        let back = self.convex && outward && self.mesh.is_hit(&ray, &all);
        (again.is_some() || back).then(|| {
            format!(
                "a spawned ray returns to {} from {hit:?}\n  spawned origin {:?} = {}\n  direction {direction:?} = {}",
                if again.is_some() { "its triangle" } else { "a convex mesh" },
                ray.origin,
                ray.origin.hex(),
                direction.hex(),
            )
        })
    }

    /// Draws a ray, with the location of its origin, and whether it must hit for another reason.
    fn ray(&self, rng: &mut Rng) -> (Ray<V>, Start, bool) {
        let target = self.target(rng);
        let round = rng.u8(0..16);
        let Some((inside, clear)) = self.inside.filter(|_| round < 8) else {
            return self.ray_outside(target, rng);
        };
        let near = |r: f64, rng: &mut Rng| V::of(inside.to() + vector(rng).normalize_or_zero() * r);
        let origin = match round {
            0..3 => inside,
            // Slightly below the surface, where that is known to be inside.
            3..6 if self.full => {
                let most = (clear / (256.0 * self.noise)).log10().clamp(0.0, 14.0);
                let share = f64::powi(10.0, -rng.i32(0..=most as i32));
                let at = self.target(rng).to();
                V::of(at + (inside.to() - at) * share)
            }
            _ => near(0.5 * clear * rng.f64(), rng),
        };
        let direction = match rng.u8(0..8) {
            0 => axis(rng),
            1 => V::of(vector(rng)),
            2 => (target - origin) * V::Scalar::from_f64(f64::powi(2.0, rng.i32(-20..20))),
            3 => V::of((target.to() - origin.to()).normalize_or_zero()),
            4 => {
                let flat = target - origin;
                let k = rng.usize(0..3);
                flat.with(k, V::Scalar::ZERO)
            }
            _ => target - origin,
        };
        (Ray { origin, direction }, Start::Inside, false)
    }

    fn ray_outside(&self, target: V, rng: &mut Rng) -> (Ray<V>, Start, bool) {
        let away = (self.radius + self.noise) * [1.5, 4.0, 100.0][rng.usize(0..3)];
        match rng.u8(0..8) {
            // On the surface, up to rounding.
            0 | 1 => {
                let other = self.target(rng);
                let direction = if rng.bool() { other - target } else { axis(rng) };
                (Ray { origin: target, direction }, Start::On, false)
            }
            // Along an axis, exactly through a vertex.
            2 | 3 => {
                let (k, sign) = (rng.usize(0..3), if rng.bool() { 1.0 } else { -1.0 });
                let from = V::Scalar::from_f64(self.middle[k] - sign * away);
                let direction = V::from_fn(|i| V::Scalar::from_f64(if i == k { sign } else { 0.0 }));
                (Ray { origin: target.with(k, from), direction }, Start::Outside, false)
            }
            // Toward a point well inside: a certain hit.
            4 if self.inside.is_some_and(|(_, clear)| {
                clear > 1e3 * (self.noise + V::Scalar::EPSILON.to_f64() * away)
            }) =>
            {
                let origin = self.outside(away, rng);
                let inside = self.inside.map_or(target, |(inside, _)| inside);
                (Ray { origin, direction: inside - origin }, Start::Outside, true)
            }
            5 => {
                let direction = V::of(vector(rng));
                (Ray { origin: self.outside(away, rng), direction }, Start::Outside, false)
            }
            _ => {
                let origin = self.outside(away, rng);
                (Ray { origin, direction: target - origin }, Start::Outside, false)
            }
        }
    }

    /// Draws a point outside the bounds.
    fn outside(&self, away: f64, rng: &mut Rng) -> V {
        loop {
            let way = vector(rng).normalize_or_zero();
            if way != DVec3::ZERO {
                return V::of(self.middle + way * away);
            }
        }
    }

    /// Draws a vertex, the midpoint of an edge, a point of an edge or of a triangle.
    fn target(&self, rng: &mut Rng) -> V {
        let triangles = self.mesh.triangles();
        let [a, b, c] = triangles[rng.usize(0..triangles.len())].map(|v| self.mesh.vertices()[v as usize]);
        let share = |rng: &mut Rng| V::Scalar::from_f64(rng.f64());
        match rng.u8(0..8) {
            0..3 => a,
            3 | 4 => (a + b) * V::Scalar::from_f64(0.5),
            5 => a + (b - a) * V::Scalar::from_f64(f64::from(rng.u8(0..=16)) / 16.0),
            6 => a + (c - a) * share(rng),
            _ => {
                let on_edge = a + (b - a) * share(rng);
                on_edge + (c - on_edge) * share(rng)
            }
        }
    }
}

/// Draws a point in the cube from -1 to 1; in one of four cases with few digits.
fn vector(rng: &mut Rng) -> DVec3 {
    let few = rng.u8(0..4) == 0;
    let mut number = || if few { f64::from(rng.i32(-4..=4)) / 4.0 } else { rng.f64() * 2.0 - 1.0 };
    DVec3::new(number(), number(), number())
}

/// Draws an axis in either direction.
fn axis<V: Number>(rng: &mut Rng) -> V {
    let (k, sign) = (rng.usize(0..3), if rng.bool() { 1.0 } else { -1.0 });
    V::from_fn(|i| V::Scalar::from_f64(if i == k { sign } else { 0.0 }))
}

/// Returns the bits of every number of a hit.
fn bits<V: Number>(hit: &Hit<V>) -> [u64; 12] {
    let number = |x: V::Scalar| x.to_f64().to_bits();
    let vector = |v: Option<V>| v.map_or([1; 3], |v| [0, 1, 2].map(|axis| number(v.get(axis))));
    let (p, n) = (vector(hit.point), vector(hit.normal));
    let [u, v] = hit.uv.map_or([1; 2], |uv| uv.map(number));
    let triangle = hit.triangle.map_or(u64::MAX, |triangle| triangle as u64);
    [number(hit.t), p[0], p[1], p[2], n[0], n[1], n[2], u, v, triangle, hit.side as u64, 0]
}
