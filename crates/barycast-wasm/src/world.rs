//! Moving bodies with contact events, in 2D and 3D.

use crate::fault::{error, groups};
use barycast::dynamic::any::{Shape2, Shape3};
use barycast::frame::Pose;
use barycast::query::Side;
use barycast::scene::moving::{Bodies, Body, CollisionFilter, ContactEvent, Handle, MovingError, ShapeBody};
use barycast::shape::{Ray, ShapeError};
use barycast::vector::{FloatVector, Vector};
use barycast_protocol::{AnyShape, read_shape};
use core::mem::take;
use glam::{DQuat, DVec2, DVec3};
use wasm_bindgen::prelude::*;

/// Shapes of one dimension.
trait Kind: ShapeBody<Vector: FloatVector<Scalar = f64>> {
    /// Number of dimensions.
    const DIM: usize = <Self::Vector as Vector>::DIM;
    /// Number of numbers of a pose.
    const POSE: usize;

    /// Returns the shape, if it has this dimension.
    fn of(shape: AnyShape) -> Option<Self>;

    /// Returns the pose of [`POSE`](Self::POSE) numbers.
    fn pose(numbers: &[f64]) -> Result<Pose<Self::Vector>, ShapeError>;
}

impl Kind for Shape2 {
    const POSE: usize = 3;

    fn of(shape: AnyShape) -> Option<Self> {
        if let AnyShape::D2(shape) = shape { Some((*shape).clone()) } else { None }
    }

    /// A translation and an angle.
    fn pose(numbers: &[f64]) -> Result<Pose<DVec2>, ShapeError> {
        Pose::try_rotated(numbers[2], DVec2::new(numbers[0], numbers[1]))
    }
}

impl Kind for Shape3 {
    const POSE: usize = 7;

    fn of(shape: AnyShape) -> Option<Self> {
        if let AnyShape::D3(shape) = shape { Some((*shape).clone()) } else { None }
    }

    /// A translation and a quaternion.
    fn pose(numbers: &[f64]) -> Result<Pose<DVec3>, ShapeError> {
        let turn = DQuat::from_xyzw(numbers[3], numbers[4], numbers[5], numbers[6]);
        Pose::try_from_quat(turn, DVec3::new(numbers[0], numbers[1], numbers[2]))
    }
}

type VectorOf<B> = <B as Body>::Vector;

/// Number that names no body.
const NONE: u64 = u64::MAX;

/// Results about bodies, an element or a group of elements for each. Reading a member takes it.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct BodyRows {
    bodies: Vec<u64>,
    kinds: Vec<u8>,
    sensors: Vec<u8>,
    offsets: Vec<u32>,
    numbers: Vec<f64>,
    points: Vec<f64>,
    others: Vec<f64>,
    normals: Vec<f64>,
}

#[wasm_bindgen]
impl BodyRows {
    /// Handles: two for each event and manifold, otherwise one.
    pub fn bodies(&mut self) -> Vec<u64> {
        take(&mut self.bodies)
    }

    /// 0 for a contact that started, 1 for one that persists and 2 for one that stopped; for hits 1
    /// on the front.
    pub fn kinds(&mut self) -> Vec<u8> {
        take(&mut self.kinds)
    }

    /// 1 for events of a sensor.
    pub fn sensors(&mut self) -> Vec<u8> {
        take(&mut self.sensors)
    }

    /// Points of manifold `i` are those from `offsets[i]` to `offsets[i + 1]`.
    pub fn offsets(&mut self) -> Vec<u32> {
        take(&mut self.offsets)
    }

    /// Depths, parameters or distances.
    pub fn numbers(&mut self) -> Vec<f64> {
        take(&mut self.numbers)
    }

    /// Points, of the first body where there are two.
    pub fn points(&mut self) -> Vec<f64> {
        take(&mut self.points)
    }

    /// Points of the second body.
    pub fn others(&mut self) -> Vec<f64> {
        take(&mut self.others)
    }

    /// Normals; NaN where there is none.
    pub fn normals(&mut self) -> Vec<f64> {
        take(&mut self.normals)
    }
}

