"""Shapes and the functions that make them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _barycast
from ._barycast import Mesh, nearest_rotation
from ._errors import ArrayError, PoseError, ShapeError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

#: Fields of each kind, in the order of the makers' arguments; those after ``*`` by keyword.
FIELDS: dict[str, tuple[str, ...]] = {
    "aabb": ("min", "max"),
    "annulus": ("center", "inner_radius", "outer_radius"),
    "arc": ("center", "radius", "start", "sweep"),
    "capsule": ("a", "b", "radius"),
    "circle": ("center", "radius"),
    "compound": ("shapes",),
    "cone": ("apex", "base", "radius"),
    "convex": ("points",),
    "cylinder": ("a", "b", "radius"),
    "disc": ("center", "normal", "radius"),
    "ellipse": ("center", "radii", "*", "axes", "angle"),
    "ellipsoid": ("center", "radii", "*", "axes", "quaternion", "angle"),
    "elliptic_cylinder": ("a", "b", "radii", "across"),
    "frustum": ("*", "view_projection", "depth", "planes"),
    "half_space": ("normal", "distance"),
    "height_field": ("heights", "spacing", "origin"),
    "infinite_cone": ("apex", "direction", "angle"),
    "infinite_cylinder": ("origin", "direction", "radius"),
    "line": ("origin", "direction"),
    "mesh": ("vertices", "triangles", "solid"),
    "obb": ("center", "half_extents", "*", "axes", "quaternion", "angle"),
    "parallelogram": ("origin", "u", "v"),
    "plane": ("normal", "distance"),
    "point": ("point",),
    "polygon": ("points", "holes"),
    "polyline": ("points", "closed"),
    "posed": ("shape", "translation", "*", "axes", "quaternion", "angle"),
    "quad": ("a", "b", "c", "d"),
    "ray": ("origin", "direction"),
    "rounded": ("shape", "radius"),
    "scaled": ("shape", "scale"),
    "sector": ("center", "radius", "start", "sweep"),
    "segment": ("a", "b"),
    "sphere": ("center", "radius"),
    "tapered_capsule": ("a", "b", "radius_a", "radius_b"),
    "tetrahedron": ("a", "b", "c", "d"),
    "torus": ("center", "axis", "major_radius", "minor_radius"),
    "triangle": ("a", "b", "c"),
    "truncated_cone": ("a", "b", "radius_a", "radius_b"),
    "view_cone": ("apex", "direction", "radius", "half_angle"),
    "voxels": ("origin", "size", "filled"),
}


class Shape(_barycast.Shape):
    """A shape: a closed set of points in two or three dimensions.

    The functions named after kinds make shapes. A shape never changes; its fields are attributes.

    Parameters
    ----------
    json : str
        A shape of the query protocol: one key, the kind, with its fields.

    Examples
    --------
    >>> import barycast as bc
    >>> ball = bc.sphere((0, 0, 0), 2)
    >>> ball
    sphere([0, 0, 0], 2)
    >>> ball.radius, ball.dim
    (2, 3)
    """

    __slots__ = ()

    @property
    def kind(self) -> str:
        """The name of the shape in the query protocol."""
        return next(iter(self.to_dict()))

    def to_dict(self) -> dict[str, Any]:
        """The shape as a request of the query protocol has it.

        Returns
        -------
        dict
            One key, the kind, with its fields.
        """
        made: dict[str, Any] = json.loads(self.json)
        return made

    @classmethod
    def from_dict(cls, request: Mapping[str, Any]) -> Shape:
        """Makes the shape of a request of the query protocol.

        Parameters
        ----------
        request : Mapping
            One key, the kind, and its fields: ``{"sphere": {"center": [0, 0, 0], "radius": 1}}``.

        Returns
        -------
        Shape
            The shape.
        """
        if not isinstance(request, Mapping) or len(request) != 1:
            raise ShapeError("a shape must have one key, its name")
        kind, fields = next(iter(request.items()))
        return cls(json.dumps({kind: _jsonable(fields, kind)}))

    def _fields(self) -> dict[str, Any]:
        kind, fields = next(iter(self.to_dict().items()))
        return {"point": fields} if kind == "point" else fields

    def __getattr__(self, name: str) -> Any:
        fields = self._fields()
        if name.startswith("_") or name not in fields:
            raise AttributeError(f"a {self.kind} has no {name}; its fields are {', '.join(fields)}")
        return _value(fields[name])

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._fields()]

    def posed(self, pose: ArrayLike) -> Shape:
        """The shape rotated about the origin, and then moved.

        Parameters
        ----------
        pose : array_like, shape (4, 4) or (3, 4); in 2D (3, 3) or (2, 3)
            A rigid pose: within 1e-5 of a rotation, of which the nearest one is taken.

        Returns
        -------
        Shape
            A `posed` shape.
        """
        turn, move = _rigid(pose, self.dim)
        return _make("posed", shape=self, translation=move, axes=turn.T)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Shape) and self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash(json.dumps(self.to_dict(), sort_keys=True).replace(".0", ""))

    def __reduce__(self) -> Any:
        return Shape, (self.json,)

    def __copy__(self) -> Shape:
        return self

    def __deepcopy__(self, memo: Any) -> Shape:
        return self

    def __repr__(self) -> str:
        fields, names = self._fields(), FIELDS.get(self.kind, ())
        given, by_name = [], False
        for name in names:
            by_name |= name == "*" or name not in fields
            if name in fields:
                text = _text(fields[name])
                given.append(f"{name}={text}" if by_name else text)
        return f"{self.kind}({', '.join(given)})"


Shape.__module__ = "barycast"


def _text(value: Any) -> str:
    if isinstance(value, dict):
        return repr(Shape(json.dumps(value)))
    if isinstance(value, list) and any(isinstance(item, dict) for item in value):
        return f"[{', '.join(map(_text, value))}]"
    return repr(value)


def _value(value: Any) -> Any:
    if isinstance(value, dict):
        return Shape(json.dumps(value))
    if isinstance(value, list):
        if any(isinstance(item, dict) for item in value):
            return [_value(item) for item in value]
        try:
            return np.array(value)
        except ValueError:
            return value
    return value


def _jsonable(value: Any, field: str) -> Any:
    """A field as JSON has it."""
    if isinstance(value, _barycast.Shape):
        return json.loads(value.json)
    if isinstance(value, Mesh):
        return _mesh_request(value)
    if isinstance(value, Mapping):
        return {name: _jsonable(part, f"{field}.{name}") for name, part in value.items()}
    if isinstance(value, (str, bool)) or value is None:
        return value
    if isinstance(value, (list, tuple)) and any(
        isinstance(item, (_barycast.Shape, Mesh, Mapping, np.ndarray)) for item in value
    ):
        return [_jsonable(item, f"{field}.{i}") for i, item in enumerate(value)]
    if isinstance(value, (list, tuple)) and any(isinstance(item, (list, tuple)) for item in value):
        return [_jsonable(item, field) for item in value]
    array = np.asarray(value)
    if array.dtype.kind not in "fiub" or array.dtype in (np.float16, np.longdouble):
        raise TypeError(f"{field} must be numbers, got {type(value).__name__}")
    if not np.isfinite(array).all():
        made = ShapeError(f"{field} must be finite, got {array.tolist()}")
        made.field = field
        raise made
    return array.tolist()


def _mesh_request(mesh: Mesh) -> dict[str, Any]:
    fields = {"vertices": mesh.vertices.tolist(), "triangles": mesh.faces.tolist(), "solid": mesh.solid}
    return {"mesh": fields}


def _make(kind: str, **fields: Any) -> Shape:
    given = {name: _jsonable(value, name) for name, value in fields.items() if value is not None}
    return Shape(json.dumps({kind: given["point"] if kind == "point" else given}))


def _rigid(pose: ArrayLike, dim: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    matrix = np.asarray(pose, dtype=np.float64)
    if matrix.shape not in ((dim + 1, dim + 1), (dim, dim + 1)):
        raise ArrayError(f"pose must have shape ({dim + 1}, {dim + 1}) or ({dim}, {dim + 1}), got {matrix.shape}")
    if not np.isfinite(matrix).all():
        raise PoseError("pose: every number must be finite")
    last = [0.0] * dim + [1.0]
    if matrix.shape[0] == dim + 1 and matrix[dim].tolist() != last:
        raise PoseError(f"pose: the last row must be {last}, got {matrix[dim].tolist()}")
    full = np.eye(3)
    full[:dim, :dim] = matrix[:dim, :dim]
    good, off, rows = nearest_rotation(full.tolist())
    if not good:
        raise PoseError(f"pose: not a rotation, off by {off:.3g}")
    return np.asarray(rows)[:dim, :dim], matrix[:dim, dim]


# What follows makes shapes; `tests/test_shapes.py` compares it with `FIELDS` and with the protocol.


def aabb(min: ArrayLike, max: ArrayLike) -> Shape:
    """An axis-aligned box.

    Parameters
    ----------
    min, max : array_like, shape (dim,)
        Least and greatest corner.

    Returns
    -------
    Shape
        The box, solid.
    """
    return _make("aabb", min=min, max=max)


def annulus(center: ArrayLike, inner_radius: float, outer_radius: float) -> Shape:
    """A flat ring in 2D.

    Parameters
    ----------
    center : array_like, shape (2,)
        Centre of both circles.
    inner_radius, outer_radius : float
        Radii, the inner one at least 0 and at most the outer one.

    Returns
    -------
    Shape
        The ring, solid.
    """
    return _make("annulus", center=center, inner_radius=inner_radius, outer_radius=outer_radius)


def arc(center: ArrayLike, radius: float, start: float, sweep: float) -> Shape:
    """An arc of a circle in 2D, angles in radians.

    Parameters
    ----------
    center : array_like, shape (2,)
        Centre of the circle.
    radius : float
        Radius, at least 0.
    start : float
        Angle of the first point from the x axis, in radians.
    sweep : float
        Angle from the first point to the last in radians, negative for clockwise; a full turn or
        more is the circle.

    Returns
    -------
    Shape
        The arc, a curve.
    """
    return _make("arc", center=center, radius=radius, start=start, sweep=sweep)


def capsule(a: ArrayLike, b: ArrayLike, radius: float) -> Shape:
    """All points within a radius of a segment.

    Parameters
    ----------
    a, b : array_like, shape (dim,)
        Ends of the segment.
    radius : float
        Radius, at least 0.

    Returns
    -------
    Shape
        The capsule, solid.
    """
    return _make("capsule", a=a, b=b, radius=radius)


def circle(center: ArrayLike, radius: float) -> Shape:
    """A disc in 2D.

    Parameters
    ----------
    center : array_like, shape (2,)
        Centre.
    radius : float
        Radius, at least 0.

    Returns
    -------
    Shape
        The disc, solid.
    """
    return _make("circle", center=center, radius=radius)


def compound(shapes: Iterable[Shape | Mesh]) -> Shape:
    """The union of shapes.

    Parameters
    ----------
    shapes : sequence of Shape or Mesh
        The parts, of one dimension.

    Returns
    -------
    Shape
        The union.
    """
    return _make("compound", shapes=list(shapes))


def cone(apex: ArrayLike, base: ArrayLike, radius: float) -> Shape:
    """A cone with a flat cap at its base.

    Parameters
    ----------
    apex : array_like, shape (3,)
        The apex.
    base : array_like, shape (3,)
        Centre of the cap.
    radius : float
        Radius of the cap, at least 0.

    Returns
    -------
    Shape
        The cone, solid.
    """
    return _make("cone", apex=apex, base=base, radius=radius)


def convex(points: ArrayLike) -> Shape:
    """The convex hull of points.

    Parameters
    ----------
    points : array_like, shape (n, dim)
        The points; those inside the hull have no effect.

    Returns
    -------
    Shape
        The hull, solid.
    """
    return _make("convex", points=points)


def cylinder(a: ArrayLike, b: ArrayLike, radius: float) -> Shape:
    """A cylinder with flat caps.

    Parameters
    ----------
    a, b : array_like, shape (3,)
        Centres of the caps.
    radius : float
        Radius, at least 0.

    Returns
    -------
    Shape
        The cylinder, solid.
    """
    return _make("cylinder", a=a, b=b, radius=radius)


def disc(center: ArrayLike, normal: ArrayLike, radius: float) -> Shape:
    """A flat disc in 3D.

    Parameters
    ----------
    center : array_like, shape (3,)
        Centre.
    normal : array_like, shape (3,)
        Normal of any length.
    radius : float
        Radius, at least 0.

    Returns
    -------
    Shape
        The disc, a surface.
    """
    return _make("disc", center=center, normal=normal, radius=radius)


def ellipse(
    center: ArrayLike, radii: ArrayLike, *, axes: ArrayLike | None = None, angle: float | None = None
) -> Shape:
    """A solid ellipse in 2D; rows of `axes` are its axes, `angle` is in radians.

    Parameters
    ----------
    center : array_like, shape (2,)
        Centre.
    radii : array_like, shape (2,)
        Radius along each axis.
    axes : array_like, shape (2, 2), optional
        Orthonormal axes, one in each row.
    angle : float, optional
        Rotation in radians, counter-clockwise; in place of `axes`.

    Returns
    -------
    Shape
        The ellipse.
    """
    return _make("ellipse", center=center, radii=radii, axes=axes, angle=angle)


def ellipsoid(
    center: ArrayLike,
    radii: ArrayLike,
    *,
    axes: ArrayLike | None = None,
    quaternion: ArrayLike | None = None,
    angle: float | None = None,
) -> Shape:
    """A solid ellipsoid; rows of `axes` are its axes, a quaternion is ``x, y, z, w``.

    Parameters
    ----------
    center : array_like, shape (dim,)
        Centre.
    radii : array_like, shape (dim,)
        Radius along each axis.
    axes : array_like, shape (dim, dim), optional
        Orthonormal axes, one in each row.
    quaternion : array_like, shape (4,), optional
        Rotation in 3D as ``x, y, z, w``, of any length; in place of `axes`.
    angle : float, optional
        Rotation in 2D in radians, counter-clockwise; in place of `axes`.

    Returns
    -------
    Shape
        The ellipsoid; in 2D an ellipse.
    """
    return _make("ellipsoid", center=center, radii=radii, axes=axes, quaternion=quaternion, angle=angle)


def elliptic_cylinder(a: ArrayLike, b: ArrayLike, radii: ArrayLike, across: ArrayLike) -> Shape:
    """A cylinder over an ellipse; `across` is the direction of its first radius.

    Parameters
    ----------
    a, b : array_like, shape (3,)
        Centres of the caps.
    radii : array_like, shape (2,)
        Radius along the component of `across` orthogonal to the axis, and the other one.
    across : array_like, shape (3,)
        Direction of any length, not parallel to the axis.

    Returns
    -------
    Shape
        The cylinder, solid.
    """
    return _make("elliptic_cylinder", a=a, b=b, radii=radii, across=across)


def frustum(
    *,
    view_projection: ArrayLike | None = None,
    depth: str | None = None,
    planes: Sequence[Mapping[str, Any]] | None = None,
) -> Shape:
    """What a camera sees: a ``(4, 4)`` matrix for column vectors, or six half-spaces.

    The 16 numbers of the protocol, column by column, are taken too.

    Parameters
    ----------
    view_projection : array_like, shape (4, 4) or (16,), optional
        The camera's matrix.
    depth : {"zero_to_one", "reversed", "minus_one_to_one"}, optional
        Range of depths of the matrix; the default is from 0 to 1 in either direction.
    planes : sequence of Mapping, optional
        Six half-spaces with ``normal`` (outward) and ``distance``, in place of the matrix.

    Returns
    -------
    Shape
        The frustum, solid.
    """
    matrix = None
    if view_projection is not None:
        matrix = np.asarray(view_projection, dtype=np.float64)
        if matrix.shape == (16,):
            matrix = matrix.reshape(4, 4).T
        if matrix.shape != (4, 4):
            raise ArrayError(f"view_projection must have shape (4, 4), got {matrix.shape}")
        matrix = matrix.T.reshape(16)
    return _make("frustum", view_projection=matrix, depth=depth, planes=planes)


def half_space(normal: ArrayLike, distance: float) -> Shape:
    """All points with ``normal . x <= distance``.

    Parameters
    ----------
    normal : array_like, shape (dim,)
        Outward normal of any length.
    distance : float
        Offset: the value of ``normal . x`` on the boundary.

    Returns
    -------
    Shape
        The half-space, solid.
    """
    return _make("half_space", normal=normal, distance=distance)


def height_field(heights: ArrayLike, spacing: ArrayLike, origin: ArrayLike) -> Shape:
    """A surface over a grid of heights; in 2D a line.

    Parameters
    ----------
    heights : array_like, shape (rows, columns) or (columns,)
        Heights along the last axis: of row ``j`` and column ``i`` at ``origin + (i dx, j dy)``.
    spacing : float or array_like, shape (2,)
        Distance of neighbours ``dx, dy``, or one for both.
    origin : array_like, shape (dim,)
        Place of the first vertex at height 0.

    Returns
    -------
    Shape
        The surface, two triangles for each cell, with fronts upward; in 2D a chain of segments.
    """
    return _make("height_field", heights=heights, spacing=spacing, origin=origin)


def infinite_cone(apex: ArrayLike, direction: ArrayLike, angle: float) -> Shape:
    """A cone without end on one side of its apex; half angle in radians.

    Parameters
    ----------
    apex : array_like, shape (3,)
        The apex.
    direction : array_like, shape (3,)
        Direction of the axis, of any length.
    angle : float
        Half angle in radians, above 0 and below pi / 2.

    Returns
    -------
    Shape
        The cone, solid.
    """
    return _make("infinite_cone", apex=apex, direction=direction, angle=angle)


def infinite_cylinder(origin: ArrayLike, direction: ArrayLike, radius: float) -> Shape:
    """A cylinder without ends.

    Parameters
    ----------
    origin : array_like, shape (3,)
        A point of the axis.
    direction : array_like, shape (3,)
        Direction of the axis, of any length.
    radius : float
        Radius, at least 0.

    Returns
    -------
    Shape
        The cylinder, solid.
    """
    return _make("infinite_cylinder", origin=origin, direction=direction, radius=radius)


def line(origin: ArrayLike, direction: ArrayLike) -> Shape:
    """A line without ends.

    Parameters
    ----------
    origin : array_like, shape (dim,)
        A point of the line.
    direction : array_like, shape (dim,)
        Direction of any length.

    Returns
    -------
    Shape
        The line.
    """
    return _make("line", origin=origin, direction=direction)


def mesh(vertices: ArrayLike, faces: ArrayLike, solid: bool = False) -> Mesh:
    """A triangle mesh, which is a `Mesh`.

    Parameters
    ----------
    vertices : array_like, shape (n, 3)
        Positions of the vertices.
    faces : array_like of int, shape (m, 3)
        Three vertices of each face, counter-clockwise seen from the front.
    solid : bool, default False
        Whether what the mesh encloses belongs to it.

    Returns
    -------
    Mesh
        The mesh.
    """
    return Mesh(vertices, faces, solid=solid)


def obb(
    center: ArrayLike,
    half_extents: ArrayLike,
    *,
    axes: ArrayLike | None = None,
    quaternion: ArrayLike | None = None,
    angle: float | None = None,
) -> Shape:
    """An oriented box; rows of `axes` are its axes, a quaternion is ``x, y, z, w``.

    Parameters
    ----------
    center : array_like, shape (dim,)
        Centre.
    half_extents : array_like, shape (dim,)
        Half of the length along each axis, at least 0.
    axes : array_like, shape (dim, dim), optional
        Orthonormal axes, one in each row.
    quaternion : array_like, shape (4,), optional
        Rotation in 3D as ``x, y, z, w``, of any length; in place of `axes`.
    angle : float, optional
        Rotation in 2D in radians, counter-clockwise; in place of `axes`.

    Returns
    -------
    Shape
        The box, solid.
    """
    return _make("obb", center=center, half_extents=half_extents, axes=axes, quaternion=quaternion, angle=angle)


def parallelogram(origin: ArrayLike, u: ArrayLike, v: ArrayLike) -> Shape:
    """A parallelogram: solid in 2D, a surface in 3D.

    Parameters
    ----------
    origin : array_like, shape (dim,)
        A corner.
    u, v : array_like, shape (dim,)
        The edges from that corner.

    Returns
    -------
    Shape
        The parallelogram.
    """
    return _make("parallelogram", origin=origin, u=u, v=v)


def plane(normal: ArrayLike, distance: float) -> Shape:
    """All points with ``normal . x = distance``.

    Parameters
    ----------
    normal : array_like, shape (dim,)
        Normal of any length.
    distance : float
        Offset: the value of ``normal . x`` on the plane.

    Returns
    -------
    Shape
        The plane, a surface; in 2D a line.
    """
    return _make("plane", normal=normal, distance=distance)


def point(point: ArrayLike) -> Shape:
    """A point.

    Parameters
    ----------
    point : array_like, shape (dim,)
        The coordinates.

    Returns
    -------
    Shape
        The point.
    """
    return _make("point", point=point)


def polygon(points: ArrayLike, holes: Sequence[ArrayLike] = ()) -> Shape:
    """A simple polygon in 2D, with holes, or a convex flat one in 3D.

    Parameters
    ----------
    points : array_like, shape (n, dim)
        The corners in order.
    holes : sequence of array_like, shape (k, 2)
        In 2D, the corners of each hole.

    Returns
    -------
    Shape
        The polygon.
    """
    return _make("polygon", points=points, holes=[np.asarray(hole) for hole in holes] or None)


def polyline(points: ArrayLike, closed: bool = False) -> Shape:
    """Segments from point to point.

    Parameters
    ----------
    points : array_like, shape (n, dim)
        The points in order; a single one is a point.
    closed : bool, default False
        Whether the last point is connected to the first.

    Returns
    -------
    Shape
        The polyline.
    """
    return _make("polyline", points=points, closed=closed)


def posed(
    shape: Shape | Mesh,
    translation: ArrayLike,
    *,
    axes: ArrayLike | None = None,
    quaternion: ArrayLike | None = None,
    angle: float | None = None,
) -> Shape:
    """A shape rotated about the origin, and then moved; rows of `axes` are the images of the axes.

    Parameters
    ----------
    shape : Shape or Mesh
        The shape in its own coordinates.
    translation : array_like, shape (dim,)
        The translation after the rotation.
    axes : array_like, shape (dim, dim), optional
        Images of the axes, one in each row.
    quaternion : array_like, shape (4,), optional
        Rotation in 3D as ``x, y, z, w``, of any length; in place of `axes`.
    angle : float, optional
        Rotation in 2D in radians, counter-clockwise; in place of `axes`.

    Returns
    -------
    Shape
        The shape in its place.
    """
    return _make("posed", shape=shape, translation=translation, axes=axes, quaternion=quaternion, angle=angle)


def quad(a: ArrayLike, b: ArrayLike, c: ArrayLike, d: ArrayLike) -> Shape:
    """A flat convex quadrilateral in 3D.

    Parameters
    ----------
    a, b, c, d : array_like, shape (3,)
        The corners in order, in one plane.

    Returns
    -------
    Shape
        The quadrilateral, a surface.
    """
    return _make("quad", a=a, b=b, c=c, d=d)


def ray(origin: ArrayLike, direction: ArrayLike) -> Shape:
    """A ray.

    Parameters
    ----------
    origin : array_like, shape (dim,)
        Start of the ray.
    direction : array_like, shape (dim,)
        Direction of any length.

    Returns
    -------
    Shape
        The ray.
    """
    return _make("ray", origin=origin, direction=direction)


def rounded(shape: Shape, radius: float) -> Shape:
    """All points within a radius of a convex shape.

    Parameters
    ----------
    shape : Shape
        A convex shape.
    radius : float
        Radius, at least 0.

    Returns
    -------
    Shape
        The rounded shape, solid.
    """
    return _make("rounded", shape=shape, radius=radius)


def scaled(shape: Shape | Mesh, scale: ArrayLike) -> Shape:
    """A shape scaled about the origin, by one number or one for each axis.

    Parameters
    ----------
    shape : Shape or Mesh
        The shape.
    scale : float or array_like, shape (dim,)
        Factors, none 0.

    Returns
    -------
    Shape
        The scaled shape.
    """
    return _make("scaled", shape=shape, scale=scale)


def sector(center: ArrayLike, radius: float, start: float, sweep: float) -> Shape:
    """A sector of a disc in 2D, angles in radians.

    Parameters
    ----------
    center : array_like, shape (2,)
        Centre of the disc.
    radius : float
        Radius, at least 0.
    start : float
        Angle of the first edge from the x axis, in radians.
    sweep : float
        Angle from the first edge to the last in radians, negative for clockwise; a full turn or
        more is the disc.

    Returns
    -------
    Shape
        The sector, solid.
    """
    return _make("sector", center=center, radius=radius, start=start, sweep=sweep)


def segment(a: ArrayLike, b: ArrayLike) -> Shape:
    """A segment.

    Parameters
    ----------
    a, b : array_like, shape (dim,)
        The ends.

    Returns
    -------
    Shape
        The segment.
    """
    return _make("segment", a=a, b=b)


def sphere(center: ArrayLike, radius: float) -> Shape:
    """A ball; in 2D a disc.

    Parameters
    ----------
    center : array_like, shape (dim,)
        Centre.
    radius : float
        Radius, at least 0.

    Returns
    -------
    Shape
        The ball, solid.
    """
    return _make("sphere", center=center, radius=radius)


def tapered_capsule(a: ArrayLike, b: ArrayLike, radius_a: float, radius_b: float) -> Shape:
    """The hull of two balls.

    Parameters
    ----------
    a, b : array_like, shape (dim,)
        Centres of the balls.
    radius_a, radius_b : float
        Radii, at least 0.

    Returns
    -------
    Shape
        The hull, solid.
    """
    return _make("tapered_capsule", a=a, b=b, radius_a=radius_a, radius_b=radius_b)


def tetrahedron(a: ArrayLike, b: ArrayLike, c: ArrayLike, d: ArrayLike) -> Shape:
    """A solid tetrahedron.

    Parameters
    ----------
    a, b, c, d : array_like, shape (3,)
        The corners.

    Returns
    -------
    Shape
        The tetrahedron.
    """
    return _make("tetrahedron", a=a, b=b, c=c, d=d)


def torus(center: ArrayLike, axis: ArrayLike, major_radius: float, minor_radius: float) -> Shape:
    """All points within the minor radius of a circle.

    Parameters
    ----------
    center : array_like, shape (3,)
        Centre of the circle.
    axis : array_like, shape (3,)
        Axis of the circle, of any length.
    major_radius : float
        Radius of the circle.
    minor_radius : float
        Radius of the tube.

    Returns
    -------
    Shape
        The torus, solid.
    """
    return _make("torus", center=center, axis=axis, major_radius=major_radius, minor_radius=minor_radius)


def triangle(a: ArrayLike, b: ArrayLike, c: ArrayLike) -> Shape:
    """A triangle: solid in 2D, a surface in 3D.

    Parameters
    ----------
    a, b, c : array_like, shape (dim,)
        The corners.

    Returns
    -------
    Shape
        The triangle.
    """
    return _make("triangle", a=a, b=b, c=c)


def truncated_cone(a: ArrayLike, b: ArrayLike, radius_a: float, radius_b: float) -> Shape:
    """A cone between two flat caps; in 2D a trapezoid.

    Parameters
    ----------
    a, b : array_like, shape (dim,)
        Centres of the caps.
    radius_a, radius_b : float
        Radii of the caps, at least 0.

    Returns
    -------
    Shape
        The truncated cone, solid.
    """
    return _make("truncated_cone", a=a, b=b, radius_a=radius_a, radius_b=radius_b)


def view_cone(apex: ArrayLike, direction: ArrayLike, radius: float, half_angle: float) -> Shape:
    """What a cone shares with a ball around its apex; half angle in radians.

    Parameters
    ----------
    apex : array_like, shape (3,)
        The apex, and centre of the ball.
    direction : array_like, shape (3,)
        Direction of the axis, of any length.
    radius : float
        Radius of the ball.
    half_angle : float
        Half angle in radians, above 0 and at most pi / 2.

    Returns
    -------
    Shape
        The cone, solid.
    """
    return _make("view_cone", apex=apex, direction=direction, radius=radius, half_angle=half_angle)


def voxels(origin: ArrayLike, size: ArrayLike, filled: ArrayLike) -> Shape:
    """Filled cells of a grid, by their integer coordinates.

    Parameters
    ----------
    origin : array_like, shape (dim,)
        Least corner of the cell with coordinates 0.
    size : float or array_like, shape (dim,)
        Lengths of the sides of a cell.
    filled : array_like of int, shape (n, dim)
        Coordinates of the filled cells.

    Returns
    -------
    Shape
        The union of the cells, solid.
    """
    return _make("voxels", origin=origin, size=size, filled=filled)


for _name in FIELDS:
    globals()[_name].__module__ = "barycast"
