//! `hash FROM TO`: prints the hash of the results of these queries, for the machines that `cargo
//! xtask hash --everywhere` builds for.

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|n| n.parse().ok());
    let (Some(from), Some(to)) = (numbers.next(), numbers.next()) else {
        eprintln!("usage: hash FROM TO");
        std::process::exit(2);
    };
    println!("{:016x}", barycast_testkit::hash::answers(from..to));
}
