//! Threads, signals and progress.
//!
//! Each process has one thread pool, made at the first batch that is large enough. It is kept with
//! the process's id: after `fork()` the child has no threads, so it makes a pool when it needs one
//! and leaks the parent's, because dropping that would wait for threads that do not exist.
//!
//! The calling thread does not work while the pool does. It waits, and every 50 ms attaches to the
//! interpreter for a moment to look for signals and to report progress. The mutex is locked only
//! while attached, for a few instructions, so that no fork of Python's happens while it is locked.

use crate::error::{self, Class, Fault};
use barycast::query::cancel::CancelToken;
use pyo3::exceptions::{PyOverflowError, PyRuntimeError};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Time between two looks at signals.
const LOOK: Duration = Duration::from_millis(50);

/// Largest batch that runs on the calling thread, in questions. To wake the pool takes about as long
/// as some hundred casts.
pub(crate) const SMALL: usize = 1024;

struct State {
    process: u32,
    pool: Option<Arc<ThreadPool>>,
    threads: Option<usize>,
}

static STATE: Mutex<State> = Mutex::new(State { process: 0, pool: None, threads: None });

/// Calls `f` with the state of this process.
fn with_state<T>(f: impl FnOnce(&mut State) -> T) -> T {
    let mut state = STATE.lock().unwrap_or_else(PoisonError::into_inner);
    let process = std::process::id();
    if state.process != process {
        state.process = process;
        std::mem::forget(state.pool.take());
    }
    f(&mut state)
}

/// Number of threads of the next batch.
fn threads(state: &mut State) -> usize {
    *state.threads.get_or_insert_with(|| {
        let given = std::env::var("BARYCAST_NUM_THREADS").ok().and_then(|text| text.trim().parse().ok());
        let most = || std::thread::available_parallelism().map_or(1, usize::from);
        given.filter(|threads| (1..=MOST_THREADS).contains(threads)).unwrap_or_else(most)
    })
}

/// Largest number of threads.
const MOST_THREADS: usize = 1024;

/// Sets the number of threads that a batch uses, from 1 to 1024.
///
/// The default is that of the environment variable ``BARYCAST_NUM_THREADS``, or else as many as
/// the process may use.
///
/// Parameters
/// ----------
/// n : int
///     The number of threads.
///
/// Raises
/// ------
/// OptionError
///     If `n` is below 1 or above 1024.
///
/// Examples
/// --------
/// >>> import barycast as bc
/// >>> before = bc.get_num_threads()
/// >>> bc.set_num_threads(1)
/// >>> bc.get_num_threads()
/// 1
/// >>> bc.set_num_threads(before)
#[pyfunction]
#[pyo3(text_signature = "(n)")]
pub(crate) fn set_num_threads(py: Python<'_>, n: &Bound<'_, PyAny>) -> PyResult<()> {
    let given: i64 = match n.extract::<i64>() {
        Err(error) if error.is_instance_of::<PyOverflowError>(py) => i64::MAX,
        other => other?,
    };
    let count = usize::try_from(given).ok().filter(|count| (1..=MOST_THREADS).contains(count));
    let Some(count) = count else {
        let message = format!("n must be from 1 to {MOST_THREADS}, got {}", n.repr()?);
        return Err(error::new(py, Class::Option, message));
    };
    with_state(|state| {
        if threads(state) != count {
            state.threads = Some(count);
            // Those who work in it keep it until they are done.
            state.pool = None;
        }
    });
    Ok(())
}

/// Returns the number of threads that a batch uses.
///
/// Returns
/// -------
/// int
///     At least 1.
///
/// Examples
/// --------
/// >>> import barycast as bc
/// >>> bc.get_num_threads() >= 1
/// True
#[pyfunction]
pub(crate) fn get_num_threads() -> usize {
    with_state(threads)
}

