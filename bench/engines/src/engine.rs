//! The physics engines behind one table of functions, `engines/engine.h`.

use glam::{Quat, Vec3};
use std::ffi::c_void;

/// A place and a rotation, as C++ reads them.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Pose {
    at: [f32; 3],
    turn: [f32; 4],
}

impl Pose {
    pub fn new(at: Vec3, turn: Quat) -> Self {
        Self { at: at.to_array(), turn: turn.to_array() }
    }
}

/// A shape about its own origin.
pub enum Form<'a> {
    Sphere {
        radius: f32,
    },
    /// Along y.
    Capsule {
        half: f32,
        radius: f32,
    },
    Box {
        half: Vec3,
    },
    Hull {
        points: &'a [Vec3],
    },
}

type Any = *const c_void;
type Pair = extern "C" fn(Any, *const Pose, Any, *const Pose) -> f32;

/// The functions in the order of the header.
#[repr(C)]
pub struct Functions {
    shape: extern "C" fn(u32, *const f32, usize, bool) -> Any,
    mesh: extern "C" fn(*const f32, usize, *const u32, usize, bool) -> Any,
    mesh_intersects: extern "C" fn(Any, Any, *const Pose) -> bool,
    mesh_sweep: extern "C" fn(Any, Any, *const Pose, *const f32) -> f32,
    mesh_manifold: extern "C" fn(Any, Any, *const Pose) -> f32,
    mesh_ray: extern "C" fn(Any, *const f32, *const f32) -> f32,
    distance: Pair,
    manifold: Pair,
    sweep: extern "C" fn(Any, *const Pose, Any, *const Pose, *const f32) -> f32,
    world: extern "C" fn(*const Any, *const Pose, usize, bool) -> Any,
    place: extern "C" fn(Any, *const Pose),
    step: extern "C" fn(Any),
    touching: extern "C" fn(Any) -> usize,
    contact_share: extern "C" fn(Any) -> f32,
}

unsafe extern "C" {
    fn box3d_engine() -> &'static Functions;
    fn bullet_engine() -> &'static Functions;
    fn jolt_engine() -> &'static Functions;
}

/// An engine with its settings.
#[derive(Clone, Copy)]
pub struct Engine {
    pub name: &'static str,
    functions: &'static Functions,
    /// `false`: shapes and meshes have no margin around them and no rounded corners, where the engine has such a setting.
    pub usual_margin: bool,
    /// `true`: contacts of the last frame may be used again where bodies moved little.
    reuses: bool,
    /// `true`: triangles push shapes only to their front.
    pub one_sided: bool,
    /// `false`: only in scenes, since the settings make no difference to single queries.
    pub in_queries: bool,
}

/// Returns all engines, those with a margin after the same without.
pub fn engines() -> Vec<Engine> {
    // SAFETY: the functions take nothing and return a pointer to a constant with the fields of `Functions`.
    let (box3d, bullet, jolt) = unsafe { (box3d_engine(), bullet_engine(), jolt_engine()) };
    let plain = Engine {
        name: "",
        functions: box3d,
        usual_margin: false,
        reuses: true,
        one_sided: true,
        in_queries: true,
    };
    vec![
        Engine { name: "Box3D", ..plain },
        Engine { name: "Box3D without reuse", reuses: false, in_queries: false, ..plain },
        Engine { name: "Bullet", functions: bullet, one_sided: false, ..plain },
        Engine {
            name: "Bullet with margin",
            functions: bullet,
            usual_margin: true,
            one_sided: false,
            ..plain
        },
        Engine { name: "Jolt", functions: jolt, ..plain },
        Engine { name: "Jolt with radius", functions: jolt, usual_margin: true, ..plain },
    ]
}

/// A shape of an engine.
#[derive(Clone, Copy)]
pub struct Shape(Any);

/// A mesh of an engine.
pub struct Mesh {
    engine: Engine,
    mesh: Any,
}

/// The bodies of an engine.
pub struct World {
    engine: Engine,
    world: Any,
    count: usize,
}

