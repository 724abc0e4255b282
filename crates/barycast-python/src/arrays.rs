//! NumPy arrays in and out: every question array is read here, and every answer array made here.

use crate::error::{self, Class};
use crate::surface::{Lazy, Surface, Windings};
use barycast::mesh::{MeshNumber, RayArrays, TriMesh, Winding};
use barycast::number::Float;
use barycast::vector::{FloatVector, Vector, Vector3};
use glam::{DVec3, Vec3};
use numpy::{
    Element, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArray, PyUntypedArrayMethods, dtype,
};
use pyo3::exceptions::{PyMemoryError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Vectors of a mesh, in one of two precisions.
pub(crate) trait Space: FloatVector<Scalar: MeshNumber + Element> + Vector3 {
    /// Name of the precision in NumPy.
    const DTYPE: &'static str;

    /// Wraps a mesh of this precision.
    fn wrap(mesh: Arc<TriMesh<Self>>) -> Surface;

    /// Returns the winding numbers of this precision.
    fn winding(windings: &Windings) -> &Lazy<Winding<Self>>;
}

impl Space for Vec3 {
    const DTYPE: &'static str = "float32";

    fn wrap(mesh: Arc<TriMesh<Self>>) -> Surface {
        Surface::F32(mesh)
    }

    fn winding(windings: &Windings) -> &Lazy<Winding<Self>> {
        &windings.narrow
    }
}

impl Space for DVec3 {
    const DTYPE: &'static str = "float64";

    fn wrap(mesh: Arc<TriMesh<Self>>) -> Surface {
        Surface::F64(mesh)
    }

    fn winding(windings: &Windings) -> &Lazy<Winding<Self>> {
        &windings.wide
    }
}

/// The numbers of a vector type.
pub(crate) type Num<V> = <V as Vector>::Scalar;

/// Returns NumPy.
pub(crate) fn numpy<'py>(py: Python<'py>) -> PyResult<&'py Bound<'py, PyAny>> {
    static NUMPY: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    NUMPY.get_or_try_init(py, || Ok(py.import("numpy")?.into_any().unbind())).map(|numpy| numpy.bind(py))
}

/// Returns the class of results `name` in `barycast._results`.
pub(crate) fn result_class<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    static RESULTS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let load = || Ok::<_, PyErr>(py.import("barycast._results")?.into_any().unbind());
    RESULTS.get_or_try_init(py, load)?.bind(py).getattr(name)
}

/// Writes a shape as Python does.
pub(crate) fn shape_text(shape: &[usize]) -> String {
    match shape {
        [one] => format!("({one},)"),
        many => format!("({})", many.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")),
    }
}

/// Returns what `numpy.asarray` makes of an object.
pub(crate) fn as_array<'py>(object: &Bound<'py, PyAny>, name: &str) -> PyResult<Bound<'py, PyUntypedArray>> {
    if let Ok(array) = object.cast::<PyUntypedArray>() {
        return Ok(array.clone());
    }
    let py = object.py();
    let made = numpy(py)?.call_method1("asarray", (object,)).map_err(|error| {
        if error.is_instance_of::<PyTypeError>(py) || error.is_instance_of::<PyMemoryError>(py) {
            return error;
        }
        error::new(py, Class::Array, format!("{name} must be an array: {}", error.value(py)))
    })?;
    Ok(made.cast_into::<PyUntypedArray>()?)
}

/// Checks that an array holds numbers that `float64` or `float32` holds.
pub(crate) fn check_real(array: &Bound<'_, PyUntypedArray>, name: &str) -> PyResult<()> {
    let kind = array.dtype();
    let letter: char = kind.getattr("kind")?.extract()?;
    let bytes: usize = kind.getattr("itemsize")?.extract()?;
    let known = match letter {
        'f' => bytes == 4 || bytes == 8,
        'i' | 'u' | 'b' => true,
        _ => false,
    };
    if known {
        return Ok(());
    }
    let message = format!("{name} must be float64, float32 or integers, got {}", kind.str()?);
    Err(PyTypeError::new_err(message))
}

