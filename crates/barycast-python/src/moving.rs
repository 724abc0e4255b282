//! The class `World`: bodies that move, and events when they touch.

use crate::answers::result;
use crate::arrays::{self, array_of, real};
use crate::error::{self, Class};
use crate::moving_kinds::{Kind, Worlds, handles, poses, rays};
use crate::pool;
use crate::shape::any_of;
use barycast::dynamic::any::{Shape2, Shape3};
use barycast::frame::Pose;
use barycast::query::Side;
use barycast::scene::moving::{Bodies, Body, CollisionFilter, ContactEvent, Event, Handle, MovingError};
use barycast::shape::Ray;
use barycast::vector::Vector;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use rayon::prelude::*;
use std::sync::Mutex;

/// Bodies that are added, moved and removed. A step returns which pairs began, kept and ended touching.
///
/// Bodies are named by handles: integers that are never used again. Any number of threads may use a
/// world; each call has it for itself. A call that fails changes nothing.
///
/// Parameters
/// ----------
/// dim : int, default 3
///     Number of dimensions, 2 or 3.
///
/// Raises
/// ------
/// HandleError
///     From every method, for a body that is gone.
///
/// Examples
/// --------
/// >>> import barycast as bc
/// >>> from barycast.moving import World
/// >>> world = World()
/// >>> ground = world.add(bc.half_space((0, 0, 1), 0))
/// >>> ball = world.add(bc.sphere((0, 0, 0), 1), pose=bc.pose((0, 0, 2)))
/// >>> len(world.step())
/// 0
/// >>> world.move(ball, bc.pose((0, 0, 0.5)))
/// >>> events = world.step()
/// >>> events.what.tolist(), events.depth.tolist()
/// ([0], [0.5])
#[pyclass(frozen, module = "barycast.moving", name = "World")]
pub(crate) struct World {
    dim: usize,
    worlds: Mutex<Worlds>,
}

type Vector3Of<B> = <B as Body>::Vector;

/// Runs a generic method for the dimension of a world.
macro_rules! by_dim {
    ($world:expr, $method:ident($($argument:expr),*)) => {
        if $world.dim == 2 { $world.$method::<Shape2>($($argument),*) } else { $world.$method::<Shape3>($($argument),*) }
    };
}

fn wrong(py: Python<'_>, found: &MovingError) -> PyErr {
    match found {
        MovingError::StaleHandle(handle) => {
            error::new(py, Class::Handle, format!("the body of handle {} is gone", handle.to_bits()))
        }
        MovingError::InvalidPose(_) => error::new(py, Class::Pose, found.to_string()),
        _ => error::new(py, Class::Shape, found.to_string()),
    }
}

/// Bits of layers, read from an integer.
fn bits(name: &str, given: Option<&Bound<'_, PyAny>>, otherwise: u32) -> PyResult<u32> {
    let Some(given) = given else { return Ok(otherwise) };
    if !given.is_instance_of::<pyo3::types::PyInt>() && given.call_method0("__index__").is_err() {
        return Err(PyTypeError::new_err(format!(
            "{name} must be an integer, got {}",
            given.get_type().name()?
        )));
    }
    let value: Option<u32> = given.extract().ok();
    let message =
        || Ok::<_, PyErr>(format!("{name} must be 32 bits, from 0 to 0xFFFFFFFF, got {}", given.repr()?));
    match value {
        Some(value) => Ok(value),
        None => Err(error::new(given.py(), Class::Option, message()?)),
    }
}

