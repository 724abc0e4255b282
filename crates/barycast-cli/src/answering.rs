//! Lines answered on all cores, in order.
//!
//! A dispatcher cuts what was read into portions of whole lines and queues them; workers answer them line by line; whoever writes takes
//! the answers of the first portion that is not written yet as they come, so that a slow line holds back only what follows it. A line
//! that takes longer than the limit is given up: its answer is an error, its token is cancelled, another worker goes on with the rest of
//! its portion, and the worker that is stuck ends when its line does. At most [`IN_FLIGHT`] bytes of lines are read ahead of what is written.

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

/// The most bytes of lines that wait for their answers to be written; a single line may be longer.
const IN_FLIGHT: usize = 8 << 20;
/// The most bytes of a portion, about.
const PORTION: usize = 16 << 10;
/// How many portions of a block each worker gets, about.
const PORTIONS_EACH: usize = 4;
/// How often answers are written of a portion that is not done, and running lines are looked at.
const TICK: Duration = Duration::from_millis(10);

/// What comes next, in order.
pub(crate) enum Next {
    /// Answers to some lines, with their line ends, and whether none of them is an error; how many lines there are.
    Answers { text: Vec<u8>, answered: bool, count: usize },
    /// A line over the limit stood here.
    TooLong,
    /// The file could not be opened or read on.
    Failed(PathBuf, std::io::Error),
    /// Nothing yet.
    Wait,
    /// The end.
    End,
}

/// How lines are answered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct How {
    pub(crate) trace: bool,
    pub(crate) limit: Option<Duration>,
}

/// Lines to be answered one after the other, by what was defined before them.
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
    /// Answers that were not taken yet.
    count: usize,
    failed: bool,
    /// The line that is answered now or next.
    at: usize,
    since: Option<Instant>,
    /// What that line runs under.
    token: CancelToken,
    /// How often a worker was given up.
    given_up: usize,
}

impl Portion {
    fn state(&self) -> MutexGuard<'_, State> {
        locked(&self.state)
    }

    /// Answers its lines from where it stands; `false` when this worker is given up.
    fn work(&self, how: How) -> bool {
        let mut answer = Vec::new();
        let (mut at, turn) = {
            let state = self.state();
            (state.at, state.given_up)
        };
        while let Some(line) = self.lines.get(at) {
            let token = CancelToken::new();
            if how.limit.is_some() {
                let mut state = self.state();
                (state.since, state.token) = (Some(Instant::now()), token.clone());
            }
            answer.clear();
            let text = &self.text[line.clone()];
            let answered = token.run(|| self.session.answer_shared(text, how.trace, &mut answer));
            let mut state = self.state();
            if state.given_up != turn {
                return false;
            }
            // Only a line that was given up has no answer.
            state.add(&answer, answered.unwrap_or_default());
            at = state.at;
        }
        self.changed.notify_all();
        true
    }

    /// Gives up the line that runs longer than the limit; `true` when there was one.
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
        // The next line is not running yet.
        self.since = None;
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What workers share.
#[derive(Default)]
struct Shared {
    queue: Mutex<VecDeque<Arc<Portion>>>,
    queued: Condvar,
    in_flight: Mutex<usize>,
    written: Condvar,
    /// What is answered now.
    running: Mutex<Vec<Arc<Portion>>>,
}

impl Shared {
    /// Waits until there is room for the given number of bytes.
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

/// Ends the program where its thread panics: nobody would wait for less.
struct Guard;

impl Drop for Guard {
    fn drop(&mut self) {
        if thread::panicking() {
            std::process::exit(101);
        }
    }
}

fn worker(shared: &Arc<Shared>, how: How) {
    let shared = shared.clone();
    thread::spawn(move || {
        let _guard = Guard;
        loop {
            let portion = shared.pop();
            let watched = how.limit.is_some();
            if watched {
                locked(&shared.running).push(portion.clone());
            }
            let done = portion.work(how);
            if !done {
                return;
            }
            if watched {
                locked(&shared.running).retain(|running| !Arc::ptr_eq(running, &portion));
            }
        }
    });
}

/// What the dispatcher has sent, in order.
enum Item {
    Portion(Arc<Portion>),
    Block(Block),
}

/// The answers to all lines of some blocks.
pub(crate) struct Answers {
    shared: Arc<Shared>,
    items: Receiver<Item>,
    now: Option<Arc<Portion>>,
    how: How,
}

impl Answers {
    /// Begins to answer.
    pub(crate) fn new(blocks: Receiver<Block>, how: How) -> Self {
        let shared = Arc::new(Shared::default());
        let workers = rayon::current_num_threads().max(1);
        for _ in 0..workers {
            worker(&shared, how);
        }
        let (sender, items) = channel();
        let of_dispatcher = shared.clone();
        thread::spawn(move || dispatch(&blocks, &of_dispatcher, &sender, how, workers));
        Self { shared, items, now: None, how }
    }

    /// What comes next; of lines that are being answered no later than after a tick.
    pub(crate) fn next(&mut self) -> Next {
        self.give_up();
        let portion = match self.now.take() {
            Some(portion) => portion,
            // All that was sent is written: nothing runs that could be given up meanwhile.
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

    /// Gives up lines that run too long, and has others go on with what follows them.
    fn give_up(&self) {
        let Some(limit) = self.how.limit else { return };
        let mut running = locked(&self.shared.running);
        running.retain(|portion| {
            let stuck = portion.give_up(limit);
            if stuck {
                locked(&self.shared.queue).push_front(portion.clone());
                self.shared.queued.notify_one();
                worker(&self.shared, self.how);
            }
            !stuck
        });
    }
}

/// Cuts blocks into portions. Lines that define are answered here, one after the other: those that follow know them.
fn dispatch(blocks: &Receiver<Block>, shared: &Shared, sender: &Sender<Item>, how: How, workers: usize) {
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
                // White space as JSON has it.
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
                let answered = session.answer(line, how.trace, &mut answer);
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
