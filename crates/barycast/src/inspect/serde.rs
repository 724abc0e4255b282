//! Serialization of shapes with serde, in the format of the query protocol.
//!
//! Every shape is an object of its fields, a point its vector. [`Shape2`] and [`Shape3`] are
//! objects with one key, the shape's name: `{"sphere": {"center": [0, 0, 0], "radius": 1}}`.
//! Deserialization validates with `try_new` and rejects unknown fields, so it yields valid shapes
//! only.
//!
//! A frustum is written as its rounded planes. One that was built from a camera matrix loses the
//! digits below that.

use crate::dynamic::any::{Shape2, Shape3};
use crate::frame::DepthRange;
use crate::pair::table::with_dimensions;
use crate::shape::*;
use crate::vector::{FloatVector, Vector, Vector2, Vector3};
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use glam::{DVec2, DVec3};
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeStruct, Serializer};

impl<'de, V: FloatVector + Deserialize<'de>> Deserialize<'de> for Point<V> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Self::try_new(V::deserialize(from)?).map_err(D::Error::custom)
    }
}

macro_rules! read_turned {
    ($Shape:ident $sizes:ident) => {
        /// Reads `axes`, `quaternion` or `angle`; defaults to the coordinate axes.
        impl<'de, V> Deserialize<'de> for $Shape<V>
        where
            V: FloatVector<Axes: Deserialize<'de>> + Deserialize<'de>,
        {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                #[derive(serde::Deserialize)]
                #[serde(deny_unknown_fields)]
                struct Fields<V, A> {
                    center: V,
                    $sizes: V,
                    axes: Option<A>,
                    quaternion: Option<[f64; 4]>,
                    angle: Option<f64>,
                }
                let Fields { center, $sizes, axes, quaternion, angle } =
                    Fields::<V, V::Axes>::deserialize(from)?;
                match (axes, quaternion, angle) {
                    (Some(axes), None, None) => Self::try_new(center, $sizes, axes),
                    (None, Some(q), None) => Self::try_rotated(center, $sizes, Rotation::Quaternion(q)),
                    (None, None, Some(angle)) => Self::try_rotated(center, $sizes, Rotation::Angle(angle)),
                    (None, None, None) => Self::try_aligned(center, $sizes),
                    _ => return Err(D::Error::custom("only one of axes, quaternion and angle can be given")),
                }
                .map_err(D::Error::custom)
            }
        }
    };
}
read_turned!(Ellipsoid radii);
read_turned!(Obb half_extents);

/// The fields of a shape that is a list of points.
#[derive(serde::Deserialize)]
#[serde(rename = "Fields", deny_unknown_fields)]
struct PointList<V> {
    points: Vec<V>,
}

/// Writes a shape that is a list of points.
fn write_points<V: Serialize, S: Serializer>(
    name: &'static str,
    points: &[V],
    to: S,
) -> Result<S::Ok, S::Error> {
    let mut fields = to.serialize_struct(name, 1)?;
    fields.serialize_field("points", points)?;
    fields.end()
}

impl<V: Vector + Serialize> Serialize for Convex<V> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        write_points("Convex", self.points(), to)
    }
}

impl<V: Vector3 + Serialize> Serialize for FlatPolygon<V> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        write_points("FlatPolygon", self.points(), to)
    }
}

impl<'de, V: FloatVector + Deserialize<'de>> Deserialize<'de> for Convex<V> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let PointList { points } = PointList::deserialize(from)?;
        Self::try_new(points).map_err(D::Error::custom)
    }
}

impl<'de, V: FloatVector + Vector3 + Deserialize<'de>> Deserialize<'de> for FlatPolygon<V> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let PointList { points } = PointList::deserialize(from)?;
        Self::try_new(points).map_err(D::Error::custom)
    }
}

/// Writes `holes` only if there are any.
impl<V: Vector2 + Serialize> Serialize for Polygon<V> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let holes: Vec<&[V]> = self.holes().collect();
        let mut fields = to.serialize_struct("Polygon", if holes.is_empty() { 1 } else { 2 })?;
        fields.serialize_field("points", self.points())?;
        if !holes.is_empty() {
            fields.serialize_field("holes", &holes)?;
        }
        fields.end()
    }
}

impl<'de, V: FloatVector + Vector2 + Deserialize<'de>> Deserialize<'de> for Polygon<V> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        #[serde(bound = "V: Deserialize<'de>")]
        struct Fields<V> {
            points: Vec<V>,
            #[serde(default)]
            holes: Vec<Vec<V>>,
        }
        let Fields { points, holes } = Fields::deserialize(from)?;
        Self::try_with_holes(points, holes).map_err(D::Error::custom)
    }
}

impl<V: Vector3<Scalar: Serialize> + Serialize> Serialize for Frustum<V> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut fields = to.serialize_struct("Frustum", 1)?;
        fields.serialize_field("planes", self.planes())?;
        fields.end()
    }
}

