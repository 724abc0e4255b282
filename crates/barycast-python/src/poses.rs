//! The class `PoseChecker`: collisions of bodies in many configurations.

use crate::answers::{PART, Span, blocks, parts, result};
use crate::arrays::{array_of, indexed, real, take, zeros};
use crate::error::{self, Class};
use crate::parts::names_of;
use crate::pool::{self, Looker};
use crate::poses_input::{Configurations, Matrices, allowed, body, margin, placed};
use crate::rays::at_once;
use barycast::scene::poses::{self, PoseDistances, PoseError, PoseOptions, PosePairs};
use numpy::PyArrayMethods;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// Number of rays that cost as much as a configuration.
const WEIGHT: usize = 32;

/// Tests bodies for collisions in many configurations, such as the links of a robot.
///
/// Links are tested against each other and against a world.
///
/// Bodies have ids: the links first, then those of the world. A link and itself, and two bodies of the
/// world, are never tested.
///
/// Parameters
/// ----------
/// links : sequence
///     Bodies that every configuration places: each a `Mesh`, a shape, or a list of
///     ``(body, local_pose)``.
/// world : sequence
///     Bodies that stay: the same, or a tuple of a body and its pose.
/// allowed : array_like of bool, shape (L + W, L + W), or sequence of pairs, optional
///     What may touch and is never tested: a symmetric matrix, or pairs of ids or names.
/// names : sequence of str, optional
///     A name for each body.
///
/// Raises
/// ------
/// PoseError
///     If a pose is not within 1e-5 of a rotation and a translation.
///
/// Examples
/// --------
/// >>> import barycast as bc
/// >>> import numpy as np
/// >>> ball = bc.sphere((0, 0, 0), 1)
/// >>> checker = bc.PoseChecker([ball, ball], world=[bc.half_space((0, 0, 1), 0)])
/// >>> checker.candidates.tolist()
/// [[0, 1], [0, 2], [1, 2]]
/// >>> high = np.stack([bc.pose((0, 0, 2)), bc.pose((3, 0, 2))])
/// >>> low = np.stack([bc.pose((0, 0, 2)), bc.pose((3, 0, 0.5))])
/// >>> checker.collides([high, low])
/// array([False,  True])
#[pyclass(frozen, module = "barycast", name = "PoseChecker")]
pub(crate) struct PoseChecker {
    checker: poses::PoseChecker,
    bodies: usize,
    names: Option<Vec<String>>,
    /// The arguments, for pickles.
    given: Py<PyTuple>,
    allowed: Vec<[usize; 2]>,
}

impl PoseChecker {
    /// Notes an error of some configurations that begin with `first`.
    fn note(&self, wrong: &Mutex<Option<(usize, PoseError)>>, first: usize, error: PoseError) {
        let links = self.checker.links();
        let world = self.bodies - links;
        let (configuration, error) = match error {
            PoseError::NotRigid { index } => {
                let index = first * links + index;
                (index / links.max(1), PoseError::NotRigid { index })
            }
            PoseError::WorldNotRigid { index } => {
                let index = first * world + index;
                (index / world.max(1), PoseError::WorldNotRigid { index })
            }
            PoseError::Unplaceable { index } => {
                (first + index, PoseError::Unplaceable { index: first + index })
            }
            other => (first, other),
        };
        let mut known = wrong.lock().unwrap_or_else(PoisonError::into_inner);
        if known.is_none_or(|(other, _)| configuration < other) {
            *known = Some((configuration, error));
        }
    }
}

/// A batch of configurations with its options.
struct Batch<'a, 'py> {
    checker: &'a PoseChecker,
    given: Configurations<'py>,
    margin: Vec<f64>,
    self_collision: bool,
    looker: Looker,
    /// The error of the first configuration that has one.
    wrong: Mutex<Option<(usize, PoseError)>>,
}

/// Arguments of every question.
struct Given<'a, 'py> {
    poses: &'a Bound<'py, PyAny>,
    world_poses: Option<&'a Bound<'py, PyAny>>,
    margin: Option<&'a Bound<'py, PyAny>>,
    self_collision: bool,
    progress: Option<&'a Bound<'py, PyAny>>,
}

