//! Shapes decoded from bytes: the input of fuzzers, and of `tests/random_bits.rs`.
//!
//! Numbers have all bit patterns and go through the checked constructors, which reject NaN,
//! infinities, and negative or degenerate values where those are invalid. After the last byte the
//! decoder reads zeros, so every input decodes.

use barycast::dynamic::any::{Shape2, Shape3};
use barycast::shape::fields::FieldReader;
use barycast::shape::*;
use barycast::vector::{Vector, Vector2, Vector3};
use glam::{DMat3, DQuat, DVec2, DVec3};

/// Range of the numbers of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Integers from -4 to 4.
    Grid,
    /// Any sign and mantissa, and powers of two up to this exponent and down to its negative.
    Bits(u16),
    /// Every bit pattern: subnormals, huge numbers, infinities and NaN.
    All,
}

/// Numbers that tend to break algorithms.
const SPECIAL: [f64; 16] = [
    0.0,
    -0.0,
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::MAX,
    f64::MIN,
    f64::MIN_POSITIVE,
    f64::EPSILON,
    1.0 + f64::EPSILON,
    5e-324,
    1e-310,
    1e308,
    1e-160,
    1e160,
    std::f64::consts::PI,
];

/// Largest nesting depth of composite shapes.
const DEPTH: u8 = 3;

/// A reader of bytes.
#[derive(Clone, Debug)]
pub struct Bytes<'a> {
    rest: &'a [u8],
    reach: Reach,
    last: f64,
    depth: u8,
}

impl<'a> Bytes<'a> {
    /// Starts reading; the first byte selects the range.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        let mut bytes = Self { rest: bytes, reach: Reach::Grid, last: 0.0, depth: 0 };
        bytes.reach = match bytes.byte() % 8 {
            0 | 1 => Reach::Grid,
            2 => Reach::Bits(3),
            3 => Reach::Bits(10),
            4 => Reach::Bits(30),
            5 => Reach::Bits(300),
            _ => Reach::All,
        };
        bytes
    }

    /// Returns the range of the numbers.
    #[must_use]
    pub fn reach(&self) -> Reach {
        self.reach
    }

    /// Returns the next byte; 0 after the last.
    pub fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.rest.split_first() else { return 0 };
        self.rest = rest;
        *first
    }

    /// Returns an index below `count`.
    pub fn below(&mut self, count: usize) -> usize {
        usize::from(self.byte()) % count
    }

    /// Returns true for half of the bytes.
    pub fn flag(&mut self) -> bool {
        self.byte() % 2 == 1
    }

    fn bits(&mut self) -> u64 {
        u64::from_le_bytes(std::array::from_fn(|_| self.byte()))
    }

    /// Returns a number: often a small integer, or close to the previous one.
    pub fn number(&mut self) -> f64 {
        let tag = self.byte();
        let whole = f64::from(tag % 9) - 4.0;
        self.last = match (self.reach, tag) {
            (Reach::Grid, _) | (_, 0..64) => whole,
            (_, 64..80) => self.last,
            (_, 80..88) => -self.last,
            (_, 88..100) => self.last.next_up(),
            (_, 100..112) => self.last.next_down(),
            (Reach::All, 112..144) => SPECIAL[usize::from(tag) % SPECIAL.len()],
            (Reach::All, 144..160) => f64::from(f32::from_bits(self.bits() as u32)),
            (Reach::All, _) => f64::from_bits(self.bits()),
            (Reach::Bits(most), _) => {
                let bits = self.bits();
                let power = (bits >> 52) % u64::from(2 * most + 1);
                f64::from_bits(bits & !(0x7ff << 52) | (1023 - u64::from(most) + power) << 52)
            }
        };
        self.last
    }

    /// Returns a number that is rarely negative.
    pub fn size(&mut self) -> f64 {
        let number = self.number();
        if self.reach == Reach::All && self.byte() > 250 { number } else { number.abs() }
    }

    /// Returns a vector.
    pub fn vector<V: Vector<Scalar = f64>>(&mut self) -> V {
        V::from_fn(|_| self.number())
    }

    fn sizes<V: Vector<Scalar = f64>>(&mut self) -> V {
        V::from_fn(|_| self.size())
    }

    /// Returns fewer than `count` vectors.
    pub fn vectors<V: Vector<Scalar = f64>>(&mut self, count: usize) -> Vec<V> {
        (0..self.below(count)).map(|_| self.vector()).collect()
    }

    fn cells(&mut self, dimensions: usize) -> Vec<[i32; 3]> {
        let wide = self.reach == Reach::All && self.flag();
        let mut index = |axis| match wide {
            _ if axis >= dimensions => 0,
            true => self.bits() as i32,
            false => i32::from(self.byte() % 5) - 2,
        };
        let count = index(0).unsigned_abs() % 5;
        (0..count).map(|_| std::array::from_fn(&mut index)).collect()
    }

    fn axes2(&mut self) -> [DVec2; 2] {
        let x = match self.byte() {
            0..8 => return [self.vector(), self.vector()],
            8..128 => [DVec2::X, DVec2::Y, DVec2::NEG_X, DVec2::NEG_Y][self.below(4)],
            _ => DVec2::new(self.number(), self.number()).normalize_or(DVec2::X),
        };
        [x, Vector2::perp(x)]
    }

    fn axes3(&mut self) -> [DVec3; 3] {
        match self.byte() {
            0..8 => [self.vector(), self.vector(), self.vector()],
            8..128 => {
                let i = self.below(3);
                let unit = [DVec3::X, DVec3::Y, DVec3::Z];
                let (x, y) = (unit[i], if self.flag() { unit[(i + 1) % 3] } else { -unit[(i + 1) % 3] });
                [x, y, Vector3::cross(x, y)]
            }
            _ => {
                let [x, y, z, w] = std::array::from_fn(|_| self.number());
                let turn = DMat3::from_quat(DQuat::from_xyzw(x, y, z, w).normalize());
                [turn.x_axis, turn.y_axis, turn.z_axis]
            }
        }
    }
}

