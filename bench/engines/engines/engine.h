// The queries of a physics engine behind plain functions. A number is a depth, a distance or a fraction of the way; infinity
// stands for no result. Shapes, meshes and worlds live until the process ends.
#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>

// A place and a unit quaternion (x, y, z, w).
struct Pose {
    float at[3];
    float turn[4];
};

// Sphere: radius. Capsule: half the length along y, radius. Box: three half extents. Hull: points.
enum Kind : uint32_t { SPHERE, CAPSULE, BOX, HULL };

struct Engine {
    void *(*shape)(uint32_t kind, const float *numbers, size_t count, bool usual_margin);
    void *(*mesh)(const float *corners, size_t corner_count, const uint32_t *indices, size_t triangle_count,
                  bool usual_margin);
    bool (*mesh_intersects)(const void *mesh, const void *shape, const Pose *pose);
    float (*mesh_sweep)(const void *mesh, const void *shape, const Pose *pose, const float *velocity);
    float (*mesh_manifold)(const void *mesh, const void *shape, const Pose *pose);
    float (*mesh_ray)(const void *mesh, const float *origin, const float *way);
    float (*distance)(const void *a, const Pose *at_a, const void *b, const Pose *at_b);
    float (*manifold)(const void *a, const Pose *at_a, const void *b, const Pose *at_b);
    float (*sweep)(const void *a, const Pose *at_a, const void *b, const Pose *at_b, const float *velocity);
    void *(*world)(void *const *shapes, const Pose *poses, size_t count, bool reuses);
    void (*place)(void *world, const Pose *poses);
    void (*step)(void *world);
    // Pairs that touch after the step.
    size_t (*touching)(void *world);
    // The share of the last step that was spent on finding pairs and on contacts, without the solver; 0 if the engine does
    // not report it.
    float (*contact_share)(void *world);
};

inline float deeper(float depth, float other) { return std::isinf(depth) || other > depth ? other : depth; }