impl World {
    /// Runs a method of the bodies, in the pool.
    fn with<B: Kind, T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Bodies<B>) -> T + Send,
    ) -> PyResult<T> {
        pool::whole(py, &self.worlds, |worlds| match B::bodies(worlds) {
            Some(bodies) => work(bodies),
            None => unreachable!("the dimension of a world never changes"),
        })
    }

    fn shape<B: Kind>(&self, object: &Bound<'_, PyAny>, name: &str) -> PyResult<B> {
        B::of(&any_of(object, name)?).ok_or_else(|| {
            let message = format!("{name} must have {} dimensions", self.dim);
            error::new(object.py(), Class::Dimension, message)
        })
    }

    /// Adds bodies, all or none.
    fn put<B: Kind>(
        &self,
        py: Python<'_>,
        bodies: Vec<(B, Option<Pose<Vector3Of<B>>>)>,
        filter: CollisionFilter,
        sensor: bool,
    ) -> PyResult<Vec<u64>> {
        let added = self.with::<B, _>(py, |world| {
            let mut added = Vec::with_capacity(bodies.len());
            for (shape, pose) in bodies {
                let put = if sensor { Bodies::insert_sensor } else { Bodies::insert };
                let placed = put(world, shape, filter).and_then(|handle| {
                    added.push(handle);
                    pose.map_or(Ok(()), |pose| world.set_pose(handle, &pose))
                });
                if let Err(error) = placed {
                    for handle in added {
                        // It was just added.
                        let _ = world.remove(handle);
                    }
                    return Err(error);
                }
            }
            Ok(added)
        })?;
        let added = added.map_err(|error| wrong(py, &error))?;
        Ok(added.into_iter().map(Handle::to_bits).collect())
    }

    fn add_of<B: Kind>(
        &self,
        shape: &Bound<'_, PyAny>,
        pose: Option<&Bound<'_, PyAny>>,
        filter: CollisionFilter,
        sensor: bool,
    ) -> PyResult<u64> {
        let py = shape.py();
        let body = self.shape::<B>(shape, "shape")?;
        let pose = match pose {
            None => None,
            Some(pose) => match poses::<B>(pose, "pose")? {
                (lead, mut poses) if lead.is_empty() => poses.pop(),
                (lead, _) => {
                    let message = format!("pose must be one pose, got {} poses", arrays::shape_text(&lead));
                    return Err(error::new(py, Class::Array, message));
                }
            },
        };
        Ok(self.put::<B>(py, vec![(body, pose)], filter, sensor)?[0])
    }

    fn add_many_of<B: Kind>(
        &self,
        shapes: &Bound<'_, PyAny>,
        given: Option<&Bound<'_, PyAny>>,
        filter: CollisionFilter,
        sensor: bool,
    ) -> PyResult<Py<PyAny>> {
        let py = shapes.py();
        let placed = given.map(|given| poses::<B>(given, "poses")).transpose()?;
        if let Some((lead, _)) = &placed
            && lead.len() != 1
        {
            let message = format!("poses must be a list of poses, got {} poses", arrays::shape_text(lead));
            return Err(error::new(py, Class::Array, message));
        }
        let mut bodies: Vec<B> = Vec::new();
        if any_of(shapes, "shapes").is_ok() {
            let count = placed.as_ref().map_or(1, |(_, poses)| poses.len());
            bodies = vec![self.shape::<B>(shapes, "shapes")?; count];
        } else {
            for (i, shape) in shapes.try_iter()?.enumerate() {
                bodies.push(self.shape::<B>(&shape?, &format!("shapes[{i}]"))?);
            }
        }
        let bodies: Vec<_> = match placed {
            None => bodies.into_iter().map(|body| (body, None)).collect(),
            Some((_, poses)) if poses.len() == bodies.len() => {
                bodies.into_iter().zip(poses.into_iter().map(Some)).collect()
            }
            Some((_, poses)) => {
                let message =
                    format!("there must be {} poses, one for each shape, got {}", bodies.len(), poses.len());
                return Err(error::new(py, Class::Array, message));
            }
        };
        let added = self.put::<B>(py, bodies, filter, sensor)?;
        Ok(array_of(py, &[added.len()], &added)?.into_any().unbind())
    }

    fn move_of<B: Kind>(&self, given: &Bound<'_, PyAny>, to: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = given.py();
        let ((shape, handles), (lead, poses)) = (handles(given, "handles")?, poses::<B>(to, "poses")?);
        if shape != lead {
            let [a, b] = [&shape, &lead].map(|shape| arrays::shape_text(shape));
            let message = format!("poses must be as many as handles, {a}, got {b}");
            return Err(error::new(py, Class::Array, message));
        }
        let moves: Vec<_> = handles.into_iter().zip(poses).collect();
        let done = self.with::<B, _>(py, |world| match &moves[..] {
            [(handle, pose)] => world.set_pose(*handle, pose),
            moves => world.set_poses(moves),
        })?;
        done.map_err(|error| wrong(py, &error))
    }

    fn replace_of<B: Kind>(&self, handle: Handle, shape: &Bound<'_, PyAny>) -> PyResult<()> {
        let (py, body) = (shape.py(), self.shape::<B>(shape, "shape")?);
        let done = self.with::<B, _>(py, |world| world.move_to(handle, body))?;
        done.map_err(|error| wrong(py, &error))
    }

    fn set_layers_of<B: Kind>(
        &self,
        py: Python<'_>,
        given: &[Handle],
        filter: CollisionFilter,
    ) -> PyResult<()> {
        let done = self.with::<B, _>(py, |world| {
            let gone = given.iter().find(|handle| world.get(**handle).is_none());
            match gone {
                Some(handle) => Err(MovingError::StaleHandle(*handle)),
                None => given.iter().try_for_each(|handle| world.set_filter(*handle, filter)),
            }
        })?;
        done.map_err(|error| wrong(py, &error))
    }

    fn remove_of<B: Kind>(&self, py: Python<'_>, given: &[Handle]) -> PyResult<()> {
        let mut once = given.to_vec();
        once.sort_unstable();
        let twice = once.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0]);
        let done = self.with::<B, _>(py, |world| {
            let gone = given.iter().copied().find(|handle| world.get(*handle).is_none()).or(twice);
            match gone {
                Some(handle) => Err(MovingError::StaleHandle(handle)),
                None => given.iter().try_for_each(|handle| world.remove(*handle)),
            }
        })?;
        done.map_err(|error| wrong(py, &error))
    }

    fn step_of<B: Kind>(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let events: Vec<Event<Vector3Of<B>>> = self.with::<B, _>(py, |world| world.step().to_vec())?;
        let numbers = |v: Option<Vector3Of<B>>| {
            (0..B::DIM).map(move |axis| v.map_or(f64::NAN, |v| v.get(axis))).collect::<Vec<_>>()
        };
        let what = |event: &Event<_>| match event.contact {
            ContactEvent::Started(_) => 0_u8,
            ContactEvent::Persisted(_) => 1,
            ContactEvent::Stopped(_) => 2,
        };
        let bodies: Vec<u64> = events.iter().flat_map(|event| event.bodies.map(Handle::to_bits)).collect();
        let kinds: Vec<u8> = events.iter().map(what).collect();
        let sensors: Vec<bool> = events.iter().map(|event| event.sensor).collect();
        let points: Vec<f64> =
            events.iter().flat_map(|event| numbers(Some(event.contact.touch().point))).collect();
        let normals: Vec<f64> =
            events.iter().flat_map(|event| numbers(event.contact.touch().normal_a_to_b)).collect();
        let depths: Vec<f64> =
            events.iter().map(|event| event.contact.touch().depth.unwrap_or(f64::NAN)).collect();
        let count = events.len();
        let dict = PyDict::new(py);
        dict.set_item("bodies", array_of(py, &[count, 2], &bodies)?)?;
        dict.set_item("what", array_of(py, &[count], &kinds)?)?;
        dict.set_item("sensor", array_of(py, &[count], &sensors)?)?;
        dict.set_item("point", array_of(py, &[count, B::DIM], &points)?)?;
        dict.set_item("normal", array_of(py, &[count, B::DIM], &normals)?)?;
        dict.set_item("depth", array_of(py, &[count], &depths)?)?;
        result(py, "Events", &[count], &dict)
    }

    fn cast_of<B: Kind>(
        &self,
        origins: &Bound<'_, PyAny>,
        directions: Option<&Bound<'_, PyAny>>,
        max_t: f64,
        invalid: &str,
    ) -> PyResult<Py<PyAny>> {
        let py = origins.py();
        real(py, "max_t", max_t, !max_t.is_nan(), "be a number")?;
        let invalid = arrays::invalid(py, invalid)?;
        let (lead, numbers) = rays(origins, directions, B::DIM)?;
        let count: usize = lead.iter().product();
        let row = |i: usize| numbers[2 * B::DIM * i..2 * B::DIM * (i + 1)].split_at(B::DIM);
        let is_valid = |i: &usize| {
            let (origin, direction) = row(*i);
            origin.iter().chain(direction).all(|x| x.is_finite()) && direction.iter().any(|x| *x != 0.0)
        };
        if invalid == arrays::Invalid::Raise
            && let Some(first) = (0..count).find(|i| !is_valid(i))
        {
            let bad = (0..count).filter(|i| !is_valid(i)).count();
            let message = format!(
                "{} must be finite and have a direction ({} of {} rays; invalid=\"miss\" answers them as misses)",
                arrays::indexed("rays", first, &lead),
                error::grouped(bad),
                error::grouped(count)
            );
            return Err(error::new(py, Class::Array, message));
        }
        let limit = (max_t < f64::INFINITY).then_some(max_t);
        let vector = |numbers: &[f64]| <Vector3Of<B> as Vector>::from_fn(|axis| numbers[axis]);
        let found = self.with::<B, _>(py, |world| {
            let world = world.queries();
            let one = |i: usize| {
                let (origin, direction) = row(i);
                let ray = Ray { origin: vector(origin), direction: vector(direction) };
                is_valid(&i).then(|| world.cast(&ray, limit, |_| true)).flatten()
            };
            (0..count).into_par_iter().with_min_len(64).map(one).collect::<Vec<_>>()
        })?;
        let nan = |v: Option<Vector3Of<B>>| (0..B::DIM).map(move |axis| v.map_or(f64::NAN, |v| v.get(axis)));
        let hits = || found.iter().map(|found| found.as_ref().map(|(_, hit)| hit));
        let t: Vec<f64> = hits().map(|hit| hit.map_or(f64::INFINITY, |hit| hit.t)).collect();
        let points: Vec<f64> = hits().flat_map(|hit| nan(hit.and_then(|hit| hit.point))).collect();
        let normals: Vec<f64> = hits().flat_map(|hit| nan(hit.and_then(|hit| hit.normal))).collect();
        let front: Vec<bool> = hits().map(|hit| hit.is_some_and(|hit| hit.side == Side::Outside)).collect();
        let bodies: Vec<u64> = found
            .iter()
            .map(|found| found.as_ref().map_or(u64::MAX, |(handle, _)| handle.to_bits()))
            .collect();
        let with = [&lead[..], &[B::DIM]].concat();
        let dict = PyDict::new(py);
        dict.set_item("t", array_of(py, &lead, &t)?)?;
        dict.set_item("point", array_of(py, &with, &points)?)?;
        dict.set_item("normal", array_of(py, &with, &normals)?)?;
        dict.set_item("front", array_of(py, &lead, &front)?)?;
        dict.set_item("body", array_of(py, &lead, &bodies)?)?;
        result(py, "Hits", &lead, &dict)
    }

    fn touching_of<B: Kind>(&self, shape: &Bound<'_, PyAny>) -> PyResult<Vec<u64>> {
        let body = self.shape::<B>(shape, "shape")?;
        self.with::<B, _>(shape.py(), |world| {
            world.queries().overlapping(&body, |_| true).into_iter().map(Handle::to_bits).collect()
        })
    }

    fn all_of<B: Kind>(&self, py: Python<'_>) -> PyResult<(Vec<u64>, Vec<f64>)> {
        self.with::<B, _>(py, |world| {
            let (mut handles, mut numbers) = (Vec::new(), Vec::new());
            for handle in world.boxes().handles() {
                let Some(bounds) = world.boxes().bounds(handle) else { continue };
                handles.push(handle.to_bits());
                for corner in [bounds.min, bounds.max] {
                    numbers.extend((0..B::DIM).map(|axis| corner.get(axis)));
                }
            }
            (handles, numbers)
        })
    }

    fn is_there_of<B: Kind>(&self, py: Python<'_>, handle: Handle) -> PyResult<bool> {
        self.with::<B, _>(py, |world| world.get(handle).is_some())
    }

    fn count_of<B: Kind>(&self, py: Python<'_>) -> PyResult<usize> {
        self.with::<B, _>(py, |world| world.boxes().len())
    }
}