/// Fields of shapes without a special rule.
impl<V: Vector<Scalar = f64>> FieldReader<V> for Bytes<'_> {
    type Error = ListError;

    fn vector(&mut self, _: &'static str) -> Result<V, ListError> {
        Ok(Bytes::vector(self))
    }

    fn number(&mut self, _: &'static str) -> Result<f64, ListError> {
        Ok(self.size())
    }

    fn angle(&mut self, _: &'static str) -> Result<f64, ListError> {
        Ok(self.size())
    }

    fn pair(&mut self, _: &'static str) -> Result<[f64; 2], ListError> {
        Ok([self.size(), self.size()])
    }
}

/// Shapes that are not decoded, so that inputs found before they existed still decode to the same
/// shapes.
const LATER: &[&str] = &["view_cone"];

macro_rules! shapes {
    ($(#[$doc:meta])* $fn:ident $core:ident $Any:ident $V:ident $axes:ident { $($name:literal => $shape:expr,)* } $s:ident) => {
        impl Bytes<'_> {
            $(#[$doc])*
            /// Decodes a shape.
            ///
            /// # Errors
            /// Returns the error of its constructor.
            pub fn $fn(&mut self) -> Result<$Any, ListError> {
                let lists = [$Any::NAMES, $Any::COMPOSITES, $Any::CURVED];
                let names = lists.into_iter().flatten().copied().filter(|name| !LATER.contains(name));
                let number = self.below(names.clone().count());
                let name = names.clone().nth(number).unwrap_or("point");
                let shape = self.$core(name)?;
                // No constructor accepts NaN.
                let text = format!("{shape:?}");
                assert!(!text.contains("NaN"), "{text}");
                Ok(shape)
            }

            #[allow(clippy::too_many_lines, reason = "every shape once")]
            fn $core(&mut self, name: &str) -> Result<$Any, ListError> {
                let $s = self;
                Ok(match name {
                    "line" => Line::<$V>::try_new($s.vector(), $s.vector())?.into(),
                    "ray" => Ray::<$V>::try_new($s.vector(), $s.vector())?.into(),
                    "segment" => Segment::<$V>::try_new($s.vector(), $s.vector())?.into(),
                    "plane" => Plane::<$V>::try_new($s.vector(), $s.number())?.into(),
                    "half_space" => HalfSpace::<$V>::try_new($s.vector(), $s.number())?.into(),
                    "sphere" => Sphere::<$V>::try_new($s.vector(), $s.size())?.into(),
                    "aabb" => {
                        let (a, b): ($V, $V) = ($s.vector(), $s.vector());
                        if $s.byte() < 8 {
                            return Ok(Aabb::try_new(a, b)?.into());
                        }
                        Aabb::try_new(Vector::min(a, b), Vector::max(a, b))?.into()
                    }
                    "obb" => Obb::<$V>::try_new($s.vector(), $s.sizes(), $s.$axes())?.into(),
                    "ellipsoid" => Ellipsoid::<$V>::try_new($s.vector(), $s.sizes(), $s.$axes())?.into(),
                    "capsule" => Capsule::<$V>::try_new($s.vector(), $s.vector(), $s.size())?.into(),
                    "triangle" => Triangle::<$V>::try_new($s.vector(), $s.vector(), $s.vector())?.into(),
                    "parallelogram" => Parallelogram::<$V>::try_new($s.vector(), $s.vector(), $s.vector())?.into(),
                    "convex" => Convex::<$V>::try_new($s.vectors(10))?.into(),
                    "tapered_capsule" => {
                        TaperedCapsule::<$V>::try_new($s.vector(), $s.vector(), $s.size(), $s.size())?.into()
                    }
                    "polyline" => Polyline::<$V>::try_new($s.vectors(6), $s.flag())?.into(),
                    "voxels" => {
                        let (origin, size) = ($s.vector(), $s.sizes());
                        Voxels::<$V>::try_new(origin, size, $s.cells($V::DIM))?.into()
                    }
                    "rounded" | "scaled" | "compound" if $s.depth == DEPTH => Point::<$V>::try_new($s.vector())?.into(),
                    "rounded" => $s.deeper(Self::$fn)?.try_rounded($s.size())?,
                    "scaled" => $s.deeper(Self::$fn)?.try_scaled($s.vector())?,
                    "compound" => {
                        let count = $s.below(4);
                        let shapes: Result<Vec<_>, _> = (0..count).map(|_| $s.deeper(Self::$fn)).collect();
                        Compound::try_new(shapes?)?.into()
                    }
                    $($name => $shape,)*
                    _ => match $Any::from_fields::<$V, _>(name, $s)? {
                        Some(shape) => shape,
                        None => Point::<$V>::try_new($s.vector())?.into(),
                    },
                })
            }
        }
    };
}

impl Bytes<'_> {
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        self.depth += 1;
        let inner = read(self);
        self.depth -= 1;
        inner
    }
}

