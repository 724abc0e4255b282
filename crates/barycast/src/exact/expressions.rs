//! Expressions of exact numbers, which are evaluated where their floats decide nothing.

use super::fixed::{Computed, Fixed};
use super::floats::{Floats, NONE};
use super::rational::Rational;
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::cmp::Ordering;
use smallvec::SmallVec;

/// Operation of an expression node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    /// A float constant. The operands are its bits.
    Float,
    Add,
    Sub,
    Mul,
    Div,
    Min,
    Max,
    Abs,
    Reduce,
}

impl Operation {
    const fn is_of_two(self) -> bool {
        !matches!(self, Self::Float | Self::Abs | Self::Reduce)
    }
}

/// An expression node: an operation and the indices of its operands.
#[derive(Clone, Copy)]
pub(super) struct Node {
    operation: Operation,
    operands: [u32; 2],
    /// Index of its evaluated value, or [`NONE`].
    value: u32,
}

/// Initial capacity; most queries create fewer nodes.
const MANY: usize = 512;

/// Value of an evaluated expression.
#[derive(Clone, Copy)]
pub(super) enum Value<'e> {
    /// A sum or product that fits a few words.
    Words(Fixed<'e>),
    /// A quotient, or a number that needs more words.
    Big(&'e Rational),
}

impl Value<'_> {
    #[inline]
    pub(super) fn rational(&self) -> Cow<'_, Rational> {
        match *self {
            Self::Words(number) => Cow::Owned(Rational::from_fixed(number)),
            Self::Big(number) => Cow::Borrowed(number),
        }
    }

    #[inline]
    pub(super) fn sign(self) -> i32 {
        match self {
            Self::Words(number) => number.sign(),
            Self::Big(number) => number.sign(),
        }
    }

    #[inline]
    pub(super) fn compare(self, other: Self) -> Ordering {
        match (self, other) {
            (Self::Words(a), Self::Words(b)) => a.compare(b),
            _ => self.rational().compare(&other.rational()),
        }
    }
}

/// Location of a value.
#[derive(Clone, Copy)]
pub(super) enum Place {
    /// `count` words starting at index `first`.
    Words {
        first: u32,
        count: u16,
        negative: bool,
        exponent: i32,
    },
    Big(u32),
}

/// The expressions of one query.
#[derive(Default)]
pub(super) struct Expressions {
    pub(super) nodes: Vec<Node>,
    pub(super) values: Vec<Place>,
    words: Vec<u64>,
    rationals: Vec<Rational>,
}

impl Expressions {
    #[cfg(barycast_small)]
    pub(super) const EMPTY: Self =
        Self { nodes: Vec::new(), values: Vec::new(), words: Vec::new(), rationals: Vec::new() };

