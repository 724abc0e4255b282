//! Queries of typed shapes: the traits of [`query`](crate::query) for each row of the
//! [table](super::table), in both orders, from the kernels in its file.

use super::cast::{self, CastOptions};
use super::table::{for_casts, for_pairs};
use crate::convex::{self, epa, gjk};
use crate::number::{Field, Float};
use crate::query::{Cast, CastAll, Closest, Contact, Distance, Hit, Intersects, Penetration};
use crate::shape::*;
use crate::vector::{FloatVector, Vector};
use alloc::vec::Vec;

/// Decides by an iterative algorithm, in double-double precision if it does not converge before.
fn decide(widened: Option<bool>, precisely: impl FnOnce() -> Option<bool>) -> bool {
    widened.or_else(precisely).unwrap_or(false)
}

/// Returns the closest points that an iterative algorithm finds, in double-double precision if it
/// does not converge before.
fn closest<V: FloatVector>(
    found: gjk::Outcome<V::Wide>,
    precisely: impl FnOnce() -> gjk::Outcome<V::Precise>,
) -> Closest<V> {
    if found.status == gjk::Status::NotConverged {
        precisely().closest.lift(&Float::from_precise)
    } else {
        found.closest.lift(&Float::narrow)
    }
}

/// Returns the contact that the expanding polytope finds, in double-double precision if it does not
/// converge before.
fn contact<V: FloatVector>(
    found: Option<epa::Outcome<V::Wide>>,
    precisely: impl FnOnce() -> Option<epa::Outcome<V::Precise>>,
    shared: impl FnOnce() -> V,
) -> Option<Penetration<V>> {
    let found = found?;
    let contact = if found.status == epa::Status::NotConverged {
        precisely()?.contact.lift(&Float::from_precise)
    } else {
        found.contact.lift(&Float::narrow)
    };
    Some(contact.with_shared_point(shared))
}

for_pairs! { any intersects
    exact {
        impl<V: Dim<Scalar: Field>> Intersects<B<V>> for A<V> {
            type Answer = V::Mask;

            #[inline(always)]
            fn intersects(&self, other: &B<V>) -> V::Mask {
                file::intersects(&pack(self), &pack(other))
            }
        }
    }
    own {
        impl<V: Dim + FloatVector<Wide: Dim, Precise: Dim>> Intersects<B<V>> for A<V> {
            type Answer = bool;

            #[inline(always)]
            fn intersects(&self, other: &B<V>) -> bool {
                file::intersects(self, other)
            }
        }
    }
    gjk {
        impl<V: Dim + FloatVector<Wide: Dim, Precise: Dim>> Intersects<B<V>> for A<V> {
            type Answer = bool;

            fn intersects(&self, other: &B<V>) -> bool {
                let (a, b) = (self.lift::<V::Wide>(&Float::widen), other.lift::<V::Wide>(&Float::widen));
                decide(gjk::decide_clearly(&a, &b), || {
                    gjk::decide(&self.lift::<V::Precise>(&Float::precise), &other.lift::<V::Precise>(&Float::precise))
                })
            }
        }
    }
    clipped {
        impl<V: Dim + FloatVector<Wide: Dim, Precise: Dim>> Intersects<B<V>> for A<V> {
            type Answer = bool;

            fn intersects(&self, other: &B<V>) -> bool {
                let (a, b) = (self.lift::<V::Wide>(&Float::widen), other.lift::<V::Wide>(&Float::widen));
                decide(file::decide(&a, &b), || {
                    file::decide(&self.lift::<V::Precise>(&Float::precise), &other.lift::<V::Precise>(&Float::precise))
                })
            }
        }
    }
}

for_pairs! { any distance
    closed {
        impl<V: Dim + FloatVector<Wide: Dim, Precise: Dim>> Distance<B<V>> for A<V> {
            type Vector = V;

            #[inline]
            fn closest(&self, other: &B<V>) -> Closest<V> {
                let (a, b) = (pack(self), pack(other));
                file::distance(&a, &b).consistent_with(file::intersects(&a, &b)).lift(&|x| x)
            }
        }
    }
    agreed {
        impl<V: Dim + FloatVector<Wide: Dim, Precise: Dim>> Distance<B<V>> for A<V> {
            type Vector = V;

            #[inline(always)]
            fn closest(&self, other: &B<V>) -> Closest<V> {
                file::closest(&pack(self), &pack(other)).lift(&|x| x)
            }
        }
    }
    gjk {
        impl<V: Dim + FloatVector<Wide: Dim, Precise: Dim>> Distance<B<V>> for A<V> {
            type Vector = V;

            #[inline]
            fn closest(&self, other: &B<V>) -> Closest<V> {
                let (a, b) = (self.lift::<V::Wide>(&Float::widen), other.lift::<V::Wide>(&Float::widen));
                let found = closest::<V>(gjk::outcome(&a, &b), || {
                    gjk::outcome(&self.lift::<V::Precise>(&Float::precise), &other.lift::<V::Precise>(&Float::precise))
                });
                found.consistent_with(self.intersects(other))
            }
        }
    }
    clipped {
        impl<V: Dim + FloatVector<Wide: Dim, Precise: Dim>> Distance<B<V>> for A<V> {
            type Vector = V;

            #[inline]
            fn closest(&self, other: &B<V>) -> Closest<V> {
                let (a, b) = (self.lift::<V::Wide>(&Float::widen), other.lift::<V::Wide>(&Float::widen));
                let found = closest::<V>(file::outcome(&a, &b), || {
                    file::outcome(&self.lift::<V::Precise>(&Float::precise), &other.lift::<V::Precise>(&Float::precise))
                });
                found.consistent_with(self.intersects(other))
            }
        }
    }
}

