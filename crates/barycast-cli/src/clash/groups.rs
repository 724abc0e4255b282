//! Grouping of clashes of the same two things into issues, and stable ids.

use super::identity::Identities;
use super::report::{Clash, Count, Issue, Part, Status};
use barycast::number::each::MapEach;
use barycast::scene::clash::Class;
use std::collections::{HashMap, HashSet};

/// Groups clashes into issues, worst first, and writes the id of its issue into each clash.
pub(crate) fn issues(
    clashes: &mut [Clash],
    parts: &[Part],
    identities: &Identities<'_>,
    things: &[u32],
) -> Vec<Issue> {
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
        let of = clash.parts.each(|part| things[part]);
        let key = [of[0].min(of[1]), of[0].max(of[1])];
        let issue = *issue_of.entry(key).or_insert_with(|| {
            let firsts = of.each(|thing| first_of_thing[&thing]);
            let things = firsts.each(|part| parts[part].path.clone());
            let (class, depth, distance) = (clash.class, clash.depth, clash.distance);
            let id = id(&firsts.each(|part| identities.of(part)));
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
    let was = |issue: &Issue| issue.clashes.iter().find_map(|clash| clashes[*clash].issue_was.clone());
    let was: Vec<Option<String>> = issues.iter().map(was).collect();
    keep_ids(issues.iter_mut().map(|issue| &mut issue.id).zip(was));
    issues
}

/// Gives each entry its id in the baseline, the first of equal ones; the others get an id that no
/// entry has.
pub(crate) fn keep_ids<'a>(ids: impl Iterator<Item = (&'a mut String, Option<String>)>) {
    let (mut used, mut fresh) = (HashSet::new(), Vec::new());
    for (id, was) in ids {
        match was {
            Some(was) if used.insert(was.clone()) => *id = was,
            _ => fresh.push(id),
        }
    }
    for own in fresh {
        let made = own.clone();
        let mut count = 1;
        while !used.insert(own.clone()) {
            count += 1;
            *own = id(&[made.clone(), count.to_string()]);
        }
    }
}

/// Compares by class, then depth, then distance.
fn worse(a: &Clash, b: &Clash) -> std::cmp::Ordering {
    let depth = |clash: &Clash| clash.depth.unwrap_or(0.0);
    b.class.cmp(&a.class).then(depth(b).total_cmp(&depth(a))).then(a.distance.total_cmp(&b.distance))
}

/// Returns the number of clashes and issues per class.
pub(crate) fn counts(clashes: &[Clash], issues: &[Issue]) -> Vec<Count> {
    let count = |class: Class| Count {
        class,
        clashes: clashes.iter().filter(|clash| clash.class == class).count(),
        issues: issues.iter().filter(|issue| issue.class == class).count(),
    };
    Class::ALL.each(count).to_vec()
}

/// Returns sixteen hexadecimal digits: the FNV-1a hash of two texts in either order.
pub(crate) fn id(names: &[String; 2]) -> String {
    let mut names = [&names[0], &names[1]];
    names.sort();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in names.iter().flat_map(|name| name.bytes().chain([0])) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    // One more mixing step: names that differ in the last letter differ in all digits.
    hash = (hash ^ hash >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    format!("{:016x}", hash ^ hash >> 29)
}