    #[cfg(barycast_small)]
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.values.clear();
        self.words.clear();
        self.rationals.clear();
    }

    #[inline]
    pub(super) fn push(&mut self, operation: Operation, operands: [u32; 2]) -> u32 {
        if self.nodes.is_empty() {
            self.nodes.reserve(MANY);
        }
        self.nodes.push(Node { operation, operands, value: NONE });
        self.nodes.len() as u32 - 1
    }

    /// Returns the index of the node of a number, which is created if needed.
    #[inline]
    pub(super) fn index(&mut self, number: Floats) -> u32 {
        if number.index != NONE {
            return number.index;
        }
        let bits = number.value.to_bits();
        self.push(Operation::Float, [bits as u32, (bits >> 32) as u32])
    }

    /// Returns whether both are the product of the same two floats, as in the cross product of a
    /// vector with itself.
    #[inline]
    pub(super) fn are_same_product(&self, a: u32, b: u32) -> bool {
        let node = |index: u32| self.nodes.get(index as usize).copied();
        let Some((one, other)) = node(a).zip(node(b)) else { return false };
        let float = |index: u32| {
            node(index).filter(|node| node.operation == Operation::Float).map(|node| node.operands)
        };
        let [[p, q], [r, s]] = [one, other].map(|node| node.operands.map(float));
        one.operation == Operation::Mul
            && other.operation == Operation::Mul
            && p.is_some()
            && q.is_some()
            && ((p, q) == (r, s) || (p, q) == (s, r))
    }

    /// Stores the value of a node.
    pub(super) fn store_value(&mut self, index: u32, value: Place) {
        self.nodes[index as usize].value = self.values.len() as u32;
        self.values.push(value);
    }

    fn keep(&mut self, made: &Computed) -> Place {
        let Fixed { words, exponent, negative } = made.number();
        let first = self.words.len() as u32;
        self.words.extend_from_slice(words);
        Place::Words { first, count: words.len() as u16, negative, exponent }
    }

    pub(super) fn keep_any(&mut self, number: Rational) -> Place {
        self.rationals.push(number);
        Place::Big(self.rationals.len() as u32 - 1)
    }

    /// Returns whether the node has a value. Float constants are evaluated here.
    fn is_evaluated(&mut self, index: u32) -> bool {
        let Node { operation, operands: [low, high], value } = self.nodes[index as usize];
        if value == NONE && operation == Operation::Float {
            let place =
                self.keep(&Computed::from_f64(f64::from_bits(u64::from(low) | u64::from(high) << 32)));
            self.store_value(index, place);
            return true;
        }
        value != NONE
    }

    /// Evaluates an expression and its subexpressions. Not recursive, since chains of operations
    /// are long.
    pub(super) fn value(&mut self, index: u32) -> Value<'_> {
        if !self.is_evaluated(index) {
            if self.values.is_empty() {
                self.values.reserve(MANY / 4);
                self.words.reserve(MANY);
            }
            let mut open: SmallVec<[u32; 32]> = SmallVec::new();
            open.push(index);
            while let Some(&top) = open.last() {
                let Node { operands: [a, b], operation, value } = self.nodes[top as usize];
                if value != NONE {
                    open.pop();
                } else if !self.is_evaluated(a) {
                    open.push(a);
                } else if operation.is_of_two() && !self.is_evaluated(b) {
                    open.push(b);
                } else {
                    let value = self.computed(operation, [a, b]);
                    self.store_value(top, value);
                    open.pop();
                }
            }
        }
        self.known(index)
    }

    /// Returns the value of an evaluated node.
    #[inline]
    pub(super) fn known(&self, index: u32) -> Value<'_> {
        match self.values[self.nodes[index as usize].value as usize] {
            Place::Words { first, count, negative, exponent } => {
                let words = &self.words[first as usize..][..usize::from(count)];
                Value::Words(Fixed { words, exponent, negative })
            }
            Place::Big(i) => Value::Big(&self.rationals[i as usize]),
        }
    }

    /// Computes the value of a node whose operands have values, and returns its location.
    #[allow(
        clippy::redundant_closure_for_method_calls,
        reason = "the methods are generic over the lifetime of the numbers"
    )]
    fn computed(&mut self, operation: Operation, [a, b]: [u32; 2]) -> Place {
        let place = |all: &Self, index: u32| all.values[all.nodes[index as usize].value as usize];
        let order = || self.known(a).compare(self.known(b));
        match operation {
            Operation::Add => self.compute([a, b], |a, b| a.add(b), Rational::add),
            Operation::Sub => self.compute([a, b], |a, b| a.sub(b), Rational::sub),
            Operation::Mul => self.compute([a, b], |a, b| a.mul(b), Rational::mul),
            Operation::Div => {
                let quotient = self.known(a).rational().div(&self.known(b).rational());
                self.keep_any(quotient)
            }
            Operation::Min => place(self, if order().is_lt() { a } else { b }),
            Operation::Max => place(self, if order().is_gt() { a } else { b }),
            Operation::Abs => match (place(self, a), self.known(a)) {
                (Place::Words { first, count, exponent, .. }, _) => {
                    Place::Words { first, count, exponent, negative: false }
                }
                (_, Value::Big(number)) if number.sign() < 0 => {
                    let number = Rational::ZERO.sub(number);
                    self.keep_any(number)
                }
                (same, _) => same,
            },
            Operation::Reduce => match self.known(a) {
                Value::Big(number) => {
                    let number = number.reduced();
                    self.keep_any(number)
                }
                Value::Words(_) => place(self, a),
            },
            // Evaluated in `is_evaluated`.
            Operation::Float => place(self, a),
        }
    }

    /// Computes a sum or product in a few words, or as a rational if it does not fit.
    fn compute(
        &mut self,
        [a, b]: [u32; 2],
        few: impl FnOnce(Fixed<'_>, Fixed<'_>) -> Option<Computed>,
        any: impl FnOnce(&Rational, &Rational) -> Rational,
    ) -> Place {
        let (x, y) = (self.known(a), self.known(b));
        if let (Value::Words(x), Value::Words(y)) = (x, y)
            && let Some(made) = few(x, y)
        {
            return self.keep(&made);
        }
        let number = any(&x.rational(), &y.rational());
        self.keep_any(number)
    }
}