/// Numbers of an array, row by row.
pub(crate) struct Numbers<'py, S: Element> {
    array: PyReadonlyArrayDyn<'py, S>,
    pub(crate) shape: Vec<usize>,
}

impl<'py, S: Element> Numbers<'py, S> {
    /// Reads an array that has the right type already, in rows.
    fn of(array: &Bound<'py, PyArrayDyn<S>>) -> PyResult<Self> {
        let shape = array.shape().to_vec();
        let array = array.try_readonly().map_err(|error| PyTypeError::new_err(error.to_string()))?;
        Ok(Self { array, shape })
    }

    /// Returns the array.
    fn object(&self) -> &Bound<'py, PyArrayDyn<S>> {
        &self.array
    }

    /// Returns all numbers.
    pub(crate) fn slice(&self) -> &[S] {
        self.array.as_slice().unwrap_or(&[])
    }
}

/// Returns whether the numbers of an array can be read as they are.
fn is_plain<S: Element>(array: &Bound<'_, PyArrayDyn<S>>) -> bool {
    array.is_c_contiguous() && array.is_aligned()
}

/// Returns the numbers of any array, converted to `S`. The array itself is read if that is possible.
pub(crate) fn numbers<'py, S: Element>(object: &Bound<'py, PyAny>, name: &str) -> PyResult<Numbers<'py, S>> {
    if let Ok(array) = object.cast::<PyArrayDyn<S>>()
        && is_plain(array)
    {
        return Numbers::of(array);
    }
    let array = as_array(object, name)?;
    check_real(&array, name)?;
    converted(&array, name)
}

/// Converts an array.
pub(crate) fn converted<'py, S: Element>(
    array: &Bound<'py, PyUntypedArray>,
    name: &str,
) -> PyResult<Numbers<'py, S>> {
    let py = array.py();
    if let Ok(array) = array.cast::<PyArrayDyn<S>>()
        && is_plain(array)
    {
        return Numbers::of(array);
    }
    let numpy = numpy(py)?;
    let options = PyDict::new(py);
    options.set_item("dtype", dtype::<S>(py))?;
    options.set_item("order", "C")?;
    let make = || numpy.call_method("array", (array,), Some(&options));
    // A number beyond the range of float32 becomes infinite, and is an error later.
    let quiet = PyDict::new(py);
    quiet.set_item("over", "ignore")?;
    quiet.set_item("invalid", "ignore")?;
    let quiet = numpy.call_method("errstate", (), Some(&quiet))?;
    quiet.call_method0("__enter__")?;
    let made = make();
    quiet.call_method1("__exit__", (py.None(), py.None(), py.None()))?;
    let made = made?;
    let Ok(made) = made.cast::<PyArrayDyn<S>>() else {
        return Err(PyTypeError::new_err(format!("{name} must be an array of numbers")));
    };
    Numbers::of(made)
}

/// Vectors of a question, and the leading dimensions.
pub(crate) struct Points<'py, S: Element> {
    numbers: Numbers<'py, S>,
}

impl<S: Element> Points<'_, S> {
    /// Returns the leading dimensions.
    pub(crate) fn lead(&self) -> &[usize] {
        let shape = &self.numbers.shape;
        &shape[..shape.len().saturating_sub(1)]
    }

    /// Returns all numbers.
    pub(crate) fn slice(&self) -> &[S] {
        self.numbers.slice()
    }

    /// Returns the vectors, if they have three numbers.
    pub(crate) fn vectors(&self) -> &[[S; 3]] {
        self.slice().as_chunks().0
    }
}

/// Reads vectors of three numbers.
pub(crate) fn points<'py, S: Element>(object: &Bound<'py, PyAny>, name: &str) -> PyResult<Points<'py, S>> {
    vectors(object, name, 3)
}

/// Reads vectors of `width` numbers.
pub(crate) fn vectors<'py, S: Element>(
    object: &Bound<'py, PyAny>,
    name: &str,
    width: usize,
) -> PyResult<Points<'py, S>> {
    let numbers = numbers::<S>(object, name)?;
    check_last(object.py(), &numbers.shape, width, name)?;
    Ok(Points { numbers })
}

