//! The shapes around an arc, as tubes.

use super::{Tube, across};
use crate::dynamic::any::{Shape2, Shape3};
use crate::exact::certify::precise;
use crate::number::{DoubleDouble, Field, Float, Ring};
use crate::pair::{annulus_ray, arc_ray, ray_torus};
use crate::query::Span;
use crate::shape::*;
use crate::vector::{V2, V3, Vector2};
use alloc::vec::Vec;
use glam::{DVec2, DVec3};

impl Shape2<DVec2> {
    /// Itself as a tube.
    pub(crate) fn tube(&self) -> Option<Tube<V2<DoubleDouble>>> {
        match self {
            Self::Annulus(a) => {
                let Annulus { center, inner_radius, outer_radius } = precise!(V2, a);
                let x = V2 { x: DoubleDouble::ONE, y: DoubleDouble::ZERO };
                // Without a hole it is a ball, whose middle is no boundary.
                let [middle, half] = if a.inner_radius == 0.0 {
                    [DoubleDouble::ZERO, outer_radius]
                } else {
                    [(inner_radius + outer_radius).half(), (outer_radius - inner_radius).half()]
                };
                Some(Tube::circle(center, [x, x.perp()], middle, half))
            }
            Self::Arc(a) => Some(Tube::arc(a)),
            _ => None,
        }
    }

    /// The stretches of a line within a distance of it, where a closed form gives them.
    pub(crate) fn curved_spans(
        &self,
        line: &Line<V2<DoubleDouble>>,
        within: DoubleDouble,
    ) -> Option<Vec<Span<V2<DoubleDouble>>>> {
        match self {
            Self::Annulus(a) => {
                let Annulus { center, inner_radius, outer_radius } = precise!(V2, a);
                let inner_radius = Ring::max(inner_radius - within, DoubleDouble::ZERO);
                Some(annulus_ray::spans(
                    &Annulus { center, inner_radius, outer_radius: outer_radius + within },
                    line,
                ))
            }
            Self::Arc(a) if within == DoubleDouble::ZERO => Some(arc_ray::spans(&precise!(V2, a), line)),
            _ => None,
        }
    }
}

impl Shape3<DVec3> {
    /// Itself as a tube.
    pub(crate) fn tube(&self) -> Option<Tube<V3<DoubleDouble>>> {
        let Self::Torus(a) = self else { return None };
        let a = precise!(V3, a);
        Some(Tube::circle(a.center, across(a.axis), a.major_radius, a.minor_radius))
    }

    /// The stretches of a line within a distance of it, where a closed form gives them.
    pub(crate) fn curved_spans(
        &self,
        line: &Line<V3<DoubleDouble>>,
        within: DoubleDouble,
    ) -> Option<Vec<Span<V3<DoubleDouble>>>> {
        let Self::Torus(a) = self else { return None };
        let a = precise!(V3, a);
        Some(ray_torus::spans(&Torus { minor_radius: a.minor_radius + within, ..a }, line))
    }
}
