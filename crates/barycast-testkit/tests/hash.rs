//! Results have the same bits everywhere, and change only on purpose.

use barycast_testkit::hash::answers;

#[test]
fn a_hundred_thousand_results_have_the_stored_hash() {
    let kept = include_str!("../golden/answers.txt");
    let golden = kept.lines().find_map(|line| line.strip_prefix("100000 ")).expect("a line for so many");
    // In two parts, whose sum must be the same: the hash does not depend on the split among
    // threads.
    let parts = [0..37_000, 37_000..100_000].map(|part| std::thread::spawn(move || answers(part)));
    let sum = parts.into_iter().map(|part| part.join().expect("no panic")).fold(0, u64::wrapping_add);
    assert_eq!(
        format!("{sum:016x}"),
        golden,
        "some answer changed, if only in its last bit. Where that is meant, `cargo xtask hash --update` keeps the new hash; \
         where nothing was changed, something differs by machine: `cargo xtask hash --everywhere` shows where"
    );
}