fn check_last(py: Python<'_>, shape: &[usize], wanted: usize, name: &str) -> PyResult<()> {
    if shape.last() == Some(&wanted) {
        return Ok(());
    }
    let message = format!("{name} must have shape (..., {wanted}), got {}", shape_text(shape));
    Err(error::new(py, Class::Array, message))
}

/// Rays of a question.
pub(crate) struct Rays<'py, S: Element> {
    pub(crate) lead: Vec<usize>,
    first: Numbers<'py, S>,
    second: Option<Numbers<'py, S>>,
}

impl<S: Element> Rays<'_, S> {
    pub(crate) fn slices(&self) -> RaySlices<'_, S> {
        match &self.second {
            Some(directions) => RaySlices::Two(self.first.slice(), directions.slice()),
            None => RaySlices::One(self.first.slice()),
        }
    }

    pub(crate) fn count(&self) -> usize {
        self.lead.iter().product()
    }
}

/// Numbers of rays.
#[derive(Clone, Copy)]
pub(crate) enum RaySlices<'a, S> {
    /// Origins and directions, three numbers each.
    Two(&'a [S], &'a [S]),
    /// Six numbers each.
    One(&'a [S]),
}

impl<S: Float> RaySlices<'_, S> {
    /// Returns origin and direction of a ray.
    #[inline]
    pub(crate) fn get(&self, i: usize) -> [[S; 3]; 2] {
        match self {
            Self::Two(origins, directions) => [vector(origins, i), vector(directions, i)],
            Self::One(rays) => [vector(rays, 2 * i), vector(rays, 2 * i + 1)],
        }
    }

    /// Returns some rays as the library takes them.
    pub(crate) fn arrays(&self, at: Range<usize>) -> RayArrays<'_, S> {
        match self {
            Self::Two(origins, directions) => RayArrays::Separate {
                origins: &origins.as_chunks().0[at.clone()],
                directions: &directions.as_chunks().0[at],
            },
            Self::One(rays) => RayArrays::Joined(&rays.as_chunks().0[at]),
        }
    }

    /// Returns the six numbers of a ray.
    #[inline]
    pub(crate) fn joined(&self, i: usize) -> [S; 6] {
        let [[a, b, c], [x, y, z]] = self.get(i);
        [a, b, c, x, y, z]
    }

    /// Returns whether a ray is finite and has a direction.
    #[inline]
    pub(crate) fn is_valid(&self, i: usize) -> bool {
        let [origin, direction] = self.get(i);
        let zero = S::from_f64(0.0);
        origin.iter().chain(&direction).all(|x| x.is_finite()) && direction.iter().any(|x| *x != zero)
    }
}

/// Returns the `i`-th vector of a list of numbers.
#[inline]
pub(crate) fn vector<S: Copy>(numbers: &[S], i: usize) -> [S; 3] {
    let at = &numbers[3 * i..3 * i + 3];
    [at[0], at[1], at[2]]
}

/// Returns the shape that two shapes broadcast to.
pub(crate) fn broadcast(a: &[usize], b: &[usize]) -> Option<Vec<usize>> {
    let length = a.len().max(b.len());
    let side = |shape: &[usize], i: usize| (i + shape.len()).checked_sub(length).map_or(1, |i| shape[i]);
    (0..length)
        .map(|i| match (side(a, i), side(b, i)) {
            (x, y) if x == y => Some(x),
            (1, y) => Some(y),
            (x, 1) => Some(x),
            _ => None,
        })
        .collect()
}

/// Repeats an array so that it has these leading dimensions before its last `rest` ones.
pub(crate) fn stretched<'py, S: Element>(
    py: Python<'py>,
    given: Numbers<'py, S>,
    lead: &[usize],
    rest: usize,
    name: &str,
) -> PyResult<Numbers<'py, S>> {
    let (before, after) = given.shape.split_at(given.shape.len() - rest);
    if before == lead {
        return Ok(given);
    }
    let shape = PyTuple::new(py, [lead, after].concat())?;
    let array = numpy(py)?.call_method1("broadcast_to", (given.object(), shape))?;
    converted(array.cast::<PyUntypedArray>()?, name)
}

