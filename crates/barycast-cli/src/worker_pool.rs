//! Answers lines on all cores and keeps their order.
//!
//! A dispatcher cuts the input into portions of whole lines and queues them. Workers answer a
//! portion line by line. The writer takes the answers of the oldest unfinished portion as they
//! come, so a slow line delays only the lines after it. A line that exceeds the time limit is
//! abandoned: its answer is an error, its token is cancelled, and another worker continues with the
//! rest of the portion. The stuck worker ends when its line does. At most [`IN_FLIGHT`] bytes of
//! lines are read ahead of the output.

use crate::lines::{self, Block};
use barycast::query::cancel::CancelToken;
use barycast_protocol::Session;
use std::collections::VecDeque;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Largest number of bytes of lines whose answers are not written yet. A single line may be longer.
const IN_FLIGHT: usize = 8 << 20;
/// Approximate largest size of a portion, in bytes.
const PORTION: usize = 16 << 10;
/// Approximate number of portions of a block for each worker.
const PORTIONS_EACH: usize = 4;
/// Interval at which the writer takes answers of an unfinished portion and checks running lines.
const TICK: Duration = Duration::from_millis(10);

/// The next event, in the order of the input.
pub(crate) enum Next {
    /// Answers to `count` lines, with line ends. `answered` is whether none of them is an error.
    Answers { text: Vec<u8>, answered: bool, count: usize },
    /// A line longer than the limit, which is not answered.
    TooLong,
    /// The file could not be opened, or reading it failed.
    Failed(PathBuf, std::io::Error),
    /// No answer is ready yet.
    Wait,
    /// All lines are answered.
    End,
}

/// Options for answering lines.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineOptions {
    pub(crate) trace: bool,
    pub(crate) limit: Option<Duration>,
}

/// Lines that one worker answers one after the other, with the definitions made before them.
struct Portion {
    text: Vec<u8>,
    lines: Vec<Range<usize>>,
    session: Session,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    answers: Vec<u8>,
    /// Number of answers that the writer has not taken yet.
    count: usize,
    failed: bool,
    /// Index of the current or next line.
    at: usize,
    since: Option<Instant>,
    /// Cancels the current line.
    token: CancelToken,
    /// Number of workers abandoned so far.
    given_up: usize,
}

impl Portion {
    fn state(&self) -> MutexGuard<'_, State> {
        locked(&self.state)
    }

    /// Answers the remaining lines. Returns `false` if this worker was abandoned.
    fn work(&self, options: LineOptions) -> bool {
        let mut answer = Vec::new();
        let (mut at, turn) = {
            let state = self.state();
            (state.at, state.given_up)
        };
        while let Some(line) = self.lines.get(at) {
            let token = CancelToken::new();
            if options.limit.is_some() {
                let mut state = self.state();
                (state.since, state.token) = (Some(Instant::now()), token.clone());
            }
            answer.clear();
            let text = &self.text[line.clone()];
            let answered = token.run(|| self.session.answer_shared(text, options.trace, &mut answer));
            let mut state = self.state();
            if state.given_up != turn {
                return false;
            }
            // Only an abandoned line has no answer.
            state.add(&answer, answered.unwrap_or_default());
            at = state.at;
        }
        self.changed.notify_all();
        true
    }

    /// Abandons the current line if it exceeds the limit, and returns whether it did.
    fn give_up(&self, limit: Duration) -> bool {
        let mut state = self.state();
        let over = state.since.is_some_and(|since| since.elapsed() > limit);
        let Some(line) = self.lines.get(state.at).filter(|_| over) else { return false };
        let mut answer = Vec::new();
        barycast_protocol::answer_timed_out(&self.text[line.clone()], limit.as_secs_f64(), &mut answer);
        state.add(&answer, false);
        state.given_up += 1;
        state.token.cancel();
        drop(state);
        self.changed.notify_all();
        true
    }
}

