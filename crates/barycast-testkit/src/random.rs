//! Random shapes: ordinary ones, and as often degenerate ones.

use barycast::dynamic::any::{Shape2, Shape3};
use barycast::number::Mask;
use barycast::shape::fields::FieldReader;
use barycast::shape::*;
use barycast::vector::{Vector, Vector2, Vector3};
use glam::{DMat3, DQuat, DVec2, DVec3};
use std::f64::consts::{PI, TAU};

/// A distribution of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Integers from -4 to 4: every predicate is exact, and most shapes touch, align or degenerate.
    Grid,
    /// The same, times a power of two.
    GridScaled(i32),
    /// The grid with some numbers perturbed by 1 to 4 ulp.
    Nudged,
    /// Uniform in [-10, 10].
    Plain,
    /// Far from the origin, close to each other.
    Far,
    /// Sizes from 1e-3 to 1e3.
    Mixed,
    /// Random bits: any mantissa, any sign, and powers of two up to this exponent and down to its
    /// negative.
    Bits(i32),
}

/// All classes, with scales at which squares overflow or underflow in `f32`.
pub const CLASSES: [Class; 8] = [
    Class::Grid,
    Class::GridScaled(-40),
    Class::GridScaled(40),
    Class::Nudged,
    Class::Plain,
    Class::Far,
    Class::Mixed,
    Class::Grid,
];

/// Powers of ten as literals, which do not depend on the machine's math library.
const SIZES: [f64; 7] = [1e-3, 1e-2, 1e-1, 1.0, 1e1, 1e2, 1e3];

/// Returns the unit vector at an angle: the same bits on every machine.
fn along(angle: f64) -> DVec2 {
    let (sin, cos) = libm::sincos(angle);
    DVec2::new(cos, sin)
}

/// A seeded source of numbers of one class.
pub struct Source {
    /// The random number generator.
    pub rng: fastrand::Rng,
    class: Class,
    far: f64,
}

impl Source {
    /// Builds a source; equal seeds and classes yield equal numbers.
    #[must_use]
    pub fn new(seed: u64, class: Class) -> Self {
        let mut rng = fastrand::Rng::with_seed(seed);
        let far = f64::from(rng.i32(-1_000_000..1_000_000));
        Self { rng, class, far }
    }

    /// Draws from a range, as `u64`, because a `usize` is drawn differently on 32-bit targets.
    fn below(&mut self, range: std::ops::Range<usize>) -> usize {
        self.rng.u64(range.start as u64..range.end as u64) as usize
    }

    /// Draws a coordinate.
    pub fn number(&mut self) -> f64 {
        let grid = f64::from(self.rng.i32(-4..=4));
        match self.class {
            Class::Grid => grid,
            Class::GridScaled(k) => libm::ldexp(grid, k),
            Class::Nudged => self.nudged(grid),
            Class::Plain => self.rng.f64() * 20.0 - 10.0,
            Class::Far => self.far + grid,
            Class::Mixed => (self.rng.f64() - 0.5) * SIZES[(self.rng.i32(-3..=3) + 3) as usize],
            Class::Bits(most) => {
                let exponent = (1023 + self.rng.i32(-most..=most)) as u64;
                f64::from_bits(self.rng.u64(..) & !(0x7ff << 52) | exponent << 52)
            }
        }
    }

    /// Perturbs a number by up to four `f32` ulp, in an eighth of the cases.
    fn nudged(&mut self, x: f64) -> f64 {
        if self.rng.u8(0..8) == 0 && x != 0.0 {
            let ulp = f64::from((x.abs() as f32).next_up()) - x.abs();
            x + ulp * f64::from(self.rng.i32(-4..=4))
        } else {
            x
        }
    }

    /// Draws a size: 0 in a quarter of the cases.
    pub fn size(&mut self) -> f64 {
        if self.rng.u8(0..4) == 0 {
            return 0.0;
        }
        let far = self.far;
        let size = (self.number() - if self.class == Class::Far { far } else { 0.0 }).abs();
        size.max(0.0)
    }

    /// Draws a direction: small integers (so that many are parallel), never zero.
    pub fn direction<V: Vector<Scalar = f64>>(&mut self) -> V {
        loop {
            let d = V::from_fn(|_| match self.class {
                Class::Plain | Class::Mixed | Class::Bits(_) => self.rng.f64() * 2.0 - 1.0,
                _ => f64::from(self.rng.i32(-2..=2)),
            });
            if !d.is_zero().all() {
                return d;
            }
        }
    }

    /// Draws a point.
    pub fn point<V: Vector<Scalar = f64>>(&mut self) -> V {
        V::from_fn(|_| self.number())
    }