/// Reads rays: origins and directions, which broadcast, or six numbers each.
pub(crate) fn rays<'py, S: Element>(
    origins: &Bound<'py, PyAny>,
    directions: Option<&Bound<'py, PyAny>>,
) -> PyResult<Rays<'py, S>> {
    let py = origins.py();
    let Some(directions) = directions else {
        let first = numbers::<S>(origins, "rays")?;
        if first.shape.last() == Some(&3) {
            let message = format!(
                "rays must have shape (..., 6), got {}; give directions as the second argument",
                shape_text(&first.shape)
            );
            return Err(error::new(py, Class::Array, message));
        }
        check_last(py, &first.shape, 6, "rays")?;
        let lead = first.shape[..first.shape.len() - 1].to_vec();
        return Ok(Rays { lead, first, second: None });
    };
    let (first, second) = (numbers::<S>(origins, "origins")?, numbers::<S>(directions, "directions")?);
    check_last(py, &first.shape, 3, "origins")?;
    check_last(py, &second.shape, 3, "directions")?;
    let leads = [&first, &second].map(|given| &given.shape[..given.shape.len() - 1]);
    let Some(lead) = broadcast(leads[0], leads[1]) else {
        let [a, b] = [&first, &second].map(|given| shape_text(&given.shape));
        let message = format!("origins {a} and directions {b} do not broadcast");
        return Err(error::new(py, Class::Array, message));
    };
    let first = stretched(py, first, &lead, 1, "origins")?;
    let second = stretched(py, second, &lead, 1, "directions")?;
    Ok(Rays { lead, first, second: Some(second) })
}

/// Makes an array of zeros, which belongs to NumPy.
pub(crate) fn zeros<'py, T: Element>(
    py: Python<'py>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let bytes = shape.iter().try_fold(size_of::<T>(), |bytes, side| bytes.checked_mul(*side));
    if bytes.is_none_or(|bytes| bytes > isize::MAX as usize) {
        let message = format!("an answer of shape {} is larger than the memory", shape_text(shape));
        return Err(PyMemoryError::new_err(message));
    }
    let shape = PyTuple::new(py, shape)?;
    let made = numpy(py)?.call_method1("zeros", (shape, dtype::<T>(py)))?;
    Ok(made.cast_into::<PyArrayDyn<T>>()?)
}

/// Makes an array of a list of numbers.
pub(crate) fn array_of<'py, T: Element + Copy>(
    py: Python<'py>,
    shape: &[usize],
    numbers: &[T],
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let array = zeros::<T>(py, shape)?;
    fill(&array, numbers)?;
    Ok(array)
}

/// Writes all numbers of an array.
pub(crate) fn fill<T: Element + Copy>(array: &Bound<'_, PyArrayDyn<T>>, numbers: &[T]) -> PyResult<()> {
    let mut guard = array.readwrite();
    let slice = guard.as_slice_mut().map_err(|error| PyTypeError::new_err(error.to_string()))?;
    slice.copy_from_slice(numbers);
    Ok(())
}

/// Treatment of questions that are not finite.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Invalid {
    Raise,
    Miss,
}

/// Reads the option `invalid`.
pub(crate) fn invalid(py: Python<'_>, text: &str) -> PyResult<Invalid> {
    match text {
        "raise" => Ok(Invalid::Raise),
        "miss" => Ok(Invalid::Miss),
        other => {
            let message = format!("invalid must be \"raise\" or \"miss\", got {other:?}");
            Err(error::new(py, Class::Option, message))
        }
    }
}

/// Invalid questions of a batch: the first one, and how many there are.
pub(crate) struct Faults {
    first: AtomicUsize,
    count: AtomicUsize,
}

impl Faults {
    pub(crate) const fn new() -> Self {
        Self { first: AtomicUsize::new(usize::MAX), count: AtomicUsize::new(0) }
    }

    /// Notes that a question is invalid.
    pub(crate) fn note(&self, question: usize) {
        self.first.fetch_min(question, Relaxed);
        self.count.fetch_add(1, Relaxed);
    }

