//! Bullets hit thin walls at any speed.
//!
//! `cargo run --release -p barycast --example bullet`.
//!
//! A bullet tested once per frame is before a wall in one frame and behind it in the next
//! (tunneling). A sweep tests its whole path.

use barycast::dynamic::any::Shape3;
use barycast::frame::Pose;
use barycast::scene::moving::{Bodies, CollisionFilter, MovingError};
use barycast::shape::{Aabb, Sphere};
use glam::{DQuat, DVec3, dvec3};

fn main() -> Result<(), MovingError> {
    const BULLETS: usize = 1000;
    const FRAME: f64 = 1.0 / 60.0;
    let mut dice = fastrand::Rng::with_seed(3);
    let mut vector = |size: f64| dvec3(dice.f64() - 0.5, dice.f64() - 0.5, dice.f64() - 0.5) * (2.0 * size);

    // Panes of one millimetre, in all orientations, in a cube of 40 metres.
    let mut world = Bodies::<Shape3>::new();
    let mut panes = Vec::new();
    for _ in 0..2000 {
        let half = dvec3(0.0005, 1.0, 1.0);
        let pane = world.insert(Aabb::new(-half, half).into(), CollisionFilter::FIRST)?;
        let turn = DQuat::from_scaled_axis(vector(3.0));
        world.set_pose(pane, &Pose::try_from_quat(turn, vector(20.0)).expect("a pose"))?;
        panes.push(pane);
    }
    let panes: Vec<_> = panes.iter().map(|h| (*h, world.get(*h).expect("a pane").clone())).collect();

    let queries = world.queries();
    let (mut hits, mut seen) = (0, 0);
    for _ in 0..BULLETS {
        let bullet: Shape3 = Sphere::new(vector(20.0), 0.004).into();
        let velocity = vector(1.0).normalize() * 900.0;
        let found = queries.sweep(&bullet, velocity, FRAME, |_| true);
        // The same by brute force: the first pane in time, and among equal times the first
        // inserted.
        let mut first = None;
        for (handle, pane) in &panes {
            if let Ok(Some(impact)) = pane.sweep(&bullet, velocity, FRAME)
                && first.is_none_or(|(t, _)| impact.t < t)
            {
                first = Some((impact.t, *handle));
            }
        }
        assert_eq!(found.map(|(handle, impact)| (impact.t, handle)), first);
        hits += usize::from(found.is_some());
        // Detection by ten samples of the path, for comparison.
        let at = |i: u32| bullet_at(&bullet, velocity * (FRAME * f64::from(i) / 10.0));
        seen += usize::from((0..=10).any(|i| !queries.overlapping(&at(i), |_| true).is_empty()));
    }
    println!(
        "{BULLETS} bullets: {hits} hit a pane, {seen} would have been seen in one at ten places of their way"
    );
    assert!(hits > seen);
    Ok(())
}

fn bullet_at(bullet: &Shape3, way: DVec3) -> Shape3 {
    let Shape3::Sphere(ball) = bullet else { return bullet.clone() };
    Sphere::new(ball.center + way, ball.radius).into()
}