/// Appends a vector, or NaN.
fn push<V: FloatVector<Scalar = f64>>(into: &mut Vec<f64>, v: Option<V>) {
    into.extend((0..V::DIM).map(|axis| v.map_or(f64::NAN, |v| v.get(axis))));
}

fn vector<V: FloatVector<Scalar = f64>>(numbers: &[f64]) -> V {
    V::from_fn(|axis| numbers[axis])
}

fn moving_error(fault: MovingError) -> JsValue {
    let (code, field) = match fault {
        MovingError::StaleHandle(_) => ("removed", "body"),
        MovingError::InvalidPose(_) => ("invalid_shape", "pose"),
        MovingError::InvalidBox(_) | MovingError::TooMany => ("invalid_shape", "shape"),
    };
    error(code, field, &fault.to_string())
}

fn shape<B: Kind>(text: &str) -> Result<B, JsValue> {
    let read = read_shape(text).map_err(|fault| {
        let field = fault.field.map_or("shape".to_owned(), |field| format!("shape.{field}"));
        error(fault.code, &field, &fault.message)
    })?;
    B::of(read).ok_or_else(|| {
        let message = format!("the world has {} dimensions, the shape has another number", B::DIM);
        error("dimension_mismatch", "shape", &message)
    })
}

fn pose<B: Kind>(numbers: &[f64]) -> Result<Pose<VectorOf<B>>, JsValue> {
    B::pose(numbers).map_err(|fault| error("invalid_shape", "pose", &format!("pose: {fault}")))
}

fn add<B: Kind>(
    bodies: &mut Bodies<B>,
    text: &str,
    place: &[f64],
    filter: CollisionFilter,
    sensor: bool,
) -> Result<u64, JsValue> {
    if !place.is_empty() && place.len() != B::POSE {
        let message = format!("pose must have {} numbers, got {}", B::POSE, place.len());
        return Err(error("invalid_shape", "pose", &message));
    }
    let body = shape::<B>(text)?;
    let place = if place.is_empty() { None } else { Some(pose::<B>(place)?) };
    let put = if sensor { Bodies::insert_sensor } else { Bodies::insert };
    let handle = put(bodies, body, filter).map_err(moving_error)?;
    if let Some(place) = place
        && let Err(fault) = bodies.set_pose(handle, &place)
    {
        bodies.remove(handle).map_err(moving_error)?;
        return Err(moving_error(fault));
    }
    Ok(handle.to_bits())
}

fn set_poses<B: Kind>(bodies: &mut Bodies<B>, handles: &[u64], places: &[f64]) -> Result<(), JsValue> {
    if places.len() != handles.len() * B::POSE {
        let wanted = handles.len() * B::POSE;
        let message =
            format!("poses must have {} numbers for each body, {wanted}, got {}", B::POSE, places.len());
        return Err(error("invalid_shape", "poses", &message));
    }
    let place = |(handle, numbers): (&u64, &[f64])| Ok((Handle::from_bits(*handle), pose::<B>(numbers)?));
    let all =
        handles.iter().zip(places.chunks_exact(B::POSE)).map(place).collect::<Result<Vec<_>, JsValue>>()?;
    bodies.set_poses(&all).map_err(moving_error)
}

fn step<B: Kind>(bodies: &mut Bodies<B>) -> BodyRows {
    let mut rows = BodyRows::default();
    for event in bodies.step() {
        rows.bodies.extend(event.bodies.map(Handle::to_bits));
        rows.kinds.push(match event.contact {
            ContactEvent::Started(_) => 0,
            ContactEvent::Persisted(_) => 1,
            ContactEvent::Stopped(_) => 2,
        });
        rows.sensors.push(u8::from(event.sensor));
        let touch = event.contact.touch();
        push(&mut rows.points, Some(touch.point));
        push(&mut rows.normals, touch.normal_a_to_b);
        rows.numbers.push(touch.depth.unwrap_or(f64::NAN));
    }
    rows
}

fn manifolds<B: Kind>(bodies: &Bodies<B>) -> BodyRows {
    let mut rows = BodyRows { offsets: vec![0], ..BodyRows::default() };
    for (pair, manifold) in bodies.manifolds() {
        rows.bodies.extend(pair.map(Handle::to_bits));
        push(&mut rows.normals, manifold.normal_a_to_b);
        for point in manifold.points.iter() {
            push(&mut rows.points, Some(point.on_a));
            push(&mut rows.others, Some(point.on_b));
            rows.numbers.push(point.depth);
        }
        rows.offsets.push(rows.numbers.len() as u32);
    }
    rows
}

