// Box3D, by its functions for single shapes.
#include "engine.h"
#include <box3d/box3d.h>
#include <box3d/collision.h>
#include <box3d/constants.h>
#include <vector>

namespace {

struct Form {
    uint32_t kind;
    b3Sphere sphere;
    b3Capsule capsule;
    b3BoxHull box;
    b3HullData *hull;
    std::vector<b3Vec3> points;
    float radius;
};

struct Scene {
    b3WorldId world;
    std::vector<b3BodyId> bodies;
};

b3Transform transform(const Pose *pose) {
    b3Quat turn = {{pose->turn[0], pose->turn[1], pose->turn[2]}, pose->turn[3]};
    return {{pose->at[0], pose->at[1], pose->at[2]}, turn};
}

void *shape(uint32_t kind, const float *numbers, size_t count, bool) {
    Form *form = new Form{};
    form->kind = kind;
    if (kind == SPHERE) {
        form->radius = numbers[0];
        form->sphere = {{0, 0, 0}, form->radius};
        form->points = {{0, 0, 0}};
    } else if (kind == CAPSULE) {
        form->radius = numbers[1];
        form->points = {{0, -numbers[0], 0}, {0, numbers[0], 0}};
        form->capsule = {form->points[0], form->points[1], form->radius};
    } else {
        if (kind == BOX) {
            form->box = b3MakeBoxHull(numbers[0], numbers[1], numbers[2]);
            form->hull = &form->box.base;
        } else {
            form->hull = b3CreateHull((const b3Vec3 *)numbers, int(count / 3), int(count / 3));
        }
        const b3Vec3 *points = b3GetHullPoints(form->hull);
        form->points.assign(points, points + form->hull->vertexCount);
    }
    return form;
}

b3ShapeProxy proxy(const Form *form) { return {form->points.data(), int(form->points.size()), form->radius}; }

void *mesh(const float *corners, size_t corner_count, const uint32_t *indices, size_t triangle_count, bool) {
    b3MeshDef def = {};
    def.vertices = (b3Vec3 *)corners;
    def.vertexCount = int(corner_count);
    def.indices = (int32_t *)indices;
    def.triangleCount = int(triangle_count);
    def.identifyEdges = true;
    return new b3Mesh{b3CreateMesh(&def, nullptr, 0), {1, 1, 1}};
}

bool mesh_intersects(const void *mesh, const void *shape, const Pose *pose) {
    b3ShapeProxy own = proxy((const Form *)shape);
    return b3OverlapMesh((const b3Mesh *)mesh, b3InvertTransform(transform(pose)), &own);
}

float mesh_sweep(const void *mesh, const void *shape, const Pose *pose, const float *velocity) {
    const Form *form = (const Form *)shape;
    b3Transform there = transform(pose);
    b3Vec3 points[B3_MAX_SHAPE_CAST_POINTS];
    for (size_t i = 0; i < form->points.size(); ++i) {
        points[i] = b3TransformPoint(there, form->points[i]);
    }
    b3ShapeCastInput input = {};
    input.proxy = {points, int(form->points.size()), form->radius};
    input.translation = {velocity[0], velocity[1], velocity[2]};
    input.maxFraction = 1;
    b3CastOutput output = b3ShapeCastMesh((const b3Mesh *)mesh, &input);
    return output.hit ? output.fraction : INFINITY;
}

struct Contacts {
    const Form *form;
    const uint8_t *flags;
    b3Transform back;
    float depth;
};

bool collide(b3Vec3 a, b3Vec3 b, b3Vec3 c, int triangle, void *context) {
    Contacts *contacts = (Contacts *)context;
    b3Transform back = contacts->back;
    b3Vec3 corners[3] = {b3TransformPoint(back, a), b3TransformPoint(back, b), b3TransformPoint(back, c)};
    b3LocalManifoldPoint points[32];
    b3LocalManifold manifold = {};
    manifold.points = points;
    const Form *form = contacts->form;
    if (form->kind == SPHERE) {
        b3CollideTriangleAndSphere(&manifold, 32, corners, &form->sphere);
    } else if (form->kind == CAPSULE) {
        b3SimplexCache cache = {};
        b3CollideTriangleAndCapsule(&manifold, 32, corners, &form->capsule, &cache);
    } else {
        b3SATCache cache = {};
        int flags = contacts->flags[triangle];
        b3CollideTriangleAndHull(&manifold, 32, corners[0], corners[1], corners[2], flags, form->hull, &cache, true);
    }
    for (int i = 0; i < manifold.pointCount; ++i) {
        contacts->depth = deeper(contacts->depth, -points[i].separation);
    }
    return true;
}

float mesh_manifold(const void *mesh, const void *shape, const Pose *pose) {
    const b3Mesh *triangles = (const b3Mesh *)mesh;
    const Form *form = (const Form *)shape;
    b3Transform there = transform(pose);
    b3AABB bounds = form->kind == SPHERE    ? b3ComputeSphereAABB(&form->sphere, there)
                    : form->kind == CAPSULE ? b3ComputeCapsuleAABB(&form->capsule, there)
                                            : b3ComputeHullAABB(form->hull, there);
    b3Vec3 margin = {B3_SPECULATIVE_DISTANCE, B3_SPECULATIVE_DISTANCE, B3_SPECULATIVE_DISTANCE};
    bounds = {b3Sub(bounds.lowerBound, margin), b3Add(bounds.upperBound, margin)};
    Contacts contacts = {form, b3GetMeshFlags(triangles->data), b3InvertTransform(there), INFINITY};
    b3QueryMesh(triangles, bounds, collide, &contacts);
    return contacts.depth;
}

float mesh_ray(const void *mesh, const float *origin, const float *way) {
    b3RayCastInput input = {{origin[0], origin[1], origin[2]}, {way[0], way[1], way[2]}, 1};
    b3CastOutput output = b3RayCastMesh((const b3Mesh *)mesh, &input);
    return output.hit ? output.fraction : INFINITY;
}

float distance(const void *a, const Pose *at_a, const void *b, const Pose *at_b) {
    b3DistanceInput input = {};
    input.proxyA = proxy((const Form *)a);
    input.proxyB = proxy((const Form *)b);
    input.transform = b3InvMulTransforms(transform(at_a), transform(at_b));
    input.useRadii = true;
    b3SimplexCache cache = {};
    return b3ShapeDistance(&input, &cache, nullptr, 0).distance;
}

float manifold(const void *a, const Pose *at_a, const void *b, const Pose *at_b) {
    const Form *one = (const Form *)a;
    const Form *other = (const Form *)b;
    b3LocalManifoldPoint points[32];
    b3LocalManifold manifold = {};
    manifold.points = points;
    b3Transform there = b3InvMulTransforms(transform(at_a), transform(at_b));
    if (other->kind == CAPSULE) {
        b3SimplexCache cache = {};
        b3CollideHullAndCapsule(&manifold, 32, one->hull, &other->capsule, there, &cache);
    } else {
        b3SATCache cache = {};
        b3CollideHulls(&manifold, 32, one->hull, other->hull, there, &cache);
    }
    float depth = INFINITY;
    for (int i = 0; i < manifold.pointCount; ++i) {
        depth = deeper(depth, -points[i].separation);
    }
    return depth;
}

float sweep(const void *a, const Pose *at_a, const void *b, const Pose *at_b, const float *velocity) {
    b3Transform home = transform(at_a);
    b3ShapeCastPairInput input = {};
    input.proxyA = proxy((const Form *)a);
    input.proxyB = proxy((const Form *)b);
    input.transform = b3InvMulTransforms(home, transform(at_b));
    input.translationB = b3InvRotateVector(home.q, {velocity[0], velocity[1], velocity[2]});
    input.maxFraction = 1;
    b3CastOutput output = b3ShapeCast(&input);
    return output.hit ? output.fraction : INFINITY;
}

void *world(void *const *shapes, const Pose *poses, size_t count, bool reuses) {
    b3WorldDef def = b3DefaultWorldDef();
    def.gravity = {0, 0, 0};
    def.enableSleep = false;
    def.enableContinuous = false;
    def.workerCount = 1;
    Scene *scene = new Scene{b3CreateWorld(&def), {}};
    if (!reuses) {
        b3World_SetContactRecycleDistance(scene->world, 0);
    }
    for (size_t i = 0; i < count; ++i) {
        const Form *form = (const Form *)shapes[i];
        b3Transform there = transform(&poses[i]);
        b3BodyDef body_def = b3DefaultBodyDef();
        body_def.type = b3_dynamicBody;
        body_def.position = there.p;
        body_def.rotation = there.q;
        b3BodyId body = b3CreateBody(scene->world, &body_def);
        b3ShapeDef shape_def = b3DefaultShapeDef();
        if (form->kind == CAPSULE) {
            b3CreateCapsuleShape(body, &shape_def, &form->capsule);
        } else {
            b3CreateHullShape(body, &shape_def, form->hull);
        }
        scene->bodies.push_back(body);
    }
    return scene;
}

void place(void *world, const Pose *poses) {
    Scene *scene = (Scene *)world;
    for (size_t i = 0; i < scene->bodies.size(); ++i) {
        b3Transform there = transform(&poses[i]);
        b3Body_SetTransform(scene->bodies[i], there.p, there.q);
        b3Body_SetLinearVelocity(scene->bodies[i], {0, 0, 0});
        b3Body_SetAngularVelocity(scene->bodies[i], {0, 0, 0});
    }
}

void step(void *world) { b3World_Step(((Scene *)world)->world, 1.0f / 60, 1); }

size_t touching(void *world) {
    size_t both = 0;
    std::vector<b3ContactData> contacts;
    for (b3BodyId body : ((Scene *)world)->bodies) {
        contacts.resize(size_t(b3Body_GetContactCapacity(body)));
        int count = b3Body_GetContactData(body, contacts.data(), int(contacts.size()));
        for (int i = 0; i < count; ++i) {
            bool touches = false;
            for (int j = 0; j < contacts[i].manifoldCount; ++j) {
                const b3Manifold &manifold = contacts[i].manifolds[j];
                for (int k = 0; k < manifold.pointCount; ++k) {
                    touches |= manifold.points[k].separation <= 0;
                }
            }
            both += touches;
        }
    }
    return both / 2;
}

float contact_share(void *world) {
    b3Profile profile = b3World_GetProfile(((Scene *)world)->world);
    return (profile.pairs + profile.collide) / profile.step;
}

const Engine ENGINE = {shape,    mesh,     mesh_intersects, mesh_sweep, mesh_manifold, mesh_ray, distance,
                       manifold, sweep,    world,           place,      step,          touching, contact_share};

} // namespace

extern "C" const Engine *box3d_engine() { return &ENGINE; }