impl<'a, 'py> Batch<'a, 'py> {
    fn new(checker: &'a PoseChecker, given: &Given<'_, 'py>) -> PyResult<Self> {
        let links = checker.checker.links();
        Ok(Self {
            given: Configurations::read(given.poses, given.world_poses, [links, checker.bodies - links])?,
            margin: margin(given.margin, checker.checker.candidates().len())?,
            self_collision: given.self_collision,
            looker: Looker::new(given.progress),
            wrong: Mutex::new(None),
            checker,
        })
    }

    /// Answers all configurations, some at a time.
    fn each<T: Send>(
        &self,
        py: Python<'py>,
        parts: Vec<(Span, T)>,
        answer: impl Fn(poses::PoseArrays<'_>, &PoseOptions<'_>, Range<usize>, &mut T) -> Result<(), PoseError>
        + Sync,
    ) -> PyResult<()> {
        let (links, world) = (self.given.links.rows(), self.given.world.as_ref().map(Matrices::rows));
        let (checker, wrong, margin) = (self.checker, &self.wrong, &self.margin[..]);
        let self_collision = self.self_collision;
        let work = |(span, mut out): (Span, T)| {
            for block in blocks(span.count(), (at_once() / 8).min(PART)) {
                let at = span.first + block.start..span.first + block.end;
                let world_poses = world.map(|world| world.of(&at));
                let options = PoseOptions { margin, self_collision, world_poses };
                if let Err(error) = answer(links.of(&at), &options, block, &mut out) {
                    checker.note(wrong, at.start, error);
                }
            }
        };
        pool::each(py, &self.looker, self.given.count() * WEIGHT, parts, work)?;
        let found = self.wrong.lock().unwrap_or_else(PoisonError::into_inner).take();
        found.map_or(Ok(()), |(_, error)| Err(self.error(py, error)))
    }

    fn error(&self, py: Python<'_>, error: PoseError) -> PyErr {
        let links = self.checker.checker.links();
        let lead = &self.given.lead;
        let (index, message) = match (error, &self.given.world) {
            (PoseError::NotRigid { index }, _) => {
                let place = indexed("poses", index, &[&lead[..], &[links]].concat());
                (index, format!("{place}: {}", self.given.links.wrong(index)))
            }
            (PoseError::WorldNotRigid { index }, Some(world)) => {
                let place =
                    indexed("world_poses", index, &[&lead[..], &[self.checker.bodies - links]].concat());
                (index, format!("{place}: {}", world.wrong(index)))
            }
            (PoseError::Unplaceable { index }, _) => (
                index,
                format!("{}: a shape is placed beyond the range of numbers", indexed("poses", index, lead)),
            ),
            (other, _) => return error::new(py, Class::Pose, other.to_string()),
        };
        error::with(py, Class::Pose, message, |values| values.set_item("index", index))
    }

    /// Answers every configuration by `width` values.
    fn values<T: numpy::Element + Copy>(
        &self,
        py: Python<'py>,
        columns: &[usize],
        answer: impl Fn(poses::PoseArrays<'_>, &PoseOptions<'_>, &mut [T]) -> Result<(), PoseError> + Sync,
    ) -> PyResult<Py<PyAny>> {
        let width: usize = columns.iter().product();
        let made = zeros::<T>(py, &[&self.given.lead[..], columns].concat())?;
        {
            let mut guard = made.readwrite();
            let mut out = guard.as_slice_mut().ok();
            let spans = parts(self.given.count(), PART / 8).into_iter();
            let parts = spans.map(|span| (span, take(&mut out, span.count() * width))).collect();
            self.each(py, parts, |poses, options, block, out: &mut Option<&mut [T]>| match out {
                Some(out) => answer(poses, options, &mut out[block.start * width..block.end * width]),
                None => Ok(()),
            })?;
        }
        Ok(made.into_any().unbind())
    }

