//! Links the static libraries of Jolt and Box3D that the build script compiles.