for_pairs! { any contact
    own {
        impl<V: Dim + FloatVector> Contact<B<V>> for A<V> {
            type Answer = Option<Penetration<V>>;

            fn contact(&self, other: &B<V>) -> Option<Penetration<V>> {
                if self.intersects(other) { file::contact(self, other) } else { None }
            }
        }
    }
    epa {
        impl<V: Dim + FloatVector<Wide: Dim, Precise: Dim>> Contact<B<V>> for A<V> {
            type Answer = Option<Penetration<V>>;

            fn contact(&self, other: &B<V>) -> Option<Penetration<V>> {
                if !self.intersects(other) {
                    return None;
                }
                let (a, b) = (self.lift::<V::Wide>(&Float::widen), other.lift::<V::Wide>(&Float::widen));
                let precisely = || {
                    let (a, b) = (self.lift::<V::Precise>(&Float::precise), other.lift::<V::Precise>(&Float::precise));
                    convex::contact::between(&a, &b)
                };
                contact(convex::contact::between(&a, &b), precisely, || self.closest(other).on_a)
            }
        }
    }
}

for_pairs! { different row
    each {
        impl<V: Vector> Intersects<A<V>> for B<V>
        where
            A<V>: Intersects<Self>,
        {
            type Answer = <A<V> as Intersects<Self>>::Answer;

            #[inline(always)]
            fn intersects(&self, other: &A<V>) -> Self::Answer {
                Intersects::intersects(other, self)
            }
        }

        impl<V: FloatVector> Distance<A<V>> for B<V>
        where
            A<V>: Distance<Self, Vector = V>,
        {
            type Vector = V;

            #[inline(always)]
            fn closest(&self, other: &A<V>) -> Closest<V> {
                Distance::closest(other, self).swap()
            }
        }

        impl<V: FloatVector> Contact<A<V>> for B<V>
        where
            A<V>: Contact<Self, Answer = Option<Penetration<V>>>,
        {
            type Answer = Option<Penetration<V>>;

            fn contact(&self, other: &A<V>) -> Option<Penetration<V>> {
                Contact::contact(other, self).map(Penetration::swap)
            }
        }
    }
}

for_casts! {
    cast {
        for_shapes!(Straight in [Line Ray Segment] {
            impl<V: Dim + FloatVector> Cast<Target<V>> for Straight<V> {
                type Answer = Option<Hit<V>>;

                #[inline(always)]
                fn cast(&self, target: &Target<V>) -> Option<Hit<V>> {
                    ray::cast(&cast::Range::of(&pack(self), None), &pack(target)).map(|hit| hit.lift(&|x| x))
                }
            }
        });
    }
    span {
        for_shapes!(Straight in [Line Ray Segment] {
            impl<V: Dim + FloatVector> Cast<Target<V>> for Straight<V> {
                type Answer = Option<Hit<V>>;

                #[inline]
                fn cast(&self, target: &Target<V>) -> Option<Hit<V>> {
                    let range = cast::Range::of(&pack(self), None);
                    let span = ray::span(&pack(target), &range.line);
                    cast::first_of_one(&range, span, is_solid(V::DIM)).map(|hit| hit.lift(&|x| x))
                }
            }
        });
    }
    spans {
        for_shapes!(Straight in [Line Ray Segment] {
            impl<V: Dim + FloatVector> Cast<Target<V>> for Straight<V> {
                type Answer = Option<Hit<V>>;

                fn cast(&self, target: &Target<V>) -> Option<Hit<V>> {
                    let range = cast::Range::of(self, None);
                    let spans = ray::spans(target, &range.line);
                    cast::first(range, &spans, is_solid(V::DIM), &CastOptions::default())
                }
            }
        });
    }
}

for_shapes!(Straight in [Line Ray Segment] {
    impl<V: FloatVector> Straight<V> {
        /// Returns the first hit with `target`, if any. See [`Cast`] for all shapes.
        #[inline]
        #[must_use]
        pub fn cast<B>(&self, target: &B) -> Option<Hit<V>>
        where
            Self: Cast<B, Answer = Option<Hit<V>>>,
        {
            Cast::cast(self, target)
        }

        /// Returns all hits with `target` in order of `t`. See [`CastAll`] for all shapes.
        #[must_use]
        pub fn cast_all<B>(&self, target: &B) -> Vec<Hit<V>>
        where
            Self: CastAll<B, Answer = Vec<Hit<V>>>,
        {
            CastAll::cast_all(self, target)
        }
    }
});