fn cast_first<B: Kind>(
    bodies: &mut Bodies<B>,
    rays: &[f64],
    max_t: f64,
    filter: CollisionFilter,
) -> Result<BodyRows, JsValue> {
    groups("rays", rays.len(), 2 * B::DIM)?;
    let queries = bodies.queries().among(filter);
    let mut rows = BodyRows::default();
    for numbers in rays.chunks_exact(2 * B::DIM) {
        let (origin, direction) = numbers.split_at(B::DIM);
        let is_ray = numbers.iter().all(|x| x.is_finite()) && direction.iter().any(|x| *x != 0.0);
        let ray = Ray { origin: vector::<VectorOf<B>>(origin), direction: vector(direction) };
        let limit = (max_t < f64::INFINITY).then_some(max_t);
        let found = if is_ray { queries.cast(&ray, limit, |_| true) } else { None };
        let hit = found.as_ref().map(|(_, hit)| hit);
        rows.bodies.push(found.as_ref().map_or(NONE, |(body, _)| body.to_bits()));
        rows.numbers.push(hit.map_or(f64::INFINITY, |hit| hit.t));
        push(&mut rows.points, hit.and_then(|hit| hit.point));
        push(&mut rows.normals, hit.and_then(|hit| hit.normal));
        rows.kinds.push(u8::from(hit.is_some_and(|hit| hit.side == Side::Outside)));
    }
    Ok(rows)
}

fn sweep<B: Kind>(
    bodies: &mut Bodies<B>,
    text: &str,
    velocity: &[f64],
    max_t: f64,
    filter: CollisionFilter,
) -> Result<BodyRows, JsValue> {
    if velocity.len() != B::DIM || !velocity.iter().all(|x| x.is_finite()) {
        let message = format!("velocity must have {} finite numbers", B::DIM);
        return Err(error("invalid_option", "velocity", &message));
    }
    let body = shape::<B>(text)?;
    let found = bodies.queries().among(filter).sweep(&body, vector(velocity), max_t, |_| true);
    let mut rows = BodyRows::default();
    if let Some((handle, impact)) = found {
        rows.bodies.push(handle.to_bits());
        rows.numbers.push(impact.t);
        push(&mut rows.points, Some(impact.point));
        push(&mut rows.normals, impact.normal_a_to_b);
    }
    Ok(rows)
}

fn nearest<B: Kind>(
    bodies: &mut Bodies<B>,
    text: &str,
    count: usize,
    within: f64,
    filter: CollisionFilter,
) -> Result<BodyRows, JsValue> {
    let body = shape::<B>(text)?;
    let mut rows = BodyRows::default();
    for (handle, closest) in bodies.queries().among(filter).k_nearest(&body, count, within, |_| true) {
        rows.bodies.push(handle.to_bits());
        rows.numbers.push(closest.distance);
        push(&mut rows.points, Some(closest.on_a));
        push(&mut rows.others, Some(closest.on_b));
    }
    Ok(rows)
}

fn overlapping<B: Kind>(
    bodies: &mut Bodies<B>,
    text: &str,
    filter: CollisionFilter,
) -> Result<Vec<u64>, JsValue> {
    let body = shape::<B>(text)?;
    let found = bodies.queries().among(filter).overlapping(&body, |_| true);
    Ok(found.into_iter().map(Handle::to_bits).collect())
}

/// Bodies of either dimension.
#[derive(Debug)]
enum Either {
    D2(Bodies<Shape2>),
    D3(Bodies<Shape3>),
}

/// Bodies that are added, moved and removed, with events when they touch.
#[wasm_bindgen]
#[derive(Debug)]
pub struct World {
    bodies: Either,
}

/// Calls a generic function for the dimension of a world.
macro_rules! either {
    ($world:expr, $bodies:ident => $answer:expr) => {
        match &mut $world.bodies {
            Either::D2($bodies) => $answer,
            Either::D3($bodies) => $answer,
        }
    };
}