/// Returns the pool, which starts its threads at the first call.
fn pool() -> PyResult<(Arc<ThreadPool>, usize)> {
    with_state(|state| {
        let count = threads(state);
        if let Some(pool) = &state.pool {
            return Ok((pool.clone(), count));
        }
        let name = |i| format!("barycast-{i}");
        let built = ThreadPoolBuilder::new().num_threads(count).thread_name(name).build();
        let pool =
            built.map_err(|error| PyRuntimeError::new_err(format!("cannot start threads: {error}")))?;
        let pool = Arc::new(pool);
        state.pool = Some(pool.clone());
        Ok((pool, count))
    })
}

/// Work of the waiting thread between two looks: signals, and the caller's progress function.
pub(crate) struct Looker {
    progress: Option<Py<PyAny>>,
}

impl Looker {
    pub(crate) fn new(progress: Option<&Bound<'_, PyAny>>) -> Self {
        Self { progress: progress.map(|progress| progress.clone().unbind()) }
    }

    /// Looks for signals and reports the share that is done.
    fn look(&self, py: Python<'_>, share: f64) -> PyResult<()> {
        py.check_signals()?;
        let Some(progress) = &self.progress else { return Ok(()) };
        let answer = progress.call1(py, (share.clamp(0.0, 1.0),))?;
        if answer.bind(py).is(pyo3::types::PyBool::new(py, false)) {
            return Err(error::new(py, Class::Stopped, "the progress function returned False"));
        }
        Ok(())
    }
}

/// Answers a batch of `questions`, which `parts` share out, on the pool or, if they are few, on the
/// calling thread. Returns the error of a signal or of the progress function; then some parts are
/// not answered.
pub(crate) fn each<P: Send>(
    py: Python<'_>,
    looker: &Looker,
    questions: usize,
    parts: Vec<P>,
    work: impl Fn(P) + Sync,
) -> PyResult<()> {
    let count = parts.len();
    let parts: Vec<_> = parts.into_iter().map(|part| Mutex::new(Some(part))).collect();
    let (next, done, stop) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicBool::new(false));
    let step = || {
        let part = if stop.load(Relaxed) { None } else { parts.get(next.fetch_add(1, Relaxed)) };
        let part = part.and_then(|part| part.lock().unwrap_or_else(PoisonError::into_inner).take());
        let is_one = part.is_some();
        part.into_iter().for_each(&work);
        done.fetch_add(usize::from(is_one), Relaxed);
        is_one
    };
    let share = || done.load(Relaxed) as f64 / count.max(1) as f64;
    let token = CancelToken::new();
    let halt = || {
        stop.store(true, Relaxed);
        token.cancel();
    };
    if questions <= SMALL || count == 0 {
        loop {
            let more = py.detach(|| {
                error::caught(|| {
                    let start = Instant::now();
                    while start.elapsed() < LOOK {
                        if !step() {
                            return false;
                        }
                    }
                    true
                })
            });
            if !more.map_err(|fault| error::internal(py, &fault))? {
                break;
            }
            looker.look(py, share())?;
        }
    } else {
        let (pool, threads) = pool()?;
        let workers = threads.min(count);
        let waiting = Waiting { looker, share: &share, halt: &halt };
        // The library looks at the token within a part.
        in_pool(py, &pool, &waiting, workers, || {
            let _ = token.run(|| while step() {});
        })?;
    }
    if looker.progress.is_some() { looker.look(py, 1.0) } else { Ok(()) }
}

/// Work of the calling thread while the pool works.
struct Waiting<'a> {
    looker: &'a Looker,
    /// Share that is done.
    share: &'a (dyn Fn() -> f64 + Sync),
    /// Makes the workers end early.
    halt: &'a (dyn Fn() + Sync),
}

