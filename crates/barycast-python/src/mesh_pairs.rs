//! The methods of `Mesh` for two meshes, and for a mesh and a shape.

use crate::arrays::{Space, array_of, result_class};
use crate::between::{self, Lines, Poses};
use crate::error;
use crate::mesh::Mesh;
use crate::mesh_shapes::Pair;
use crate::placements;
use crate::pool::{self, Looker};
use crate::rays::numbers;
use crate::surface::{Surface, either};
use barycast::frame::Affine3;
use barycast::mesh::TriMesh;
use glam::DVec3;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Runs a body with this mesh and another one in the precision of this one.
macro_rules! both {
    ($py:expr, $a:expr, $b:expr, |$mesh:ident, $other:ident| $body:expr) => {
        match &$a.surface {
            Surface::F32($mesh) => {
                let $other = $b.narrow($py)?;
                $body
            }
            Surface::F64($mesh) => {
                let $other = $b.wide($py)?;
                $body
            }
        }
    };
}

#[pymethods]
impl Mesh {
    /// Tests whether the surfaces meet, or what a solid one encloses meets the other.
    ///
    /// Parameters
    /// ----------
    /// other : Mesh or Shape
    ///     The other mesh, or a shape in 3D.
    /// pose : array_like, shape (..., 4, 4) or (..., 3, 4), optional
    ///     Places the other in the coordinates of this mesh: any affine map for a mesh; for a shape
    ///     within 1e-5 of a rotation and a translation, of which the nearest one is taken.
    /// progress : callable, optional
    ///     Is called with the share that is done.
    ///
    /// Returns
    /// -------
    /// ndarray of bool
    ///     One for each pose. Exact for the vertices as placed, each coordinate rounded once, and for
    ///     the shape as placed.
    ///
    /// Examples
    /// --------
    /// >>> import barycast as bc
    /// >>> mesh = bc.Mesh([[0, 0, 0], [2, 0, 0], [0, 2, 0]], [[0, 1, 2]])
    /// >>> mesh.intersects(bc.sphere((0, 0, 0), 1), [bc.pose((0, 0, 1)), bc.pose((0, 0, 2))])
    /// array([ True, False])
    #[pyo3(signature = (other, pose=None, *, progress=None))]
    fn intersects(
        &self,
        py: Python<'_>,
        other: &Bound<'_, PyAny>,
        pose: Option<&Bound<'_, PyAny>>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let poses = Poses { pose, progress };
        let Ok(other) = other.cast::<Mesh>() else {
            return Pair::new(self, other, "other")?.intersects(py, &poses);
        };
        let other = other.get();
        both!(py, self, other, |mesh, placed| {
            let bodies = [&self.body(py, mesh.clone())?, &other.body(py, placed)?];
            between::intersects(py, bodies, &poses)
        })
    }

    /// Returns the least translation that separates a shape from the mesh.
    ///
    /// It is computed in ``float64`` first, so its last digits may differ from those of
    /// `barycast.contact`.
    ///
    /// Parameters
    /// ----------
    /// shape : Shape or Mesh
    ///     The shape, in 3D.
    /// pose, progress
    ///     As for `intersects`.
    ///
    /// Returns
    /// -------
    /// Contacts
    ///     One for each pose: ``normal`` from the mesh to the shape, ``depth`` (NaN where they share no
    ///     point), ``point_a`` on the mesh and ``point_b``.
    ///
    /// Raises
    /// ------
    /// UnsupportedPairError
    ///     If the question has no answer for such a shape.
    ///
    /// Examples
    /// --------
    /// >>> import barycast as bc
    /// >>> mesh = bc.Mesh([[0, 0, 0], [2, 0, 0], [0, 2, 0]], [[0, 1, 2]])
    /// >>> round(float(mesh.contact(bc.sphere((0.5, 0.5, 0.75), 1)).depth), 9)
    /// 0.25
    #[pyo3(signature = (shape, pose=None, *, progress=None))]
    fn contact(
        &self,
        py: Python<'_>,
        shape: &Bound<'_, PyAny>,
        pose: Option<&Bound<'_, PyAny>>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        Pair::new(self, shape, "shape")?.contact(py, &Poses { pose, progress })
    }