shapes! {
    /// Any 2D shape.
    shape2 named2 Shape2 DVec2 axes2 {
        "annulus" => {
            let (center, r, s_): (DVec2, _, _) = (s.vector(), s.size(), s.size());
            if s.byte() < 8 {
                return Ok(Annulus::<DVec2>::try_new(center, r, s_)?.into());
            }
            Annulus::<DVec2>::try_new(center, r.min(s_), r.max(s_))?.into()
        },
        "arc" => Arc::<DVec2>::try_new(s.vector(), s.size(), s.number(), s.number())?.into(),
        "sector" => Sector::<DVec2>::try_new(s.vector(), s.size(), s.number(), s.number())?.into(),
        "wedge" => {
            let (center, radius): (DVec2, _) = (s.vector(), s.size());
            let (from, to) = (s.vector(), s.vector());
            Wedge::try_new(center, radius, from, to).or_else(|_| Wedge::try_new(center, radius, to, from))?.into()
        },
        "polygon" => {
            let points = s.vectors(8);
            let holes = (0..s.below(3)).map(|_| s.vectors(5)).collect();
            Polygon::<DVec2>::try_with_holes(points, holes)?.into()
        },
    } s
}

shapes! {
    /// Any 3D shape.
    shape3 named3 Shape3 DVec3 axes3 {
        "tetrahedron" => Tetrahedron::<DVec3>::try_new(s.vector(), s.vector(), s.vector(), s.vector())?.into(),
        "frustum" => match s.byte() {
            0..64 => Frustum::<DVec3>::try_from_view_projection(std::array::from_fn(|_| s.number()))?.into(),
            64..96 => {
                let planes = std::array::from_fn(|_| HalfSpace { normal: s.vector(), distance: s.number() });
                Frustum::<DVec3>::try_new(planes)?.into()
            }
            turned => {
                // A box with one arbitrary plane.
                let (low, high): (DVec3, DVec3) = (s.vector(), s.sizes());
                let mut planes = [DVec3::X, DVec3::Y, DVec3::Z, DVec3::NEG_X, DVec3::NEG_Y, DVec3::NEG_Z].map(|n| {
                    let at = if n.element_sum() > 0.0 { low + high } else { low };
                    HalfSpace { normal: n, distance: Vector::dot(n, at) }
                });
                if turned < 160 {
                    planes[s.below(6)] = HalfSpace { normal: s.vector(), distance: s.number() };
                }
                Frustum::try_new(planes)?.into()
            }
        },
        "cone" => Cone::<DVec3>::try_new(s.vector(), s.vector(), s.size())?.into(),
        "infinite_cone" => InfiniteCone::<DVec3>::try_new(s.vector(), s.vector(), s.size())?.into(),
        "truncated_cone" => TruncatedCone::<DVec3>::try_new(s.vector(), s.vector(), s.size(), s.size())?.into(),
        "disc" => Disc::<DVec3>::try_new(s.vector(), s.vector(), s.size())?.into(),
        "cylinder" => Cylinder::<DVec3>::try_new(s.vector(), s.vector(), s.size())?.into(),
        "infinite_cylinder" => InfiniteCylinder::<DVec3>::try_new(s.vector(), s.vector(), s.size())?.into(),
        "torus" => Torus::<DVec3>::try_new(s.vector(), s.vector(), s.size(), s.size())?.into(),
        "elliptic_cylinder" => {
            EllipticCylinder::<DVec3>::try_new(s.vector(), s.vector(), [s.size(), s.size()], s.vector())?.into()
        },
        "height_field" => {
            let (columns, rows) = (s.below(4), s.below(4));
            let heights = (0..rows).map(|_| (0..columns).map(|_| s.number()).collect()).collect();
            HeightField::<DVec3>::try_new(heights, [s.size(), s.size()], s.vector())?.into()
        },
        "mesh" => {
            if s.flag() {
                let sides = vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
                return Ok(Mesh::<DVec3>::try_new((0..4).map(|_| s.vector()).collect(), sides, s.flag())?.into());
            }
            let vertices: Vec<DVec3> = s.vectors(8);
            let triangles = s.triangles(8, vertices.len());
            Mesh::try_new(vertices, triangles, s.flag())?.into()
        },
        "polygon" => {
            if s.flag() {
                return Ok(FlatPolygon::<DVec3>::try_new(s.vectors(6))?.into());
            }
            let (o, u, v): (DVec3, DVec3, DVec3) = (s.vector(), s.vector(), s.vector());
            FlatPolygon::try_new(vec![o, o + u, o + u + v, o + v])?.into()
        },
    } s
}

impl Bytes<'_> {
    /// Returns fewer than `count` triangles over a number of vertices; rarely with indices out of
    /// range.
    pub fn triangles(&mut self, count: usize, vertices: usize) -> Vec<[u32; 3]> {
        let vertices = if self.byte() < 8 { 256 } else { vertices.max(1) };
        let triangles = self.below(count);
        (0..triangles).map(|_| std::array::from_fn(|_| self.below(vertices) as u32)).collect()
    }
}