    /// Draws a difference of points, for edges.
    fn edge<V: Vector<Scalar = f64>>(&mut self) -> V {
        let (a, b): (V, V) = (self.point(), self.point());
        a - b
    }

    fn sizes<V: Vector<Scalar = f64>>(&mut self) -> V {
        V::from_fn(|_| self.size())
    }

    fn aabb<V: Vector<Scalar = f64>>(&mut self) -> Aabb<V> {
        let (a, b): (V, V) = (self.point(), self.point());
        Aabb { min: Vector::min(a, b), max: Vector::max(a, b) }
    }

    /// Draws axes: quarter turns, which are exact, or any rotation for classes that are rounded
    /// anyway.
    fn axes2(&mut self) -> [DVec2; 2] {
        let x = match self.class {
            Class::Plain | Class::Mixed | Class::Bits(_) => along(self.rng.f64() * TAU),
            _ => [DVec2::X, DVec2::Y, DVec2::NEG_X, DVec2::NEG_Y][self.below(0..4)],
        };
        [x, Vector2::perp(x)]
    }

    /// Draws start and sweep of an arc: full, half and empty ones are frequent.
    fn turn(&mut self) -> [f64; 2] {
        let start = if self.rng.bool() { 0.0 } else { self.rng.f64() * 8.0 - 4.0 };
        let sweeps = [0.0, PI, -PI, TAU, 7.0, PI / 2.0];
        let sweep = match self.below(0..12) {
            i if i < sweeps.len() => sweeps[i],
            _ => self.rng.f64() * 14.0 - 7.0,
        };
        [start, sweep]
    }

    /// Draws a few voxels around voxel 0.
    fn cells(&mut self, dimensions: usize) -> Vec<[i32; 3]> {
        let count = self.below(1..7);
        let index =
            |axis: usize, rng: &mut fastrand::Rng| if axis < dimensions { rng.i32(-2..=2) } else { 0 };
        (0..count).map(|_| std::array::from_fn(|axis| index(axis, &mut self.rng))).collect()
    }

    /// Draws a scale factor, half of them powers of two.
    fn factor(&mut self) -> f64 {
        [-2.0, -1.0, 0.5, 1.0, 3.0, -0.75][self.below(0..6)]
    }

    fn axes3(&mut self) -> [DVec3; 3] {
        match self.class {
            Class::Plain | Class::Mixed | Class::Bits(_) => {
                let q = DQuat::from_xyzw(
                    self.rng.f64() - 0.5,
                    self.rng.f64() - 0.5,
                    self.rng.f64() - 0.5,
                    self.rng.f64() - 0.5,
                );
                let m = DMat3::from_quat(q.normalize());
                [m.x_axis, m.y_axis, m.z_axis]
            }
            _ => {
                let i = self.below(0..3);
                let unit = [DVec3::X, DVec3::Y, DVec3::Z];
                let sign = if self.rng.bool() { 1.0 } else { -1.0 };
                let (x, y) = (unit[i] * sign, unit[(i + 1) % 3]);
                [x, y, Vector3::cross(x, y)]
            }
        }
    }
}

/// Fields of shapes without a special rule: lengths, angles up to a quarter turn, points and
/// directions.
impl<V: Vector<Scalar = f64>> FieldReader<V> for Source {
    type Error = ShapeError;

    fn vector(&mut self, name: &'static str) -> Result<V, ShapeError> {
        let is_direction = ["across", "axis", "direction", "normal"].contains(&name);
        Ok(if is_direction { self.direction() } else { self.point() })
    }

    fn number(&mut self, _: &'static str) -> Result<f64, ShapeError> {
        Ok(self.size())
    }

    /// One in eight is a quarter turn. The others have no side along small whole numbers, for which
    /// rounding would decide whether directions are parallel.
    fn angle(&mut self, _: &'static str) -> Result<f64, ShapeError> {
        Ok(if self.below(0..8) == 0 { PI / 2.0 } else { 0.01 + 1.5 * self.rng.f64() })
    }

    fn pair(&mut self, _: &'static str) -> Result<[f64; 2], ShapeError> {
        Ok([self.size(), self.size()])
    }
}

