//! [`Shape2`](super::any::Shape2) and [`Shape3`](super::any::Shape3) as a [`DynamicShape`]: calls of
//! the matches in `queries.rs`, and of the algorithms.

use super::composite::Composite;
use super::contains::content::Content;
use super::kind::{Kind, Over};
use super::no_answer::NoAnswer;
use super::queries::{Pairs, Variants};
use super::separation::{Separable, Separation};
use super::shape::{DynamicShape, Shared};
use super::{closest, contact, convex_body, posed, rescale, sweep};
use crate::convex::form::AsConvex;
use crate::number::{DoubleDouble, Field};
use crate::query::{Closest, Hit, Impact, Manifold, Penetration, Span};
use crate::shape::Line;
use crate::vector::Vector;
use alloc::boxed::Box;
use alloc::vec::Vec;

impl<S: Variants + Pairs + Separable> DynamicShape for S {
    fn kind(&self) -> &dyn Kind<Self> {
        Variants::kind(self)
    }

    fn as_composite(&self) -> Option<&dyn Composite<Self>> {
        Variants::as_composite(self)
    }

    fn content<N: Field>(&self, number: &impl Fn(f64) -> N) -> Option<Content<Over<Self, N>>> {
        Variants::content(self, number)
    }

    fn shared(&self) -> Option<Shared<'_, Self>> {
        Variants::shared(self)
    }

    fn name(&self) -> &'static str {
        Variants::name(self)
    }

    fn is_solid(&self) -> bool {
        Variants::is_solid(self)
    }

    fn signed_over(&self, p: Self::Precise) -> DoubleDouble {
        Variants::signed_over(self, p)
    }

    fn spans(&self, line: &Line<Self::Precise>) -> Vec<Span<Self::Precise>> {
        Variants::spans(self, line)
    }

    fn precisely_convex(&self) -> Option<Box<dyn AsConvex<Vector = Self::Precise>>> {
        Variants::precisely_convex(self)
    }

    fn add_details(&self, line: &Line<Self::Precise>, hits: &mut [Hit<Self::Precise>]) {
        Variants::add_details(self, line, hits);
    }

    fn intersects(&self, other: &Self) -> bool {
        Pairs::intersects(self, other)
    }

    fn closest_of_parts(&self, other: &Self) -> Option<Closest<Self::Vector>> {
        Pairs::closest_of_parts(self, other)
    }

    fn closest_over(&self, other: &Self) -> Closest<Self::Precise> {
        Pairs::closest_over(self, other)
    }

    fn contact_over(&self, other: &Self, meets: bool) -> Option<Option<Penetration<Self::Precise>>> {
        Pairs::contact_over(self, other, meets)
    }

    fn closest_precisely(&self, other: &Self) -> Closest<Self::Vector> {
        closest::precisely(self, other)
    }

    fn signed_distance(&self, p: Self::Vector) -> f64 {
        closest::signed(self, p)
    }

    fn contact_precisely(&self, other: &Self) -> Result<Option<Penetration<Self::Vector>>, NoAnswer> {
        contact::precisely(self, other)
    }

    fn manifold_precisely(&self, other: &Self) -> Result<Option<Manifold<Self::Vector>>, NoAnswer> {
        contact::manifold_by(self, other, None)
    }

    fn sweep_precisely(
        &self,
        other: &Self,
        velocity: Self::Vector,
        max_t: f64,
    ) -> Result<Option<Impact<Self::Vector>>, NoAnswer> {
        sweep::precisely(self, other, velocity, max_t)
    }

    fn separated(&self, other: &Self) -> Penetration<Self::Vector> {
        Separation::separation(self, other)
    }

    fn held(&self, other: &Self, contact: &Penetration<Self::Vector>) -> Manifold<Self::Vector> {
        Separation::held_by_parts(self, other, contact)
    }

    fn comes_before(&self, other: &Self) -> bool {
        Separation::precedes(self, other)
    }

    fn translated(&self, by: Self::Vector) -> Option<Self> {
        posed::posed(self, Self::Vector::unit_axes(1.0).as_ref(), by).ok()
    }

    fn spans_at_any_size(&self, line: &Line<Self::Precise>) -> Vec<Span<Self::Precise>> {
        rescale::spans(self, line)
    }

    fn depth(&self, p: Self::Precise) -> DoubleDouble {
        convex_body::depth(self, p)
    }

    fn polytopes_meet(&self, other: &Self) -> Option<bool> {
        convex_body::polytopes_meet(self, other)
    }

    fn swept_meet(&self, other: &Self, velocity: Self::Vector, max_t: f64) -> Option<bool> {
        convex_body::swept_meet(self, other, velocity, max_t)
    }

    fn way(&self, other: &Self) -> Option<Closest<Self::Vector>> {
        convex_body::way(self, other)
    }
}
