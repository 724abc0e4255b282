//! Connected components by disjoint sets (union-find). Each component is represented by its lowest
//! member.

/// Returns the representative of a component.
pub(super) fn find(pieces: &mut [u32], mut of: u32) -> u32 {
    while pieces[of as usize] != of {
        let above = pieces[pieces[of as usize] as usize];
        pieces[of as usize] = above;
        of = above;
    }
    of
}

/// Joins the components of two members.
pub(super) fn join(pieces: &mut [u32], a: u32, b: u32) {
    let (a, b) = (find(pieces, a), find(pieces, b));
    pieces[a.max(b) as usize] = a.min(b);
}