    /// Returns the first invalid question and their number, unless they count as misses.
    fn found(&self, invalid: Invalid) -> Option<(usize, usize)> {
        let count = self.count.load(Relaxed);
        (invalid == Invalid::Raise && count > 0).then(|| (self.first.load(Relaxed), count))
    }

    /// Returns the error of the first invalid ray.
    pub(crate) fn check_rays<S: Float>(
        &self,
        py: Python<'_>,
        invalid: Invalid,
        lead: &[usize],
        rays: RaySlices<'_, S>,
    ) -> PyResult<()> {
        let Some((first, count)) = self.found(invalid) else { return Ok(()) };
        let [origin, direction] = rays.get(first);
        let finite = |v: [S; 3]| v.iter().all(|x| x.is_finite());
        let (name, value, must) = match (finite(origin), finite(direction)) {
            (false, _) => ("origins", origin, "be finite"),
            (_, false) => ("directions", direction, "be finite"),
            _ => ("directions", direction, "not be zero"),
        };
        let name = if let RaySlices::One(_) = rays { "rays" } else { name };
        Err(invalid_question(py, &indexed(name, first, lead), &value, must, (count, lead, "rays")))
    }

    /// Returns the error of the first invalid point.
    pub(crate) fn check_points<S: Float>(
        &self,
        py: Python<'_>,
        invalid: Invalid,
        lead: &[usize],
        points: &[S],
    ) -> PyResult<()> {
        self.check_vectors(py, invalid, lead, points, 3)
    }

    /// Returns the error of the first invalid point of `width` numbers.
    pub(crate) fn check_vectors<S: Float>(
        &self,
        py: Python<'_>,
        invalid: Invalid,
        lead: &[usize],
        points: &[S],
        width: usize,
    ) -> PyResult<()> {
        self.check_numbers(py, invalid, lead, ["points"; 2], (points, width))
    }

    /// Returns the error of the first invalid row of `width` numbers of an argument, of which the
    /// name and that of its rows are given.
    pub(crate) fn check_numbers<S: Float>(
        &self,
        py: Python<'_>,
        invalid: Invalid,
        lead: &[usize],
        [name, what]: [&str; 2],
        (numbers, width): (&[S], usize),
    ) -> PyResult<()> {
        let Some((first, count)) = self.found(invalid) else { return Ok(()) };
        let value = &numbers[first * width..first * width + width];
        let name = indexed(name, first, lead);
        Err(invalid_question(py, &name, value, "be finite", (count, lead, what)))
    }
}

fn invalid_question<S: Float>(
    py: Python<'_>,
    name: &str,
    value: &[S],
    must: &str,
    (count, lead, what): (usize, &[usize], &str),
) -> PyErr {
    let value: Vec<_> = value.iter().map(|x| error::number(x.to_f64())).collect();
    let (count, all) = (error::grouped(count), error::grouped(lead.iter().product()));
    let message = format!(
        "{name} must {must}, got [{}] ({count} of {all} {what}; invalid=\"miss\" answers them as misses)",
        value.join(", ")
    );
    error::new(py, Class::Array, message)
}

/// Writes an element of an array with these leading dimensions: `points[3, 5]`.
pub(crate) fn indexed(name: &str, flat: usize, lead: &[usize]) -> String {
    let (mut left, mut index) = (flat, Vec::new());
    for side in lead.iter().rev() {
        index.push((left % side.max(&1)).to_string());
        left /= side.max(&1);
    }
    index.reverse();
    if index.is_empty() { name.to_owned() } else { format!("{name}[{}]", index.join(", ")) }
}

/// Splits the first `count` numbers off a slice.
pub(crate) fn take<'a, T>(slice: &mut Option<&'a mut [T]>, count: usize) -> Option<&'a mut [T]> {
    slice.as_mut().and_then(|slice| slice.split_off_mut(..count))
}

/// Reads an option that is a number.
pub(crate) fn real(py: Python<'_>, name: &str, value: f64, is_valid: bool, must: &str) -> PyResult<f64> {
    if is_valid {
        return Ok(value);
    }
    Err(error::new(py, Class::Option, format!("{name} must {must}, got {}", error::number(value))))
}