    /// Returns when a shape, which moves by ``t * velocity``, first touches the mesh; never late.
    ///
    /// It is computed in ``float64`` first, so its last digits may differ from those of
    /// `barycast.sweep`, which also takes rotations.
    ///
    /// Parameters
    /// ----------
    /// shape : Shape or Mesh
    ///     The shape, in 3D.
    /// velocity : array_like, shape (3,)
    ///     Velocity of the shape in the coordinates of the mesh, for all poses.
    /// pose : array_like, shape (..., 4, 4) or (..., 3, 4), optional
    ///     Places of the shape at the start, as for `intersects`.
    /// max_t : float
    ///     Largest time.
    /// progress : callable, optional
    ///     Is called with the share that is done.
    ///
    /// Returns
    /// -------
    /// Impacts
    ///     One for each pose: ``t`` (0 if they intersect at the start, inf for none), ``normal`` from
    ///     the mesh to the shape, and ``point``.
    ///
    /// Raises
    /// ------
    /// UnsupportedPairError
    ///     If the question has no answer for such a shape.
    ///
    /// Examples
    /// --------
    /// >>> import barycast as bc
    /// >>> mesh = bc.Mesh([[0, 0, 0], [2, 0, 0], [0, 2, 0]], [[0, 1, 2]])
    /// >>> round(float(mesh.sweep(bc.sphere((0.5, 0.5, 3), 1), (0, 0, -4)).t), 9)
    /// 0.5
    #[pyo3(signature = (shape, velocity, pose=None, *, max_t=1.0, progress=None),
           text_signature = "(self, shape, velocity, pose=None, *, max_t=1, progress=None)")]
    fn sweep(
        &self,
        py: Python<'_>,
        shape: &Bound<'_, PyAny>,
        velocity: &Bound<'_, PyAny>,
        pose: Option<&Bound<'_, PyAny>>,
        max_t: f64,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        Pair::new(self, shape, "shape")?.sweep(py, velocity, max_t, &Poses { pose, progress })
    }

    /// Tests whether the distance is at most `limit`.
    ///
    /// Parameters
    /// ----------
    /// other : Mesh
    ///     The other mesh.
    /// limit : float
    ///     The largest distance.
    /// pose, progress
    ///     As for `intersects`.
    ///
    /// Returns
    /// -------
    /// ndarray of bool
    ///     One for each pose.
    #[pyo3(signature = (other, limit, pose=None, *, progress=None))]
    fn comes_within(
        &self,
        py: Python<'_>,
        other: &Bound<'_, Mesh>,
        limit: f64,
        pose: Option<&Bound<'_, PyAny>>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let (other, poses) = (other.get(), Poses { pose, progress });
        both!(py, self, other, |mesh, placed| {
            let bodies = [&self.body(py, mesh.clone())?, &other.body(py, placed)?];
            between::comes_within(py, bodies, &poses, limit)
        })
    }

    /// Returns the distance and the closest points.
    ///
    /// Parameters
    /// ----------
    /// other, pose
    ///     As for `intersects`.
    /// max_distance : float
    ///     Where the meshes are farther apart, there is no answer.
    /// progress
    ///     As for `intersects`.
    ///
    /// Returns
    /// -------
    /// Between
    ///     ``distance`` (0 exactly where they intersect, inf for none), ``point_a``, ``point_b``,
    ///     ``triangle_a``, ``triangle_b``.
    #[pyo3(signature = (other, pose=None, *, max_distance=f64::INFINITY, progress=None),
           text_signature = "(self, other, pose=None, *, max_distance=math.inf, progress=None)")]
    fn distance(
        &self,
        py: Python<'_>,
        other: &Bound<'_, Mesh>,
        pose: Option<&Bound<'_, PyAny>>,
        max_distance: f64,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let (other, poses) = (other.get(), Poses { pose, progress });
        both!(py, self, other, |mesh, placed| {
            let bodies = [&self.body(py, mesh.clone())?, &other.body(py, placed)?];
            between::distance(py, bodies, &poses, max_distance)
        })
    }

    /// Returns all pairs of faces that share a point, in ascending order.
    ///
    /// Parameters
    /// ----------
    /// other : Mesh
    ///     The other mesh.
    /// pose : array_like, shape (4, 4) or (3, 4), optional
    ///     One pose.
    ///
    /// Returns
    /// -------
    /// ndarray of int32, shape (k, 2)
    ///     A face of this mesh and a face of the other one.
    #[pyo3(signature = (other, pose=None))]
    fn intersecting_faces(
        &self,
        py: Python<'_>,
        other: &Bound<'_, Mesh>,
        pose: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let (other, rows) = (other.get(), between::one_pose(py, pose)?);
        let looker = Looker::new(None);
        both!(py, self, other, |mesh, placed| {
            let place = placements::affine(&rows);
            let pairs = pool::task(py, &looker, |_| mesh.intersecting_triangles(&placed, &place))?;
            between::pairs(py, &pairs)
        })
    }

    /// Returns all pairs of faces that meet elsewhere than neighbours do, the lower first.
    ///
    /// Returns
    /// -------
    /// ndarray of int32, shape (k, 2)
    ///     The two faces of each pair.
    fn self_intersections(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let surface = &self.surface;
        let find = |_: &pool::Watch| either!(surface, mesh => mesh.self_intersections());
        between::pairs(py, &pool::task(py, &Looker::new(None), find)?)
    }

    /// Returns the curves in which two surfaces cross.
    ///
    /// Parameters
    /// ----------
    /// other : Mesh
    ///     The other mesh.
    /// pose : array_like, shape (4, 4) or (3, 4), optional
    ///     One pose.
    ///
    /// Returns
    /// -------
    /// Polylines
    ///     All are closed if both meshes are.
    #[pyo3(signature = (other, pose=None))]
    fn intersection_curves(
        &self,
        py: Python<'_>,
        other: &Bound<'_, Mesh>,
        pose: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let (other, rows) = (other.get(), between::one_pose(py, pose)?);
        both!(py, self, other, |mesh, placed| curves(py, mesh, &placed, &placements::affine(&rows)))
    }

    /// Returns how deep the deepest point of either surface is in the other.
    ///
    /// This is not the least translation that separates them.
    ///
    /// Parameters
    /// ----------
    /// other : Mesh
    ///     The other mesh; at least one of them must be closed.
    /// pose : array_like, shape (4, 4) or (3, 4), optional
    ///     One pose.
    /// tolerance : float
    ///     Depths up to this are ignored.
    ///
    /// Returns
    /// -------
    /// Penetration
    ///     ``depth`` (0 for none), ``at_most``, ``certain``, ``of`` (which surface has the point, -1
    ///     for none), ``points (2, 3)``, ``way (3,)``.
    ///
    /// Raises
    /// ------
    /// MeshError
    ///     If neither is closed.
    #[pyo3(signature = (other, pose=None, *, tolerance=0.0),
           text_signature = "(self, other, pose=None, *, tolerance=0)")]
    fn penetration(
        &self,
        py: Python<'_>,
        other: &Bound<'_, Mesh>,
        pose: Option<&Bound<'_, PyAny>>,
        tolerance: f64,
    ) -> PyResult<Py<PyAny>> {
        let place: Affine3<DVec3> = placements::affine(&between::one_pose(py, pose)?);
        let (a, b) = (self.as_solid(py)?, other.get().as_solid(py)?);
        let found = pool::task(py, &Looker::new(None), |_| a.penetration(&b, &place, tolerance))?;
        let depth = found.map_err(|error| error::depth(py, error))?;
        let values = PyDict::new(py);
        let nan = [f64::NAN; 3];
        let (of, deep, points, way) = match depth.deepest {
            Some(deepest) => {
                let points = deepest.points.map(|p| p.to_array());
                (deepest.of as i64, deepest.depth, points, deepest.way.to_array())
            }
            None => (-1, 0.0, [nan; 2], nan),
        };
        values.set_item("depth", deep)?;
        values.set_item("at_most", depth.at_most)?;
        values.set_item("certain", depth.certain)?;
        values.set_item("of", of)?;
        values.set_item("points", array_of(py, &[2, 3], points.as_flattened())?)?;
        values.set_item("way", array_of(py, &[3], &way)?)?;
        Ok(result_class(py, "Penetration")?.call((), Some(&values))?.unbind())
    }
}

fn curves<V: Space>(
    py: Python<'_>,
    a: &TriMesh<V>,
    b: &TriMesh<V>,
    place: &Affine3<V>,
) -> PyResult<Py<PyAny>> {
    let found = pool::task(py, &Looker::new(None), |_| a.intersection_curves(b, place))?;
    let lines = found.map_err(|error| error::mesh(py, error))?;
    between::polylines(
        py,
        &Lines {
            lines: lines.iter().map(|line| (line.points.len(), line.closed)).collect(),
            points: lines.iter().flat_map(|line| &line.points).flat_map(|p| numbers(*p)).collect(),
            triangles: None,
        },
    )
}