    /// Answers the configurations of each part by one value.
    fn lists<T: Send>(
        &self,
        py: Python<'py>,
        answer: impl Fn(poses::PoseArrays<'_>, &PoseOptions<'_>) -> Result<T, PoseError> + Sync,
    ) -> PyResult<Vec<T>> {
        let spans = parts(self.given.count(), PART / 8);
        let mut found: Vec<Vec<T>> = Vec::new();
        found.resize_with(spans.len(), Vec::new);
        let parts = spans.into_iter().zip(&mut found).collect();
        self.each(py, parts, |poses, options, _, found| {
            found.push(answer(poses, options)?);
            Ok(())
        })?;
        Ok(found.into_iter().flatten().collect())
    }
}

#[pymethods]
impl PoseChecker {
    #[new]
    #[pyo3(signature = (links, world=None, *, allowed=None, names=None),
           text_signature = "(links, world=(), *, allowed=None, names=None)")]
    fn new(
        py: Python<'_>,
        links: &Bound<'_, PyAny>,
        world: Option<&Bound<'_, PyAny>>,
        allowed: Option<&Bound<'_, PyAny>>,
        names: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let links = copied(links, "links")?;
        let world = world.map_or_else(|| Ok(PyTuple::empty(py)), |world| copied(world, "world"))?;
        if links.is_empty() {
            return Err(error::new(py, Class::Array, "a checker must have a link"));
        }
        let bodies = links.len() + world.len();
        let names = names.map(|names| names_of(py, names, bodies)).transpose()?;
        let may_touch = self::allowed(py, allowed, bodies, names.as_deref())?;
        let given = (&links, &world).into_pyobject(py)?.unbind();
        let links: Vec<_> = links
            .iter()
            .enumerate()
            .map(|(i, link)| body(&link, &format!("links[{i}]")))
            .collect::<PyResult<_>>()?;
        let world: Vec<_> = world
            .iter()
            .enumerate()
            .map(|(i, one)| placed(&one, &format!("world[{i}]")))
            .collect::<PyResult<_>>()?;
        let make =
            |_: &pool::Watch| poses::PoseChecker::try_new(links, world, |a, b| may_touch[a * bodies + b]);
        let made = pool::here(py, &Looker::new(None), make)?;
        let checker = made.map_err(|error| {
            let message = format!("a pose of the world: {error}");
            error::new(py, Class::Pose, message)
        })?;
        let allowed = (0..bodies).flat_map(|a| (a + 1..bodies).map(move |b| [a, b]));
        let allowed = allowed.filter(|[a, b]| may_touch[a * bodies + b]).collect();
        Ok(Self { checker, bodies, names, given, allowed })
    }

    /// Pairs of bodies that are tested, in ascending order: ``int32`` of shape (K, 2).
    #[getter]
    fn candidates(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let pairs = self.checker.candidates();
        let flat: Vec<i32> = pairs.as_flattened().iter().map(|body| *body as i32).collect();
        Ok(array_of(py, &[pairs.len(), 2], &flat)?.into_any().unbind())
    }

    /// Name of each body, or ``None`` if they have none.
    #[getter]
    fn names(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        match &self.names {
            Some(names) => Ok(PyTuple::new(py, names)?.into_any().unbind()),
            None => Ok(py.None()),
        }
    }

    /// Tests whether any candidate collides in each configuration.
    ///
    /// Without a margin the answer is exact for the bodies as placed, each coordinate rounded once. A
    /// body inside another one counts if that is solid.
    ///
    /// Parameters
    /// ----------
    /// poses : array_like, shape (..., L, 4, 4) or (..., L, 3, 4)
    ///     Place of each link: within 1e-5 of a rotation and a translation, used as given.
    /// world_poses : array_like, shape (..., W, 4, 4) or (..., W, 3, 4), optional
    ///     Places of the other bodies for each configuration, instead of those they were given
    ///     with; they broadcast with `poses`.
    /// margin : float or array_like, shape (K,)
    ///     A pair counts if it is no farther apart; one number for each candidate, or one for all.
    /// self_collision : bool, default True
    ///     Whether two links are tested.
    /// progress : callable, optional
    ///     Is called with the share that is done, from 0 to 1.
    ///
    /// Returns
    /// -------
    /// ndarray of bool, shape (...)
    ///     True where a configuration has a collision.
    ///
    /// Raises
    /// ------
    /// PoseError
    ///     For the first matrix that is no rigid pose, with its ``index``.
    #[pyo3(signature = (poses, *, world_poses=None, margin=None, self_collision=true, progress=None),
           text_signature = "(self, poses, *, world_poses=None, margin=0.0, self_collision=True, progress=None)")]
    fn collides<'py>(
        &self,
        py: Python<'py>,
        poses: &Bound<'py, PyAny>,
        world_poses: Option<&Bound<'py, PyAny>>,
        margin: Option<&Bound<'py, PyAny>>,
        self_collision: bool,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let batch = Batch::new(self, &Given { poses, world_poses, margin, self_collision, progress })?;
        batch.values(py, &[], |poses, options, out| self.checker.collides(poses, options, out))
    }

    /// Returns the candidates that collide in each configuration.
    ///
    /// Parameters
    /// ----------
    /// poses, world_poses, margin, self_collision, progress
    ///     As for `collides`.
    ///
    /// Returns
    /// -------
    /// PosePairs
    ///     ``pair``, the two bodies; ``pose``, the configuration; and ``offsets``.
    #[pyo3(signature = (poses, *, world_poses=None, margin=None, self_collision=true, progress=None),
           text_signature = "(self, poses, *, world_poses=None, margin=0.0, self_collision=True, progress=None)")]
    fn pairs<'py>(
        &self,
        py: Python<'py>,
        poses: &Bound<'py, PyAny>,
        world_poses: Option<&Bound<'py, PyAny>>,
        margin: Option<&Bound<'py, PyAny>>,
        self_collision: bool,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let batch = Batch::new(self, &Given { poses, world_poses, margin, self_collision, progress })?;
        let found = batch.lists(py, |poses, options| self.checker.pairs(poses, options))?;
        pairs_result(py, &batch.given.lead, self.checker.candidates(), &found)
    }

    /// Returns the least distance of all candidates in each configuration.
    ///
    /// Parameters
    /// ----------
    /// poses, world_poses
    ///     As for `collides`.
    /// max_distance : float
    ///     Where all candidates are farther apart there is no answer; the search ends there.
    /// self_collision, progress
    ///     As for `collides`.
    ///
    /// Returns
    /// -------
    /// PoseDistance
    ///     ``distance`` (0 where bodies meet, inf for none), ``pair``, ``point_a`` and ``point_b``.
    #[pyo3(signature = (poses, *, world_poses=None, max_distance=f64::INFINITY, self_collision=true, progress=None),
           text_signature = "(self, poses, *, world_poses=None, max_distance=math.inf, self_collision=True, progress=None)")]
    fn distance<'py>(
        &self,
        py: Python<'py>,
        poses: &Bound<'py, PyAny>,
        world_poses: Option<&Bound<'py, PyAny>>,
        max_distance: f64,
        self_collision: bool,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        real(py, "max_distance", max_distance, max_distance >= 0.0, "be 0 or more")?;
        let batch = Batch::new(self, &Given { poses, world_poses, margin: None, self_collision, progress })?;
        let found = batch.lists(py, |poses, options| self.checker.distance(poses, max_distance, options))?;
        distance_result(py, &batch.given.lead, &found)
    }

    /// Returns the distance of every candidate in each configuration.
    ///
    /// Parameters
    /// ----------
    /// poses, world_poses, max_distance, self_collision, progress
    ///     As for `distance`.
    ///
    /// Returns
    /// -------
    /// ndarray, shape (..., K)
    ///     0 where two bodies meet; inf beyond `max_distance`, and for two links without
    ///     `self_collision`.
    #[pyo3(signature = (poses, *, world_poses=None, max_distance=f64::INFINITY, self_collision=true, progress=None),
           text_signature = "(self, poses, *, world_poses=None, max_distance=math.inf, self_collision=True, progress=None)")]
    fn distances<'py>(
        &self,
        py: Python<'py>,
        poses: &Bound<'py, PyAny>,
        world_poses: Option<&Bound<'py, PyAny>>,
        max_distance: f64,
        self_collision: bool,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        real(py, "max_distance", max_distance, max_distance >= 0.0, "be 0 or more")?;
        let batch = Batch::new(self, &Given { poses, world_poses, margin: None, self_collision, progress })?;
        let columns = [self.checker.candidates().len()];
        batch.values(py, &columns, |poses, options, out| {
            self.checker.distances(poses, max_distance, options, out)
        })
    }

    fn __repr__(&self) -> String {
        let (links, candidates) = (self.checker.links(), self.checker.candidates().len());
        format!("PoseChecker({links} links, {} in the world, {candidates} candidates)", self.bodies - links)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, this) = (slf.py(), slf.get());
        let rebuild = py.import("barycast._tools")?.getattr("rebuild")?;
        let by_name = PyDict::new(py);
        by_name.set_item("names", this.names(py)?)?;
        by_name
            .set_item("allowed", this.allowed.iter().map(|pair| (pair[0], pair[1])).collect::<Vec<_>>())?;
        (rebuild, (slf.get_type(), &this.given, by_name)).into_pyobject(py)
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }
}