impl State {
    fn add(&mut self, answer: &[u8], answered: bool) {
        self.answers.extend_from_slice(answer);
        self.failed |= !answered;
        self.count += 1;
        self.at += 1;
        // The next line has not started yet.
        self.since = None;
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// State shared by all workers.
#[derive(Default)]
struct Shared {
    queue: Mutex<VecDeque<Arc<Portion>>>,
    queued: Condvar,
    in_flight: Mutex<usize>,
    written: Condvar,
    /// Portions that a worker is answering.
    running: Mutex<Vec<Arc<Portion>>>,
}

impl Shared {
    /// Blocks until `size` more bytes fit into [`IN_FLIGHT`].
    fn reserve(&self, size: usize) {
        let mut in_flight = locked(&self.in_flight);
        while *in_flight > 0 && *in_flight + size > IN_FLIGHT {
            in_flight = self.written.wait(in_flight).unwrap_or_else(PoisonError::into_inner);
        }
        *in_flight += size;
    }

    fn push(&self, portion: Arc<Portion>) {
        locked(&self.queue).push_back(portion);
        self.queued.notify_one();
    }

    fn pop(&self) -> Arc<Portion> {
        let mut queue = locked(&self.queue);
        loop {
            match queue.pop_front() {
                Some(portion) => return portion,
                None => queue = self.queued.wait(queue).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }

    fn release(&self, portion: &Portion) {
        *locked(&self.in_flight) -= portion.text.len();
        self.written.notify_one();
    }
}

/// Ends the program if its thread panics; otherwise the writer would wait without end.
struct Guard;

impl Drop for Guard {
    fn drop(&mut self) {
        if thread::panicking() {
            std::process::exit(101);
        }
    }
}

fn worker(shared: &Arc<Shared>, options: LineOptions) {
    let shared = shared.clone();
    thread::spawn(move || {
        let _guard = Guard;
        loop {
            let portion = shared.pop();
            let watched = options.limit.is_some();
            if watched {
                locked(&shared.running).push(portion.clone());
            }
            let done = portion.work(options);
            if !done {
                return;
            }
            if watched {
                locked(&shared.running).retain(|running| !Arc::ptr_eq(running, &portion));
            }
        }
    });
}

/// Messages from the dispatcher, in order.
enum Item {
    Portion(Arc<Portion>),
    Block(Block),
}

/// Answers to all lines of a sequence of blocks.
pub(crate) struct Answers {
    shared: Arc<Shared>,
    items: Receiver<Item>,
    now: Option<Arc<Portion>>,
    options: LineOptions,
}

impl Answers {
    /// Starts the workers and the dispatcher.
    pub(crate) fn new(blocks: Receiver<Block>, options: LineOptions) -> Self {
        let shared = Arc::new(Shared::default());
        let workers = rayon::current_num_threads().max(1);
        for _ in 0..workers {
            worker(&shared, options);
        }
        let (sender, items) = channel();
        let of_dispatcher = shared.clone();
        thread::spawn(move || dispatch(&blocks, &of_dispatcher, &sender, options, workers));
        Self { shared, items, now: None, options }
    }

    /// Returns the next event. While a line is being answered, returns at the latest after a tick.
    pub(crate) fn next(&mut self) -> Next {
        self.give_up();
        let portion = match self.now.take() {
            Some(portion) => portion,
            // All earlier answers are written: no line is running that could exceed the limit.
            None => match self.items.recv() {
                Ok(Item::Portion(portion)) => portion,
                Ok(Item::Block(Block::TooLong)) => return Next::TooLong,
                Ok(Item::Block(Block::Failed(path, error))) => return Next::Failed(path, error),
                Ok(Item::Block(Block::Lines(_))) => return Next::Wait,
                Err(_) => return Next::End,
            },
        };
        let lines = portion.lines.len();
        let waited = portion.changed.wait_timeout_while(portion.state(), TICK, |state| state.at < lines);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let (text, count) = (std::mem::take(&mut state.answers), std::mem::take(&mut state.count));
        let (answered, done) = (!std::mem::take(&mut state.failed), state.at == lines);
        drop(state);
        if done {
            self.shared.release(&portion);
        } else {
            self.now = Some(portion);
        }
        if text.is_empty() { Next::Wait } else { Next::Answers { text, answered, count } }
    }

    /// Abandons lines that exceed the limit, and starts workers that continue after them.
    fn give_up(&self) {
        let Some(limit) = self.options.limit else { return };
        let mut running = locked(&self.shared.running);
        running.retain(|portion| {
            let stuck = portion.give_up(limit);
            if stuck {
                locked(&self.shared.queue).push_front(portion.clone());
                self.shared.queued.notify_one();
                worker(&self.shared, self.options);
            }
            !stuck
        });
    }
}

/// Cuts blocks into portions. Definitions are evaluated here, one after the other, because later
/// lines use them.
fn dispatch(
    blocks: &Receiver<Block>,
    shared: &Shared,
    sender: &Sender<Item>,
    options: LineOptions,
    workers: usize,
) {
    let _guard = Guard;
    let mut session = Session::default();
    while let Ok(block) = blocks.recv() {
        let Block::Lines(text) = block else {
            if sender.send(Item::Block(block)).is_err() {
                return;
            }
            continue;
        };
        let about = (text.len() / (workers * PORTIONS_EACH)).clamp(1, PORTION);
        for part in lines::portions(&text, about) {
            let mut lines = Vec::new();
            let mut start = 0;
            let send = |lines: &mut Vec<Range<usize>>, session: &Session, state: State| {
                let portion = Portion {
                    text: part.to_vec(),
                    lines: std::mem::take(lines),
                    session: session.clone(),
                    state: Mutex::new(state),
                    changed: Condvar::new(),
                };
                shared.reserve(portion.text.len());
                let portion = Arc::new(portion);
                let sent = sender.send(Item::Portion(portion.clone())).is_ok();
                shared.push(portion);
                sent
            };
            for line in lines::each(part) {
                let at = start..start + line.len();
                start = at.end + 1;
                // Whitespace as JSON defines it.
                if line.iter().all(|byte| b" \t\r".contains(byte)) {
                    continue;
                }
                if !barycast_protocol::defines(line) {
                    lines.push(at);
                    continue;
                }
                if !lines.is_empty() && !send(&mut lines, &session, State::default()) {
                    return;
                }
                let mut state = State::default();
                let mut answer = Vec::new();
                let answered = session.answer(line, options.trace, &mut answer);
                state.add(&answer, answered);
                lines.push(at);
                if !send(&mut lines, &session, state) {
                    return;
                }
            }
            if !lines.is_empty() && !send(&mut lines, &session, State::default()) {
                return;
            }
        }
    }
}
