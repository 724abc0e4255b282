//! A tree of boxes over anything that has bounds: it knows boxes only, and whoever walks it brings the test for
//! what lies in the leaves.
//!
//! Boxes are `f32`, rounded outward, whatever the precision of what they hold, and a ray is tested in `f32` leaning
//! outward too: no box is missed which the caller's own test would hit. A node holds the boxes of eight children, tested
//! at once by whatever instructions the machine has; a leaf holds up to eight items.
//!
//! - [`Bounds`]: a box, and how to make one that holds `f64` points.
//! - [`Bvh::build`]: binned surface-area splits into a binary tree, the same tree every time, of which
//!   `collapse` makes nodes of eight; [`Build::Fast`] splits along a curve instead, into nodes of eight at once.
//! - [`Bvh::walk_ray`], [`Bvh::walk_point`]: nearest boxes first, under a limit that the leaves tighten.
//!   `group` walks along many rays as one, `turns` along many that have nothing to do with each other (what these put off is in
//!   `eights`, put in order by `order`).
//! - [`Bvh::walk_box`]: all that may meet a box.
//! - `framed` has a tree answer in the world whose boxes lie in a frame of their own: far out, tiny, turned and moved.
//! - `refit` fits the boxes to items that have moved; `edit` takes items in and out, and `account` says when that has made a part
//!   of the tree so much worse that `anew` builds it anew.
//!
//! Sources: [Wald 2007], [Lauterbach 2009], [Ize 2013], [Wald 2008], [Ylitie 2017], [Knuth 5.3.4].

mod account;
mod anew;
mod binary;
mod bins;
mod build;
mod collapse;
mod edit;
mod eights;
mod fast;
mod framed;
mod group;
mod hull;
mod last;
mod memory;
mod node;
mod order;
mod pairs;
mod placed;
mod ray;
mod refit;
mod sides;
mod stack;
mod summary;
mod turns;
mod volume;
mod watch;
mod workers;

pub(crate) use account::are_many;
pub(crate) use edit::{Changed, Edit, Edits};
pub use fearless_simd::Level;
pub(crate) use framed::{Across, Map, Tree, TreeFrame};
pub(crate) use group::{Each, GROUP, HALVES, Rays, Span, ends};
pub(crate) use last::{BothLast, Passing};
pub(crate) use memory::{alone, fetch, one_by_one, settle};
pub use node::{Bounds, Bvh, LANES};
pub(crate) use node::{Looked, is_f32};
pub(crate) use pairs::{Both, BothNear, Open};
pub(crate) use placed::Placed;
pub(crate) use ray::Plain;
pub use ray::{BoxRay, Meet};
pub(crate) use refit::Parents;
pub(crate) use sides::Side;
pub(crate) use turns::{BoxRays, MANY, MeetMany};
pub use volume::Approach;
pub use watch::Build;
pub(crate) use watch::Watch;
pub(crate) use workers::{all, together};