macro_rules! random_shape {
    ($(#[$doc:meta])* $fn:ident $Any:ident $V:ident $axes:ident { $($name:literal => $shape:expr,)* } $s:ident) => {
        $(#[$doc])*
        #[must_use]
        pub fn $fn($s: &mut Source, name: &str) -> Option<$Any> {
            let shape: $Any = match name {
                "point" => Point::<$V>($s.point()).into(),
                "line" => Line::<$V> { origin: $s.point(), direction: $s.direction() }.into(),
                "ray" => Ray::<$V> { origin: $s.point(), direction: $s.direction() }.into(),
                "segment" => Segment::<$V> { a: $s.point(), b: $s.point() }.into(),
                "plane" => {
                    let normal: $V = $s.direction();
                    let through: $V = $s.point();
                    Plane { normal, distance: Vector::dot(normal, through) }.into()
                }
                "half_space" => {
                    let normal: $V = $s.direction();
                    let through: $V = $s.point();
                    HalfSpace { normal, distance: Vector::dot(normal, through) }.into()
                }
                "sphere" => Sphere::<$V> { center: $s.point(), radius: $s.size() }.into(),
                "aabb" => $s.aabb::<$V>().into(),
                "obb" => {
                    Obb::<$V> { center: $s.point(), half_extents: $s.sizes(), axes: $s.$axes() }.into()
                }
                "ellipsoid" => {
                    Ellipsoid::<$V> { center: $s.point(), radii: $s.sizes(), axes: $s.$axes() }.into()
                }
                "capsule" => Capsule::<$V> { a: $s.point(), b: $s.point(), radius: $s.size() }.into(),
                "triangle" => Triangle::<$V> { a: $s.point(), b: $s.point(), c: $s.point() }.into(),
                "parallelogram" => {
                    Parallelogram::<$V> { origin: $s.point(), u: $s.edge(), v: $s.edge() }.into()
                }
                "convex" => {
                    let points = (0..$s.below(1..9)).map(|_| $s.point()).collect();
                    Convex::<$V>::try_new(points).ok()?.into()
                }
                "tapered_capsule" => {
                    let (radius_a, radius_b) = ($s.size(), $s.size());
                    TaperedCapsule::<$V> { a: $s.point(), b: $s.point(), radius_a, radius_b }.into()
                }
                "rounded" => {
                    let cores = ["aabb", "obb", "triangle", "convex", "ray", "plane", "half_space", "ellipsoid"];
                    let core = cores[$s.below(0..cores.len())];
                    let core = $fn($s, core)?;
                    let radius = $s.size();
                    // With radius 0 it would be the shape itself.
                    if radius > 0.0 { core.try_rounded(radius).ok()? } else { return None }
                }
                "polyline" => {
                    let points = (0..$s.below(1..6)).map(|_| $s.point()).collect();
                    Polyline::<$V>::try_new(points, $s.rng.bool()).ok()?.into()
                }
                "voxels" => {
                    let size = if $s.rng.bool() { $V::ONE } else { $s.sizes() };
                    let cells = $s.cells($V::DIM);
                    Voxels::try_new($s.point(), size, cells).ok()?.into()
                }
                "compound" => {
                    let parts = ["sphere", "aabb", "capsule", "segment", "triangle", "point", "obb", "polyline",
                        "ellipsoid", "voxels", "torus", "cylinder", "cone", "annulus", "arc", "sector", "polygon",
                        "half_space", "compound"];
                    let count = $s.below(1..4);
                    let mut shapes = Vec::new();
                    while shapes.len() < count {
                        let part = parts[$s.below(0..parts.len())];
                        shapes.extend($fn($s, part));
                    }
                    Compound::try_new(shapes).ok()?.into()
                }
                "scaled" => {
                    let cores = ["sphere", "obb", "capsule", "ellipsoid", "tapered_capsule", "wedge", "cylinder",
                        "cone", "disc", "truncated_cone", "elliptic_cylinder", "rounded"];
                    let core = cores[$s.below(0..cores.len())];
                    let core = $fn($s, core)?;
                    let scale = $V::from_fn(|_| $s.factor());
                    core.try_scaled(scale).ok()?
                }
                $($name => $shape,)*
                _ => $Any::from_fields::<$V, _>(name, $s).ok()??,
            };
            Some(shape)
        }
    };
}

random_shape! {
    /// Draws a 2D shape by its name in the protocol; `None` for unknown names.
    shape2 Shape2 DVec2 axes2 {
        "annulus" => {
            let (r, s_) = (s.size(), s.size());
            Annulus::<DVec2> { center: s.point(), inner_radius: r.min(s_), outer_radius: r.max(s_) }.into()
        },
        "arc" => {
            let [start, sweep] = s.turn();
            Arc::<DVec2> { center: s.point(), radius: s.size(), start, sweep }.into()
        },
        "sector" => {
            let [start, sweep] = s.turn();
            Sector::<DVec2> { center: s.point(), radius: s.size(), start, sweep }.into()
        },
        "wedge" => {
            let (center, radius) = (s.point(), s.size());
            let (from, to) = (s.direction(), s.direction());
            let turned = Wedge::<DVec2>::try_new(center, radius, from, to);
            turned.or_else(|_| Wedge::try_new(center, radius, to, from)).ok()?.into()
        },
        "polygon" => {
            // Star-shaped, so that it is simple.
            let (center, corners) = (s.point::<DVec2>(), s.below(4..9));
            let mut corner = |i: usize| {
                let way = along(TAU * i as f64 / corners as f64);
                center + way * f64::from(s.rng.i32(1..5))
            };
            Polygon::try_new((0..corners).map(&mut corner).collect()).ok()?.into()
        },
    } s
}

random_shape! {
    /// Draws a 3D shape by its name in the protocol; `None` for unknown names.
    shape3 Shape3 DVec3 axes3 {
        "tetrahedron" => Tetrahedron::<DVec3> { a: s.point(), b: s.point(), c: s.point(), d: s.point() }.into(),
        "frustum" => {
            // A box with one rotated plane: bounded, often truncated.
            let b = s.aabb::<DVec3>();
            let (normal, p) = (s.direction(), s.point());
            let side = |normal: DVec3, p: DVec3| HalfSpace { normal, distance: Vector::dot(normal, p) };
            let mut planes = [DVec3::X, DVec3::Y, DVec3::Z, DVec3::NEG_X, DVec3::NEG_Y, DVec3::NEG_Z]
                .map(|n| side(n, if n.element_sum() > 0.0 { b.max } else { b.min }));
            let all = planes;
            planes[s.below(0..6)] = side(normal, p);
            // A flat one may be empty once it is moved and rounded.
            let thick = |f: &Frustum<DVec3>| Convex::try_new(f.corners()).is_ok_and(|c| c.dimension() == 3);
            let turned = Frustum::try_new(planes).ok().filter(thick);
            turned.or_else(|| Frustum::try_new(all).ok())?.into()
        },
        "cone" => loop {
            let (apex, base) = (s.point(), s.point());
            if apex != base {
                break Cone::<DVec3> { apex, base, radius: s.size() }.into();
            }
        },
        "infinite_cone" => {
            // Sides are never along small integers: rounding the angle would decide whether they
            // are parallel.
            let angle = 0.01 + 1.5 * s.rng.f64();
            InfiniteCone::<DVec3> { apex: s.point(), direction: s.direction(), angle }.into()
        },
        "truncated_cone" => loop {
            let (a, b) = (s.point(), s.point());
            if a != b {
                break TruncatedCone::<DVec3> { a, b, radius_a: s.size(), radius_b: s.size() }.into();
            }
        },
        "disc" => Disc::<DVec3> { center: s.point(), normal: s.direction(), radius: s.size() }.into(),
        "cylinder" => loop {
            let (a, b) = (s.point(), s.point());
            if a != b {
                break Cylinder::<DVec3> { a, b, radius: s.size() }.into();
            }
        },
        "torus" => {
            Torus::<DVec3> { center: s.point(), axis: s.direction(), major_radius: s.size(), minor_radius: s.size() }.into()
        },
        "elliptic_cylinder" => loop {
            let radii = [s.size(), s.size()];
            let round = EllipticCylinder::try_new(s.point(), s.point(), radii, s.direction());
            // A cylinder much wider than long, or nearly perpendicular to its radii, rotates when
            // its rounded ends move.
            let stable = |e: &EllipticCylinder<DVec3>| {
                let axis = e.b - e.a;
                radii[0].max(radii[1]) <= 64.0 * axis.length()
                    && e.across.cross(axis).length() >= 0.01 * e.across.length() * axis.length()
            };
            if let Some(round) = round.ok().filter(stable) {
                break round.into();
            }
        },
        "height_field" => {
            let columns = s.below(2..4);
            let rows = s.below(2..4);
            let mut origin: DVec3 = s.point();
            let heights = (0..rows).map(|_| (0..columns).map(|_| s.number() - origin.z).collect()).collect();
            origin.z = if s.rng.bool() { origin.z } else { s.number() };
            HeightField::try_new(heights, [1.0, 0.5 + s.rng.f64()], origin).ok()?.into()
        },
        "mesh" => {
            let sides = vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
            Mesh::<DVec3>::try_new((0..4).map(|_| s.point()).collect(), sides, s.rng.bool()).ok()?.into()
        },
        "polygon" => {
            let (o, u, v): (DVec3, DVec3, DVec3) = (s.point(), s.edge(), s.edge());
            FlatPolygon::try_new(vec![o, o + u, o + u + v, o + v]).ok()?.into()
        },
        "infinite_cylinder" => {
            InfiniteCylinder::<DVec3> { origin: s.point(), direction: s.direction(), radius: s.size() }.into()
        },
    } s
}

/// Converts a type's name to the protocol's spelling: `HalfSpace` to `half_space`.
#[must_use]
pub fn snake(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}
