// Bullet, by its functions for single collision objects, single precision.
#include "engine.h"
#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <btBulletCollisionCommon.h>
#include <vector>

namespace {

struct World {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btCollisionWorld world{&dispatcher, &broadphase, &configuration};
    std::vector<btCollisionObject *> objects;
};

World &queries() {
    static World world;
    return world;
}

btTransform transform(const Pose *pose) {
    btQuaternion turn(pose->turn[0], pose->turn[1], pose->turn[2], pose->turn[3]);
    return btTransform(turn, {pose->at[0], pose->at[1], pose->at[2]});
}

btVector3 vector(const float *v) { return {v[0], v[1], v[2]}; }

btCollisionObject *object(btCollisionShape *shape) {
    btCollisionObject *object = new btCollisionObject;
    object->setCollisionShape(shape);
    object->setCollisionFlags(0);
    object->setActivationState(DISABLE_DEACTIVATION);
    return object;
}

void *shape(uint32_t kind, const float *numbers, size_t count, bool usual_margin) {
    if (kind == SPHERE) {
        return object(new btSphereShape(numbers[0]));
    }
    if (kind == CAPSULE) {
        return object(new btCapsuleShape(numbers[1], 2 * numbers[0]));
    }
    btConvexInternalShape *shape;
    if (kind == BOX) {
        shape = new btBoxShape(vector(numbers));
    } else {
        shape = new btConvexHullShape(numbers, int(count / 3), 3 * sizeof(float));
    }
    if (!usual_margin) {
        shape->setMargin(0);
    }
    return object(shape);
}

void *mesh(const float *corners, size_t corner_count, const uint32_t *indices, size_t triangle_count,
           bool usual_margin) {
    btTriangleIndexVertexArray *triangles =
        new btTriangleIndexVertexArray(int(triangle_count), (int *)indices, 3 * sizeof(uint32_t), int(corner_count),
                                       (float *)corners, 3 * sizeof(float));
    btBvhTriangleMeshShape *shape = new btBvhTriangleMeshShape(triangles, true);
    if (!usual_margin) {
        shape->setMargin(0);
    }
    return object(shape);
}

btCollisionObject *placed(const void *shape, const Pose *pose) {
    btCollisionObject *object = (btCollisionObject *)shape;
    object->setWorldTransform(transform(pose));
    return object;
}

struct Any : btCollisionWorld::ContactResultCallback {
    bool touches = false;
    btScalar addSingleResult(btManifoldPoint &point, const btCollisionObjectWrapper *, int, int,
                             const btCollisionObjectWrapper *, int, int) override {
        touches |= point.getDistance() <= 0;
        return 0;
    }
};

bool mesh_intersects(const void *mesh, const void *shape, const Pose *pose) {
    Any any;
    queries().world.contactPairTest((btCollisionObject *)mesh, placed(shape, pose), any);
    return any.touches;
}

float cast(btCollisionObject *still, const void *shape, const Pose *pose, const float *velocity) {
    const btConvexShape *convex = (const btConvexShape *)((const btCollisionObject *)shape)->getCollisionShape();
    btTransform from = transform(pose);
    btTransform to(from.getBasis(), from.getOrigin() + vector(velocity));
    btCollisionWorld::ClosestConvexResultCallback closest(from.getOrigin(), to.getOrigin());
    btCollisionWorld::objectQuerySingle(convex, from, to, still, still->getCollisionShape(), still->getWorldTransform(),
                                        closest, 0);
    return closest.hasHit() ? closest.m_closestHitFraction : INFINITY;
}

float mesh_sweep(const void *mesh, const void *shape, const Pose *pose, const float *velocity) {
    return cast((btCollisionObject *)mesh, shape, pose, velocity);
}

float contacts(const btCollisionObject *a, const btCollisionObject *b) {
    btCollisionObjectWrapper one(nullptr, a->getCollisionShape(), a, a->getWorldTransform(), -1, -1);
    btCollisionObjectWrapper other(nullptr, b->getCollisionShape(), b, b->getWorldTransform(), -1, -1);
    World &world = queries();
    btCollisionAlgorithm *algorithm = world.dispatcher.findAlgorithm(&one, &other, nullptr, BT_CONTACT_POINT_ALGORITHMS);
    btManifoldResult result(&one, &other);
    algorithm->processCollision(&one, &other, world.world.getDispatchInfo(), &result);
    btManifoldArray manifolds;
    algorithm->getAllContactManifolds(manifolds);
    float depth = INFINITY;
    for (int i = 0; i < manifolds.size(); ++i) {
        for (int j = 0; j < manifolds[i]->getNumContacts(); ++j) {
            depth = deeper(depth, -manifolds[i]->getContactPoint(j).getDistance());
        }
    }
    algorithm->~btCollisionAlgorithm();
    world.dispatcher.freeCollisionAlgorithm(algorithm);
    return depth;
}

float mesh_manifold(const void *mesh, const void *shape, const Pose *pose) {
    return contacts((const btCollisionObject *)mesh, placed(shape, pose));
}

float mesh_ray(const void *mesh, const float *origin, const float *way) {
    btCollisionObject *still = (btCollisionObject *)mesh;
    btTransform from(btQuaternion::getIdentity(), vector(origin));
    btTransform to(btQuaternion::getIdentity(), vector(origin) + vector(way));
    btCollisionWorld::ClosestRayResultCallback closest(from.getOrigin(), to.getOrigin());
    btCollisionWorld::rayTestSingle(from, to, still, still->getCollisionShape(), still->getWorldTransform(), closest);
    return closest.hasHit() ? closest.m_closestHitFraction : INFINITY;
}

const btConvexShape *convex(const void *shape) {
    return (const btConvexShape *)((const btCollisionObject *)shape)->getCollisionShape();
}

float distance(const void *a, const Pose *at_a, const void *b, const Pose *at_b) {
    btVoronoiSimplexSolver simplex;
    btGjkEpaPenetrationDepthSolver depth;
    btGjkPairDetector detector(convex(a), convex(b), &simplex, &depth);
    btDiscreteCollisionDetectorInterface::ClosestPointInput input;
    input.m_transformA = transform(at_a);
    input.m_transformB = transform(at_b);
    btPointCollector nearest;
    detector.getClosestPoints(input, nearest, nullptr);
    return nearest.m_hasResult && nearest.m_distance > 0 ? nearest.m_distance : 0;
}

float manifold(const void *a, const Pose *at_a, const void *b, const Pose *at_b) {
    return contacts(placed(a, at_a), placed(b, at_b));
}

float sweep(const void *a, const Pose *at_a, const void *b, const Pose *at_b, const float *velocity) {
    return cast(placed(a, at_a), b, at_b, velocity);
}

void place(void *world, const Pose *poses) {
    World *scene = (World *)world;
    for (size_t i = 0; i < scene->objects.size(); ++i) {
        scene->objects[i]->setWorldTransform(transform(&poses[i]));
    }
}

void *world(void *const *shapes, const Pose *poses, size_t count, bool) {
    World *scene = new World;
    for (size_t i = 0; i < count; ++i) {
        scene->objects.push_back((btCollisionObject *)shapes[i]);
    }
    place(scene, poses);
    for (btCollisionObject *object : scene->objects) {
        scene->world.addCollisionObject(object);
    }
    return scene;
}

void step(void *world) { ((World *)world)->world.performDiscreteCollisionDetection(); }

size_t touching(void *world) {
    btCollisionDispatcher &dispatcher = ((World *)world)->dispatcher;
    size_t count = 0;
    for (int i = 0; i < dispatcher.getNumManifolds(); ++i) {
        const btPersistentManifold *manifold = dispatcher.getManifoldByIndexInternal(i);
        bool touches = false;
        for (int j = 0; j < manifold->getNumContacts(); ++j) {
            touches |= manifold->getContactPoint(j).getDistance() <= 0;
        }
        count += touches;
    }
    return count;
}

float contact_share(void *) { return 0; }

const Engine ENGINE = {shape,    mesh,  mesh_intersects, mesh_sweep, mesh_manifold, mesh_ray, distance,
                       manifold, sweep, world,           place,      step,          touching, contact_share};

} // namespace

extern "C" const Engine *bullet_engine() { return &ENGINE; }
