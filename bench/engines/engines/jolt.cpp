// Jolt, by its functions for single shapes, in single precision and without its profiler.
#include "engine.h"
#include <Jolt/Jolt.h>

#include <Jolt/Core/Factory.h>
#include <Jolt/Core/JobSystemSingleThreaded.h>
#include <Jolt/Core/TempAllocator.h>
#include <Jolt/Geometry/GJKClosestPoint.h>
#include <Jolt/Physics/Body/BodyCreationSettings.h>
#include <Jolt/Physics/Collision/CastResult.h>
#include <Jolt/Physics/Collision/CollideShape.h>
#include <Jolt/Physics/Collision/CollisionCollectorImpl.h>
#include <Jolt/Physics/Collision/CollisionDispatch.h>
#include <Jolt/Physics/Collision/ManifoldBetweenTwoFaces.h>
#include <Jolt/Physics/Collision/RayCast.h>
#include <Jolt/Physics/Collision/Shape/BoxShape.h>
#include <Jolt/Physics/Collision/Shape/CapsuleShape.h>
#include <Jolt/Physics/Collision/Shape/ConvexHullShape.h>
#include <Jolt/Physics/Collision/Shape/MeshShape.h>
#include <Jolt/Physics/Collision/Shape/SphereShape.h>
#include <Jolt/Physics/Collision/ShapeCast.h>
#include <Jolt/Physics/PhysicsSystem.h>
#include <Jolt/RegisterTypes.h>
#include <vector>

using namespace JPH;