#[wasm_bindgen]
impl World {
    /// Starts without bodies, in two dimensions or in three.
    #[wasm_bindgen(constructor)]
    pub fn new(dimensions: u32) -> Result<Self, JsValue> {
        let bodies = match dimensions {
            2 => Either::D2(Bodies::new()),
            3 => Either::D3(Bodies::new()),
            _ => {
                let message = format!("dimensions must be 2 or 3, got {dimensions}");
                return Err(error("invalid_option", "dimensions", &message));
            }
        };
        Ok(Self { bodies })
    }

    /// Adds a shape of the protocol, in its place or in a pose, and returns the handle of the body.
    pub fn add(
        &mut self,
        shape: &str,
        pose: &[f64],
        memberships: u32,
        mask: u32,
        sensor: bool,
    ) -> Result<u64, JsValue> {
        let filter = CollisionFilter { memberships, mask };
        either!(self, bodies => add(bodies, shape, pose, filter, sensor))
    }

    /// Places bodies, all or none.
    pub fn set_poses(&mut self, handles: &[u64], poses: &[f64]) -> Result<(), JsValue> {
        either!(self, bodies => set_poses(bodies, handles, poses))
    }

    /// Gives a body another shape.
    pub fn replace(&mut self, handle: u64, text: &str) -> Result<(), JsValue> {
        let handle = Handle::from_bits(handle);
        either!(self, bodies => bodies.move_to(handle, shape(text)?).map_err(moving_error))
    }

    /// Sets with which bodies a body may form a pair.
    pub fn set_filter(&mut self, handle: u64, memberships: u32, mask: u32) -> Result<(), JsValue> {
        let (handle, filter) = (Handle::from_bits(handle), CollisionFilter { memberships, mask });
        either!(self, bodies => bodies.set_filter(handle, filter).map_err(moving_error))
    }

    /// Removes a body.
    pub fn remove(&mut self, handle: u64) -> Result<(), JsValue> {
        let handle = Handle::from_bits(handle);
        either!(self, bodies => bodies.remove(handle).map_err(moving_error))
    }

    /// Updates all contacts and returns the events since the last step.
    pub fn step(&mut self) -> BodyRows {
        either!(self, bodies => step(bodies))
    }

    /// Contact points of the pairs that touched in the last step, sensors left out.
    pub fn manifolds(&mut self) -> BodyRows {
        either!(self, bodies => manifolds(bodies))
    }

    /// First body that each ray hits.
    pub fn cast_first(
        &mut self,
        rays: &[f64],
        max_t: f64,
        memberships: u32,
        mask: u32,
    ) -> Result<BodyRows, JsValue> {
        let filter = CollisionFilter { memberships, mask };
        either!(self, bodies => cast_first(bodies, rays, max_t, filter))
    }

    /// First body that a moving shape touches; no row if it touches none.
    pub fn sweep(
        &mut self,
        shape: &str,
        velocity: &[f64],
        max_t: f64,
        memberships: u32,
        mask: u32,
    ) -> Result<BodyRows, JsValue> {
        let filter = CollisionFilter { memberships, mask };
        either!(self, bodies => sweep(bodies, shape, velocity, max_t, filter))
    }

    /// Bodies nearest to a shape, in order of distance.
    pub fn nearest(
        &mut self,
        shape: &str,
        count: usize,
        within: f64,
        memberships: u32,
        mask: u32,
    ) -> Result<BodyRows, JsValue> {
        let filter = CollisionFilter { memberships, mask };
        either!(self, bodies => nearest(bodies, shape, count, within, filter))
    }

    /// Bodies that share a point with a shape.
    pub fn overlapping(&mut self, shape: &str, memberships: u32, mask: u32) -> Result<Vec<u64>, JsValue> {
        let filter = CollisionFilter { memberships, mask };
        either!(self, bodies => overlapping(bodies, shape, filter))
    }

    /// Handles of all bodies.
    pub fn handles(&mut self) -> Vec<u64> {
        either!(self, bodies => bodies.boxes().handles().map(Handle::to_bits).collect())
    }

    /// Whether a handle names a body.
    pub fn has(&mut self, handle: u64) -> bool {
        either!(self, bodies => bodies.get(Handle::from_bits(handle)).is_some())
    }
}