impl<'de, V> Deserialize<'de> for Frustum<V>
where
    V: FloatVector<Scalar: Deserialize<'de>> + Vector3 + Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        #[serde(bound = "V: FloatVector<Scalar: Deserialize<'de>> + Vector3 + Deserialize<'de>")]
        struct Fields<V: FloatVector> {
            planes: Option<[HalfSpace<V>; 6]>,
            view_projection: Option<[V::Scalar; 16]>,
            depth: Option<Depth>,
        }
        /// Field names of the protocol.
        #[derive(serde::Deserialize)]
        #[serde(rename_all = "snake_case")]
        enum Depth {
            ZeroToOne,
            MinusOneToOne,
            Reversed,
        }
        let Fields { planes, view_projection, depth } = Fields::<V>::deserialize(from)?;
        match (planes, view_projection, depth) {
            (Some(planes), None, None) => Self::try_new(planes),
            (None, Some(matrix), None) => Self::try_from_view_projection(matrix),
            (None, Some(matrix), Some(depth)) => {
                let depth = match depth {
                    Depth::ZeroToOne => DepthRange::ZeroToOne,
                    Depth::MinusOneToOne => DepthRange::MinusOneToOne,
                    Depth::Reversed => DepthRange::Reversed,
                };
                Self::try_from_view_projection_with(matrix, depth)
            }
            (Some(_), None, Some(_)) => {
                return Err(D::Error::custom("depth must stand beside view_projection"));
            }
            _ => return Err(D::Error::custom("one of planes and view_projection must be given")),
        }
        .map_err(D::Error::custom)
    }
}

impl<V: Vector3 + Serialize> Serialize for Mesh<V> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut fields = to.serialize_struct("Mesh", 3)?;
        fields.serialize_field("vertices", self.vertices())?;
        fields.serialize_field("triangles", self.triangles())?;
        fields.serialize_field("solid", &self.is_solid())?;
        fields.end()
    }
}

impl<'de, V: FloatVector + Vector3 + Deserialize<'de>> Deserialize<'de> for Mesh<V> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Fields<V> {
            vertices: Vec<V>,
            triangles: Vec<[u32; 3]>,
            #[serde(default)]
            solid: bool,
        }
        let Fields { vertices, triangles, solid } = Fields::deserialize(from)?;
        Self::try_new(vertices, triangles, solid).map_err(D::Error::custom)
    }
}

impl<V: Vector + Serialize> Serialize for Polyline<V> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut fields = to.serialize_struct("Polyline", 2)?;
        fields.serialize_field("points", self.points())?;
        fields.serialize_field("closed", &self.is_closed())?;
        fields.end()
    }
}

impl<'de, V: FloatVector + Deserialize<'de>> Deserialize<'de> for Polyline<V> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Fields<V> {
            points: Vec<V>,
            #[serde(default)]
            closed: bool,
        }
        let Fields { points, closed } = Fields::deserialize(from)?;
        Self::try_new(points, closed).map_err(D::Error::custom)
    }
}

/// One number for all axes, or one for each.
#[derive(serde::Deserialize)]
#[serde(untagged, expecting = "a number, or one for each axis")]
enum Sizes<S, E> {
    All(S),
    Each(E),
}

impl<V: Vector> Sizes<V::Scalar, V> {
    /// Returns a number for each axis.
    fn each(self) -> V {
        match self {
            Self::All(size) => V::splat(size),
            Self::Each(sizes) => sizes,
        }
    }
}

impl<V: Vector3<Scalar: Serialize> + Serialize> Serialize for HeightField<V> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut fields = to.serialize_struct("HeightField", 3)?;
        fields.serialize_field("heights", self.heights())?;
        fields.serialize_field("spacing", &self.spacing())?;
        fields.serialize_field("origin", &self.origin())?;
        fields.end()
    }
}

impl<'de, V> Deserialize<'de> for HeightField<V>
where
    V: FloatVector<Scalar: Deserialize<'de>> + Vector3 + Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        #[serde(bound = "V: Deserialize<'de>, S: Deserialize<'de>")]
        struct Fields<V, S> {
            heights: Vec<Vec<S>>,
            spacing: Sizes<S, [S; 2]>,
            origin: V,
        }
        let Fields { heights, spacing, origin } = Fields::<V, V::Scalar>::deserialize(from)?;
        let spacing = match spacing {
            Sizes::All(step) => [step; 2],
            Sizes::Each(steps) => steps,
        };
        Self::try_new(heights, spacing, origin).map_err(D::Error::custom)
    }
}

impl<V: Vector + Serialize> Serialize for Voxels<V> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let filled: Vec<&[i32]> = self.filled().iter().map(|cell| &cell[..V::DIM]).collect();
        let mut fields = to.serialize_struct("Voxels", 3)?;
        fields.serialize_field("origin", &self.origin())?;
        fields.serialize_field("size", &self.size())?;
        fields.serialize_field("filled", &filled)?;
        fields.end()
    }
}