namespace {

// Points this far outside a shape count too, as in Jolt's simulation.
constexpr float SPECULATIVE = 0.02f;
const Vec3 ONE = Vec3::sReplicate(1);

void prepare() {
    static bool done = false;
    if (!done) {
        RegisterDefaultAllocator();
        Factory::sInstance = new Factory;
        RegisterTypes();
        done = true;
    }
}

Vec3 vector(const float *v) { return {v[0], v[1], v[2]}; }

Quat turn(const Pose *pose) { return {pose->turn[0], pose->turn[1], pose->turn[2], pose->turn[3]}; }

Mat44 middle(const Shape *shape, const Pose *pose) {
    return Mat44::sRotationTranslation(turn(pose), vector(pose->at)).PreTranslated(shape->GetCenterOfMass());
}

void *shape(uint32_t kind, const float *numbers, size_t count, bool usual_margin) {
    prepare();
    float radius = usual_margin ? cDefaultConvexRadius : 0;
    Shape *shape;
    if (kind == SPHERE) {
        shape = new SphereShape(numbers[0]);
    } else if (kind == CAPSULE) {
        shape = new CapsuleShape(numbers[0], numbers[1]);
    } else if (kind == BOX) {
        shape = new BoxShape(vector(numbers), radius);
    } else {
        Array<Vec3> points;
        for (size_t i = 0; i < count; i += 3) {
            points.push_back(vector(numbers + i));
        }
        ConvexHullShapeSettings settings(points, radius);
        ShapeSettings::ShapeResult result = settings.Create();
        shape = result.Get().GetPtr();
        shape->AddRef();
        return shape;
    }
    shape->AddRef();
    return shape;
}

void *mesh(const float *corners, size_t corner_count, const uint32_t *indices, size_t triangle_count, bool) {
    prepare();
    VertexList vertices;
    for (size_t i = 0; i < corner_count; ++i) {
        vertices.push_back(Float3(corners[3 * i], corners[3 * i + 1], corners[3 * i + 2]));
    }
    IndexedTriangleList triangles;
    for (size_t i = 0; i < triangle_count; ++i) {
        triangles.push_back(IndexedTriangle(indices[3 * i], indices[3 * i + 1], indices[3 * i + 2]));
    }
    MeshShapeSettings settings(std::move(vertices), std::move(triangles));
    ShapeSettings::ShapeResult result = settings.Create();
    Shape *shape = result.Get().GetPtr();
    shape->AddRef();
    return shape;
}

void collide(const Shape *a, Mat44Arg at_a, const Shape *b, Mat44Arg at_b, const CollideShapeSettings &settings,
             CollideShapeCollector &collector) {
    CollisionDispatch::sCollideShapeVsShape(a, b, ONE, ONE, at_a, at_b, SubShapeIDCreator(), SubShapeIDCreator(), settings,
                                            collector);
}

bool mesh_intersects(const void *mesh, const void *shape, const Pose *pose) {
    const Shape *moving = (const Shape *)shape;
    CollideShapeSettings settings;
    settings.mActiveEdgeMode = EActiveEdgeMode::CollideWithAll;
    settings.mBackFaceMode = EBackFaceMode::CollideWithBackFaces;
    AnyHitCollisionCollector<CollideShapeCollector> any;
    collide(moving, middle(moving, pose), (const Shape *)mesh, Mat44::sIdentity(), settings, any);
    return any.HadHit();
}

float cast(const Shape *still, Mat44Arg at, const void *shape, const Pose *pose, const float *velocity) {
    const Shape *moving = (const Shape *)shape;
    ShapeCast cast(moving, ONE, middle(moving, pose), vector(velocity));
    ShapeCastSettings settings;
    settings.mActiveEdgeMode = EActiveEdgeMode::CollideWithAll;
    settings.mBackFaceModeTriangles = EBackFaceMode::CollideWithBackFaces;
    settings.mBackFaceModeConvex = EBackFaceMode::CollideWithBackFaces;
    ClosestHitCollisionCollector<CastShapeCollector> closest;
    CollisionDispatch::sCastShapeVsShapeWorldSpace(cast, settings, still, ONE, ShapeFilter(), at, SubShapeIDCreator(),
                                                   SubShapeIDCreator(), closest);
    return closest.HadHit() ? closest.mHit.mFraction : INFINITY;
}

float mesh_sweep(const void *mesh, const void *shape, const Pose *pose, const float *velocity) {
    return cast((const Shape *)mesh, Mat44::sIdentity(), shape, pose, velocity);
}

// Clips the faces of each hit against each other, as the simulation does.
struct Points : CollideShapeCollector {
    float depth = INFINITY;
    void AddHit(const CollideShapeResult &hit) override {
        ContactPoints on_a, on_b;
        ManifoldBetweenTwoFaces(hit.mContactPointOn1, hit.mContactPointOn2, hit.mPenetrationAxis,
                                SPECULATIVE * SPECULATIVE, hit.mShape1Face, hit.mShape2Face, on_a, on_b);
        if (on_a.size() > 4) {
            PruneContactPoints(hit.mPenetrationAxis.Normalized(), on_a, on_b);
        }
        depth = deeper(depth, hit.mPenetrationDepth);
    }
};

float points(const Shape *a, Mat44Arg at_a, const Shape *b, Mat44Arg at_b) {
    CollideShapeSettings settings;
    settings.mMaxSeparationDistance = SPECULATIVE;
    settings.mCollectFacesMode = ECollectFacesMode::CollectFaces;
    Points points;
    collide(a, at_a, b, at_b, settings, points);
    return points.depth;
}

float mesh_manifold(const void *mesh, const void *shape, const Pose *pose) {
    const Shape *moving = (const Shape *)shape;
    return points(moving, middle(moving, pose), (const Shape *)mesh, Mat44::sIdentity());
}

float mesh_ray(const void *mesh, const float *origin, const float *way) {
    RayCastResult hit;
    RayCast ray(vector(origin), vector(way));
    return ((const Shape *)mesh)->CastRay(ray, SubShapeIDCreator(), hit) ? hit.mFraction : INFINITY;
}

float distance(const void *a, const Pose *at_a, const void *b, const Pose *at_b) {
    const ConvexShape *one = (const ConvexShape *)a;
    const ConvexShape *other = (const ConvexShape *)b;
    ConvexShape::SupportBuffer space_a, space_b;
    auto mode = ConvexShape::ESupportMode::ExcludeConvexRadius;
    const ConvexShape::Support *support_a = one->GetSupportFunction(mode, space_a, ONE);
    const ConvexShape::Support *support_b = other->GetSupportFunction(mode, space_b, ONE);
    TransformedConvexObject<ConvexShape::Support> there(middle(one, at_a).InversedRotationTranslation() *
                                                            middle(other, at_b),
                                                        *support_b);
    GJKClosestPoint gjk;
    Vec3 axis = Vec3::sAxisX(), on_a, on_b;
    float squared = gjk.GetClosestPoints(*support_a, there, cDefaultCollisionTolerance, FLT_MAX, axis, on_a, on_b);
    return std::max(0.0f, sqrtf(squared) - support_a->GetConvexRadius() - support_b->GetConvexRadius());
}

float manifold(const void *a, const Pose *at_a, const void *b, const Pose *at_b) {
    const Shape *one = (const Shape *)a;
    const Shape *other = (const Shape *)b;
    return points(one, middle(one, at_a), other, middle(other, at_b));
}

float sweep(const void *a, const Pose *at_a, const void *b, const Pose *at_b, const float *velocity) {
    const Shape *still = (const Shape *)a;
    return cast(still, middle(still, at_a), b, at_b, velocity);
}

// All bodies collide with all others.
struct Layers : BroadPhaseLayerInterface, ObjectVsBroadPhaseLayerFilter, ObjectLayerPairFilter {
    uint GetNumBroadPhaseLayers() const override { return 1; }
    BroadPhaseLayer GetBroadPhaseLayer(ObjectLayer) const override { return BroadPhaseLayer(0); }
    bool ShouldCollide(ObjectLayer, BroadPhaseLayer) const override { return true; }
    bool ShouldCollide(ObjectLayer, ObjectLayer) const override { return true; }
};

struct Touches : ContactListener {
    size_t count = 0;
    void OnContactAdded(const Body &, const Body &, const ContactManifold &manifold, ContactSettings &) override {
        count += manifold.mPenetrationDepth >= 0;
    }
    void OnContactPersisted(const Body &, const Body &, const ContactManifold &manifold, ContactSettings &) override {
        count += manifold.mPenetrationDepth >= 0;
    }
};

struct Scene {
    Layers layers;
    Touches touches;
    PhysicsSystem system;
    TempAllocatorImpl memory{64 << 20};
    JobSystemSingleThreaded jobs{cMaxPhysicsJobs};
    std::vector<BodyID> bodies;
};

void *world(void *const *shapes, const Pose *poses, size_t count, bool) {
    Scene *scene = new Scene;
    uint most = uint(count) * 16;
    scene->system.Init(uint(count), 0, most, most, scene->layers, scene->layers, scene->layers);
    scene->system.SetGravity(Vec3::sZero());
    scene->system.SetContactListener(&scene->touches);
    for (size_t i = 0; i < count; ++i) {
        BodyCreationSettings settings((const Shape *)shapes[i], vector(poses[i].at), turn(&poses[i]),
                                      EMotionType::Kinematic, 0);
        settings.mCollideKinematicVsNonDynamic = true;
        settings.mAllowSleeping = false;
        scene->bodies.push_back(
            scene->system.GetBodyInterfaceNoLock().CreateAndAddBody(settings, EActivation::Activate));
    }
    scene->system.OptimizeBroadPhase();
    return scene;
}

void place(void *world, const Pose *poses) {
    Scene *scene = (Scene *)world;
    BodyInterface &bodies = scene->system.GetBodyInterfaceNoLock();
    for (size_t i = 0; i < scene->bodies.size(); ++i) {
        bodies.SetPositionAndRotation(scene->bodies[i], vector(poses[i].at), turn(&poses[i]), EActivation::DontActivate);
    }
}

void step(void *world) {
    Scene *scene = (Scene *)world;
    scene->touches.count = 0;
    scene->system.Update(1.0f / 60, 1, &scene->memory, &scene->jobs);
}

size_t touching(void *world) { return ((Scene *)world)->touches.count; }

float contact_share(void *) { return 0; }

const Engine ENGINE = {shape,    mesh,  mesh_intersects, mesh_sweep, mesh_manifold, mesh_ray, distance,
                       manifold, sweep, world,           place,      step,          touching, contact_share};

} // namespace

extern "C" const Engine *jolt_engine() { return &ENGINE; }
