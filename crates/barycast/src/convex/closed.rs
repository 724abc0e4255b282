//! Contacts in closed form: two boxes, and a box and a segment with radii.

use super::box_segment::BoxSegment;
use super::contact::later;
use super::form::Form;
use super::overlap::{self, Core};
use crate::query::Penetration;
use crate::vector::FloatVector;

/// Returns the least translation that separates the shapes, of negative depth if they are apart, and
/// the size of the coordinates with which its error scales. Returns `None` for other shapes. Two boxes
/// that are apart may be farther apart than the depth.
pub(crate) fn contact<V: FloatVector>(
    a: &Form<'_, V>,
    b: &Form<'_, V>,
) -> Option<(Penetration<V>, V::Scalar)> {
    if let (Some(x), Some(y)) = (Core::of_box_form(a), Core::of_box_form(b)) {
        // The result does not depend on the order of the shapes.
        let turned = later(a, b);
        let found = if turned { overlap::least(&y, &x).swap() } else { overlap::least(&x, &y) };
        return Some((found, x.extent() + y.extent()));
    }
    let pair = BoxSegment::of(a, b)?;
    Some((pair.contact()?, pair.size()))
}