impl Engine {
    pub fn shape(&self, form: &Form) -> Shape {
        let (kind, numbers): (u32, Vec<f32>) = match form {
            Form::Sphere { radius } => (0, vec![*radius]),
            Form::Capsule { half, radius } => (1, vec![*half, *radius]),
            Form::Box { half } => (2, half.to_array().to_vec()),
            Form::Hull { points } => (3, points.iter().flat_map(|p| p.to_array()).collect()),
        };
        Shape((self.functions.shape)(kind, numbers.as_ptr(), numbers.len(), self.usual_margin))
    }

    /// Builds a mesh. Engines may keep pointers, so that the triangles live until the process ends.
    pub fn mesh(&self, corners: &[Vec3], triangles: &[[u32; 3]]) -> Mesh {
        let corners: &[f32] = corners.iter().flat_map(|p| p.to_array()).collect::<Vec<_>>().leak();
        let indices: &[u32] = triangles.as_flattened().to_vec().leak();
        let mesh = (self.functions.mesh)(
            corners.as_ptr(),
            corners.len() / 3,
            indices.as_ptr(),
            triangles.len(),
            self.usual_margin,
        );
        Mesh { engine: *self, mesh }
    }

    pub fn distance(&self, [a, b]: [Shape; 2], [at_a, at_b]: [&Pose; 2]) -> f32 {
        (self.functions.distance)(a.0, at_a, b.0, at_b)
    }

    /// Returns the depth of the deepest point, negative between shapes that are nearly in touch.
    pub fn manifold(&self, [a, b]: [Shape; 2], [at_a, at_b]: [&Pose; 2]) -> f32 {
        (self.functions.manifold)(a.0, at_a, b.0, at_b)
    }

    pub fn sweep(&self, [a, b]: [Shape; 2], [at_a, at_b]: [&Pose; 2], velocity: Vec3) -> f32 {
        (self.functions.sweep)(a.0, at_a, b.0, at_b, velocity.as_ref().as_ptr())
    }

    pub fn world(&self, shapes: &[Shape], poses: &[Pose]) -> World {
        assert_eq!(shapes.len(), poses.len(), "a pose for each shape");
        let shapes: Vec<Any> = shapes.iter().map(|shape| shape.0).collect();
        let world = (self.functions.world)(shapes.as_ptr(), poses.as_ptr(), poses.len(), self.reuses);
        World { engine: *self, world, count: poses.len() }
    }
}

impl Mesh {
    pub fn intersects(&self, shape: Shape, pose: &Pose) -> bool {
        (self.engine.functions.mesh_intersects)(self.mesh, shape.0, pose)
    }

    pub fn sweep(&self, shape: Shape, pose: &Pose, velocity: Vec3) -> f32 {
        (self.engine.functions.mesh_sweep)(self.mesh, shape.0, pose, velocity.as_ref().as_ptr())
    }

    pub fn manifold(&self, shape: Shape, pose: &Pose) -> f32 {
        (self.engine.functions.mesh_manifold)(self.mesh, shape.0, pose)
    }

    pub fn ray(&self, origin: Vec3, way: Vec3) -> f32 {
        (self.engine.functions.mesh_ray)(self.mesh, origin.as_ref().as_ptr(), way.as_ref().as_ptr())
    }
}

impl World {
    pub fn place(&self, poses: &[Pose]) {
        assert_eq!(poses.len(), self.count, "a pose for each body");
        (self.engine.functions.place)(self.world, poses.as_ptr());
    }

    pub fn step(&self) {
        (self.engine.functions.step)(self.world);
    }

    pub fn touching(&self) -> usize {
        (self.engine.functions.touching)(self.world)
    }

    /// Returns the share of pairs and contacts in the last step, `None` where the engine does not report it.
    pub fn contact_share(&self) -> Option<f64> {
        let share = (self.engine.functions.contact_share)(self.world);
        (share > 0.0).then_some(f64::from(share))
    }
}