fn filter(layers: Option<&Bound<'_, PyAny>>, sees: Option<&Bound<'_, PyAny>>) -> PyResult<CollisionFilter> {
    Ok(CollisionFilter { memberships: bits("layers", layers, 1)?, mask: bits("sees", sees, u32::MAX)? })
}

/// Reads one handle.
fn one_handle(given: &Bound<'_, PyAny>) -> PyResult<Handle> {
    match handles(given, "handle")? {
        (shape, handles) if shape.is_empty() => Ok(handles[0]),
        (shape, _) => {
            let message = format!("handle must be one handle, got shape {}", arrays::shape_text(&shape));
            Err(error::new(given.py(), Class::Array, message))
        }
    }
}

#[pymethods]
impl World {
    #[new]
    #[pyo3(signature = (dim=3))]
    fn new(py: Python<'_>, dim: usize) -> PyResult<Self> {
        let worlds = match dim {
            2 => Worlds::D2(Bodies::new()),
            3 => Worlds::D3(Bodies::new()),
            other => return Err(error::new(py, Class::Option, format!("dim must be 2 or 3, got {other}"))),
        };
        Ok(Self { dim, worlds: Mutex::new(worlds) })
    }

    /// Adds a body and returns its handle.
    ///
    /// Parameters
    /// ----------
    /// shape : Shape or Mesh
    ///     The body in its own coordinates.
    /// pose : array_like, shape (4, 4) or (3, 4); in 2D (3, 3) or (2, 3), optional
    ///     Its place: within 1e-5 of a rotation and a translation.
    /// layers : int
    ///     Layers that the body is in, one bit each.
    /// sees : int
    ///     Layers of the bodies with which it makes pairs; both must see each other.
    /// sensor : bool, default False
    ///     Whether its events are marked as those of a sensor.
    ///
    /// Returns
    /// -------
    /// int
    ///     The handle of the body.
    #[pyo3(signature = (shape, *, pose=None, layers=None, sees=None, sensor=false),
           text_signature = "(self, shape, *, pose=None, layers=1, sees=4294967295, sensor=False)")]
    fn add(
        &self,
        shape: &Bound<'_, PyAny>,
        pose: Option<&Bound<'_, PyAny>>,
        layers: Option<&Bound<'_, PyAny>>,
        sees: Option<&Bound<'_, PyAny>>,
        sensor: bool,
    ) -> PyResult<u64> {
        let filter = filter(layers, sees)?;
        by_dim!(self, add_of(shape, pose, filter, sensor))
    }

    /// Adds many bodies and returns their handles.
    ///
    /// Parameters
    /// ----------
    /// shapes : sequence of Shape or Mesh, or one of them
    ///     The bodies; one shape is added for each pose.
    /// poses : array_like, shape (n, 4, 4) or (n, 3, 4); in 2D (n, 3, 3) or (n, 2, 3), optional
    ///     Their places.
    /// layers, sees, sensor
    ///     As for `add`, for all.
    ///
    /// Returns
    /// -------
    /// ndarray of uint64, shape (n,)
    ///     The handle of each body.
    #[pyo3(signature = (shapes, poses=None, *, layers=None, sees=None, sensor=false),
           text_signature = "(self, shapes, poses=None, *, layers=1, sees=4294967295, sensor=False)")]
    fn add_many(
        &self,
        shapes: &Bound<'_, PyAny>,
        poses: Option<&Bound<'_, PyAny>>,
        layers: Option<&Bound<'_, PyAny>>,
        sees: Option<&Bound<'_, PyAny>>,
        sensor: bool,
    ) -> PyResult<Py<PyAny>> {
        let filter = filter(layers, sees)?;
        by_dim!(self, add_many_of(shapes, poses, filter, sensor))
    }

    /// Moves bodies to other places.
    ///
    /// Parameters
    /// ----------
    /// handles : int or array_like of int, shape (n,)
    ///     The bodies; of one that occurs twice the later pose counts.
    /// poses : array_like, shape (4, 4) or (n, 4, 4); in 2D (3, 3) or (n, 3, 3)
    ///     Their places: poses of the shape as it was added, or last replaced.
    #[pyo3(name = "move")]
    fn move_to(&self, handles: &Bound<'_, PyAny>, poses: &Bound<'_, PyAny>) -> PyResult<()> {
        by_dim!(self, move_of(handles, poses))
    }

    /// Gives a body another shape, in world coordinates.
    ///
    /// Parameters
    /// ----------
    /// handle : int
    ///     The body.
    /// shape : Shape or Mesh
    ///     The shape in its place.
    fn replace(&self, handle: &Bound<'_, PyAny>, shape: &Bound<'_, PyAny>) -> PyResult<()> {
        let handle = one_handle(handle)?;
        by_dim!(self, replace_of(handle, shape))
    }

    /// Puts bodies into other layers.
    ///
    /// Parameters
    /// ----------
    /// handles : int or array_like of int
    ///     The bodies.
    /// layers, sees : int
    ///     As for `add`.
    #[pyo3(signature = (handles, layers, sees=None), text_signature = "(self, handles, layers, sees=4294967295)")]
    fn set_layers(
        &self,
        handles: &Bound<'_, PyAny>,
        layers: &Bound<'_, PyAny>,
        sees: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let (py, filter) = (handles.py(), filter(Some(layers), sees)?);
        let (_, handles) = self::handles(handles, "handles")?;
        by_dim!(self, set_layers_of(py, &handles, filter))
    }

    /// Removes bodies; the next step returns the end of their contacts.
    ///
    /// Parameters
    /// ----------
    /// handles : int or array_like of int
    ///     The bodies.
    fn remove(&self, handles: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = handles.py();
        let (_, handles) = self::handles(handles, "handles")?;
        by_dim!(self, remove_of(py, &handles))
    }

    /// Finds all contacts, and returns how they differ from those of the step before.
    ///
    /// Returns
    /// -------
    /// Events
    ///     In the order of the bodies, whatever the number of threads.
    fn step(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        by_dim!(self, step_of(py))
    }

    /// Casts rays and returns the first body that each hits.
    ///
    /// Parameters
    /// ----------
    /// origins : array_like, shape (..., dim) or (..., 2 dim)
    ///     Origins, or origins and directions together.
    /// directions : array_like, shape (..., dim), optional
    ///     Directions of any length; they broadcast with `origins`.
    /// max_t : float
    ///     Largest `t`, inclusive.
    /// invalid : {"raise", "miss"}
    ///     What a ray does that is not finite or has no direction.
    ///
    /// Returns
    /// -------
    /// Hits
    ///     ``t`` (inf for none), ``point``, ``normal`` (NaN for a start inside), ``front`` and
    ///     ``body`` (`moving.NONE` for none).
    #[pyo3(signature = (origins, directions=None, *, max_t=f64::INFINITY, invalid="raise"),
           text_signature = "(self, origins, directions=None, *, max_t=math.inf, invalid='raise')")]
    fn cast(
        &self,
        origins: &Bound<'_, PyAny>,
        directions: Option<&Bound<'_, PyAny>>,
        max_t: f64,
        invalid: &str,
    ) -> PyResult<Py<PyAny>> {
        by_dim!(self, cast_of(origins, directions, max_t, invalid))
    }

    /// Returns the handles of the bodies that share a point with a shape, in order.
    ///
    /// Parameters
    /// ----------
    /// shape : Shape or Mesh
    ///     The shape, which need not be in the world.
    ///
    /// Returns
    /// -------
    /// ndarray of uint64, shape (k,)
    ///     One handle for each body.
    fn touching(&self, shape: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let found = by_dim!(self, touching_of(shape))?;
        Ok(array_of(shape.py(), &[found.len()], &found)?.into_any().unbind())
    }

    /// Returns the handles of all bodies, in order.
    ///
    /// Returns
    /// -------
    /// ndarray of uint64, shape (n,)
    ///     One handle for each body.
    fn handles(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let (handles, _) = by_dim!(self, all_of(py))?;
        Ok(array_of(py, &[handles.len()], &handles)?.into_any().unbind())
    }

    /// Returns the boxes around all bodies, in the order of `handles`.
    ///
    /// Returns
    /// -------
    /// ndarray, shape (n, 2, dim)
    ///     Infinite where a body is.
    fn boxes(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let (handles, numbers) = by_dim!(self, all_of(py))?;
        Ok(array_of(py, &[handles.len(), 2, self.dim], &numbers)?.into_any().unbind())
    }

    /// Number of dimensions.
    #[getter]
    fn dim(&self) -> usize {
        self.dim
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        by_dim!(self, count_of(py))
    }

    fn __contains__(&self, handle: &Bound<'_, PyAny>) -> PyResult<bool> {
        let (py, handle) = (handle.py(), one_handle(handle)?);
        by_dim!(self, is_there_of(py, handle))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("World(dim={}) of {} bodies", self.dim, self.__len__(py)?))
    }

    fn __reduce__(&self) -> PyResult<Bound<'_, PyTuple>> {
        Err(PyTypeError::new_err("a World does not pickle: add its bodies to another one"))
    }
}