/// Runs `work` on `workers` threads of the pool, while the calling thread looks for signals.
fn in_pool(
    py: Python<'_>,
    pool: &ThreadPool,
    waiting: &Waiting<'_>,
    workers: usize,
    work: impl Fn() + Sync,
) -> PyResult<()> {
    let work = &work;
    let (mut error, mut fault): (Option<PyErr>, Option<Fault>) = (None, None);
    py.detach(|| {
        pool.in_place_scope(|scope| {
            let (send, receive) = channel();
            for _ in 0..workers {
                let send = send.clone();
                scope.spawn(move |_| {
                    // The receiver waits for all senders.
                    let _ = send.send(error::caught(work));
                });
            }
            drop(send);
            loop {
                match receive.recv_timeout(LOOK) {
                    Ok(Ok(())) => {}
                    Ok(Err(found)) => {
                        (waiting.halt)();
                        fault = Some(found);
                    }
                    Err(RecvTimeoutError::Disconnected) => break,
                    Err(RecvTimeoutError::Timeout) => {
                        if error.is_some() {
                            continue;
                        }
                        let look = |py: Python<'_>| waiting.looker.look(py, (waiting.share)());
                        if let Err(found) = Python::attach(look) {
                            (waiting.halt)();
                            error = Some(found);
                        }
                    }
                }
            }
        });
    });
    match (fault, error) {
        (Some(fault), _) => Err(error::internal(py, &fault)),
        (None, Some(error)) => Err(error),
        (None, None) => Ok(()),
    }
}

/// Progress that a long task reports to the thread that waits for it.
pub(crate) struct Watch {
    share: AtomicU64,
    stop: AtomicBool,
}

impl Watch {
    /// Reports the share that is done. Breaks when the task must end.
    pub(crate) fn report(&self, share: f64) -> std::ops::ControlFlow<()> {
        self.share.store(share.to_bits(), Relaxed);
        if self.is_stopped() { std::ops::ControlFlow::Break(()) } else { std::ops::ControlFlow::Continue(()) }
    }

    /// Returns whether the task must end.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }
}

/// Runs one long task in the pool, under a token that a signal cancels.
pub(crate) fn task<T: Send>(
    py: Python<'_>,
    looker: &Looker,
    work: impl FnOnce(&Watch) -> T + Send,
) -> PyResult<T> {
    let watch = Watch { share: AtomicU64::new(0), stop: AtomicBool::new(false) };
    let (work, found) = (Mutex::new(Some(work)), Mutex::new(None));
    let token = CancelToken::new();
    let share = || f64::from_bits(watch.share.load(Relaxed));
    let halt = || {
        watch.stop.store(true, Relaxed);
        token.cancel();
    };
    let (pool, _) = pool()?;
    let run = || {
        let work = work.lock().unwrap_or_else(PoisonError::into_inner).take();
        let answer = work.and_then(|work| token.run(|| work(&watch)));
        *found.lock().unwrap_or_else(PoisonError::into_inner) = answer;
    };
    in_pool(py, &pool, &Waiting { looker, share: &share, halt: &halt }, 1, run)?;
    let answer = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    if looker.progress.is_some() {
        looker.look(py, 1.0)?;
    }
    answer.ok_or_else(|| PyRuntimeError::new_err("the task was stopped"))
}

/// Runs a task in the pool that must not end early: no signal is looked at. The task has `locked` for
/// itself. The calling thread takes the lock: a thread of the pool that waits within the task begins
/// other tasks, and one of these would wait for the same lock without end.
pub(crate) fn whole<S: Send, T: Send>(
    py: Python<'_>,
    locked: &Mutex<S>,
    work: impl FnOnce(&mut S) -> T + Send,
) -> PyResult<T> {
    let (pool, _) = pool()?;
    let answer = py.detach(|| {
        let mut guard = locked.lock().unwrap_or_else(PoisonError::into_inner);
        let state = &mut *guard;
        pool.install(|| error::caught(|| work(state)))
    });
    answer.map_err(|fault| error::internal(py, &fault))
}

/// Runs a short task on the calling thread.
pub(crate) fn here<T: Send>(
    py: Python<'_>,
    looker: &Looker,
    work: impl FnOnce(&Watch) -> T + Send,
) -> PyResult<T> {
    let watch = Watch { share: AtomicU64::new(0), stop: AtomicBool::new(false) };
    let answer = py.detach(|| error::caught(|| work(&watch)));
    let answer = answer.map_err(|fault| error::internal(py, &fault))?;
    if looker.progress.is_some() {
        looker.look(py, 1.0)?;
    }
    Ok(answer)
}