impl<'de, V> Deserialize<'de> for Voxels<V>
where
    V: FloatVector<Scalar: Deserialize<'de>> + Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        #[serde(bound = "V: Deserialize<'de>, S: Deserialize<'de>")]
        struct Fields<V, S> {
            origin: V,
            size: Sizes<S, V>,
            filled: Vec<Vec<i32>>,
        }
        let Fields { origin, size, filled } = Fields::<V, V::Scalar>::deserialize(from)?;
        let size = match size {
            Sizes::All(size) => V::splat(size),
            Sizes::Each(size) => size,
        };
        let cell = |cell: Vec<i32>| {
            let mut full = [0; 3];
            full[..V::DIM].copy_from_slice(cell.get(..V::DIM).filter(|_| cell.len() == V::DIM)?);
            Some(full)
        };
        let filled: Option<Vec<_>> = filled.into_iter().map(cell).collect();
        let filled =
            filled.ok_or_else(|| D::Error::custom("filled must be cells of a number for each axis"))?;
        Self::try_new(origin, size, filled).map_err(D::Error::custom)
    }
}

impl<'de, A: Deserialize<'de>> Deserialize<'de> for Compound<A> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Fields<A> {
            shapes: Vec<A>,
        }
        let Fields { shapes } = Fields::deserialize(from)?;
        Self::try_new(shapes).map_err(D::Error::custom)
    }
}

/// Enum of shapes that is read from an object with one key, the shape's name.
trait Named: Sized {
    /// Names of its shapes.
    const NAMES: &'static [&'static str];

    /// Reads the shape of a name that is one of these.
    fn read<'de, M: MapAccess<'de>>(name: &str, map: &mut M) -> Result<Self, M::Error>;
}

/// Reads an object with one key.
struct OneKey<A>(PhantomData<A>);

impl<'de, A: Named> Visitor<'de> for OneKey<A> {
    type Value = A;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(ONE_KEY)
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<A, M::Error> {
        let Some(name) = map.next_key_seed(Name(A::NAMES))? else {
            return Err(M::Error::custom(ONE_KEY));
        };
        let shape = A::read(name, &mut map)?;
        match map.next_key::<IgnoredAny>()? {
            None => Ok(shape),
            Some(_) => Err(M::Error::custom(ONE_KEY)),
        }
    }
}

/// Reads and writes an object with one key, the shape's name.
macro_rules! any_shapes {
    ($Any:ident $V:ident $Over:ident $dim:ident $narrow:tt $($list:ident { $($shape:ident $name:ident $rest:tt;)* })*) => {
        impl Serialize for $Any {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                let name = stringify!($Any);
                match self {
                    $($(Self::$shape(shape) => to.serialize_newtype_variant(name, 0, stringify!($name), shape),)*)*
                    Self::Rounded(shape) => to.serialize_newtype_variant(name, 0, "rounded", shape),
                    Self::Scaled(shape) => to.serialize_newtype_variant(name, 0, "scaled", shape),
                    Self::Custom(_) | Self::CustomParts(_) => Err(NO_TEXT).map_err(serde::ser::Error::custom),
                }
            }
        }

        impl Named for $Any {
            const NAMES: &'static [&'static str] = &[$($(stringify!($name),)*)* "rounded", "scaled"];

            fn read<'de, M: MapAccess<'de>>(name: &str, map: &mut M) -> Result<Self, M::Error> {
                match name {
                    $($(name if name == stringify!($name) => Ok(Self::$shape(map.next_value()?)),)*)*
                    "rounded" => {
                        let RoundedFields { shape, radius } = map.next_value::<RoundedFields<Self, f64>>()?;
                        shape.try_rounded(radius).map_err(M::Error::custom)
                    }
                    "scaled" => {
                        let ScaledFields { shape, scale } = map.next_value::<ScaledFields<Self, Sizes<f64, $V>>>()?;
                        shape.try_scaled(scale.each()).map_err(M::Error::custom)
                    }
                    _ => Err(M::Error::custom(ONE_KEY)),
                }
            }
        }

        impl<'de> Deserialize<'de> for $Any {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                from.deserialize_map(OneKey(PhantomData))
            }
        }
    };
}
with_dimensions!(any_shapes);

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct RoundedFields<A, S> {
    shape: A,
    radius: S,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct ScaledFields<A, E> {
    shape: A,
    scale: E,
}

const NO_TEXT: &str = "a shape of one's own (custom) cannot be written down";
const ONE_KEY: &str = "a shape is an object with one key, its name";

/// Reads one of these names or an alias.
struct Name(&'static [&'static str]);

impl<'de> DeserializeSeed<'de> for Name {
    type Value = &'static str;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<&'static str, D::Error> {
        from.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Name {
    type Value = &'static str;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a shape's name")
    }

    fn visit_str<E: Error>(self, given: &str) -> Result<&'static str, E> {
        let given = if given == "circle" { "sphere" } else { given };
        let known = self.0.iter().copied().find(|name| *name == given);
        known.ok_or_else(|| E::unknown_variant(given, self.0))
    }
}
