//! Clashes of the same two things, as one issue; ids that stay.

use super::report::{Clash, Count, Issue, Part, Status};
use barycast::each::MapEach;
use barycast::scene::clash::Class;
use std::collections::HashMap;

/// The issues of the clashes, worst first; each clash is told its issue.
pub(crate) fn issues(clashes: &mut [Clash], parts: &[Part], things: &[u32]) -> Vec<Issue> {
    let mut order: Vec<usize> = (0..clashes.len()).collect();
    order.sort_by(|&i, &j| worse(&clashes[i], &clashes[j]).then(clashes[i].parts.cmp(&clashes[j].parts)));
    let mut issue_of: HashMap<[u32; 2], usize> = HashMap::new();
    let mut issues: Vec<Issue> = Vec::new();
    let mut first_of_thing: HashMap<u32, usize> = HashMap::new();
    for (part, thing) in things.iter().enumerate() {
        first_of_thing.entry(*thing).or_insert(part);
    }
    for index in order {
        let clash = &mut clashes[index];
        let mut key = clash.parts.each(|part| things[part]);
        key.sort_unstable();
        let issue = *issue_of.entry(key).or_insert_with(|| {
            let things = key.each(|thing| parts[first_of_thing[&thing]].path.clone());
            let (class, depth, distance) = (clash.class, clash.depth, clash.distance);
            let id = id(&things);
            issues.push(Issue {
                id,
                things,
                class,
                depth,
                distance,
                certain: true,
                clashes: Vec::new(),
                status: None,
            });
            issues.len() - 1
        });
        clash.issue = issue;
        let issue = &mut issues[issue];
        if clash.depth > issue.depth {
            issue.depth = clash.depth;
        }
        issue.distance = issue.distance.min(clash.distance);
        issue.certain &= clash.certain;
        issue.clashes.push(index);
        if issue.status != Some(Status::New) {
            issue.status = clash.status;
        }
    }
    issues
}

/// By class, then depth, then distance.
fn worse(a: &Clash, b: &Clash) -> std::cmp::Ordering {
    let depth = |clash: &Clash| clash.depth.unwrap_or(0.0);
    b.class.cmp(&a.class).then(depth(b).total_cmp(&depth(a))).then(a.distance.total_cmp(&b.distance))
}

/// How many of each class.
pub(crate) fn counts(clashes: &[Clash], issues: &[Issue]) -> Vec<Count> {
    let count = |class: Class| Count {
        class,
        clashes: clashes.iter().filter(|clash| clash.class == class).count(),
        issues: issues.iter().filter(|issue| issue.class == class).count(),
    };
    Class::ALL.each(count).to_vec()
}

/// Sixteen hexadecimal digits, made of two names in either order (FNV-1a).
pub(crate) fn id(names: &[String; 2]) -> String {
    let mut names = [&names[0], &names[1]];
    names.sort();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in names.iter().flat_map(|name| name.bytes().chain([0])) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    // Mixed once more: names that differ in their last letter differ in all digits.
    hash = (hash ^ hash >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    format!("{:016x}", hash ^ hash >> 29)
}