/// Returns copies of the items of a sequence, which the caller cannot change later.
fn copied<'py>(given: &Bound<'py, PyAny>, name: &str) -> PyResult<Bound<'py, PyTuple>> {
    let py = given.py();
    let copy = py.import("copy")?.getattr("deepcopy")?;
    let Ok(items) = given.try_iter() else {
        return Err(PyTypeError::new_err(format!("{name} must be a sequence of bodies")));
    };
    let items = items.map(|item| copy.call1((item?,))).collect::<PyResult<Vec<_>>>()?;
    PyTuple::new(py, items)
}

fn pairs_result(
    py: Python<'_>,
    lead: &[usize],
    candidates: &[[u32; 2]],
    found: &[PosePairs],
) -> PyResult<Py<PyAny>> {
    let (mut offsets, mut pairs, mut poses) = (vec![0_i64], Vec::new(), Vec::new());
    for part in found {
        for ends in part.offsets.windows(2) {
            let of = offsets.len() as i64 - 1;
            for candidate in &part.candidate[ends[0]..ends[1]] {
                pairs.extend(candidates[*candidate as usize].map(|body| body as i32));
                poses.push(of);
            }
            offsets.push(poses.len() as i64);
        }
    }
    let dict = PyDict::new(py);
    dict.set_item("offsets", array_of(py, &[offsets.len()], &offsets)?)?;
    dict.set_item("pair", array_of(py, &[poses.len(), 2], &pairs)?)?;
    dict.set_item("pose", array_of(py, &[poses.len()], &poses)?)?;
    result(py, "PosePairs", lead, &dict)
}

fn distance_result(py: Python<'_>, lead: &[usize], found: &[PoseDistances]) -> PyResult<Py<PyAny>> {
    let distances: Vec<f64> = found.iter().flat_map(|part| &part.distance).copied().collect();
    let pairs: Vec<i32> = found.iter().flat_map(|part| part.pair.as_flattened()).copied().collect();
    let points = |of: fn(&PoseDistances) -> &[glam::DVec3]| -> Vec<f64> {
        found.iter().flat_map(of).flat_map(|point| point.to_array()).collect()
    };
    let with = |count| [lead, &[count]].concat();
    let dict = PyDict::new(py);
    dict.set_item("distance", array_of(py, lead, &distances)?)?;
    dict.set_item("pair", array_of(py, &with(2), &pairs)?)?;
    dict.set_item("point_a", array_of(py, &with(3), &points(|part| &part.point_a))?)?;
    dict.set_item("point_b", array_of(py, &with(3), &points(|part| &part.point_b))?)?;
    result(py, "PoseDistance", lead, &dict)
}
