//! Compiles what is ours of each engine: plain functions around its queries.

fn main() {
    println!("cargo:rerun-if-changed=engines");
    let from_sources = |name: &str| {
        std::env::var(format!("DEP_ENGINE_SOURCES_{name}")).expect("set by the package of the sources")
    };
    let glue = || {
        let mut build = cc::Build::new();
        build.cpp(true).std("c++17").opt_level(3).warnings(false).define("NDEBUG", None);
        build
    };
    let mut jolt = glue();
    jolt.include(from_sources("JOLT"));
    from_sources("JOLT_SETS").split(' ').for_each(|set| {
        jolt.define(&format!("JPH_USE_{set}"), None);
    });
    from_sources("JOLT_FLAGS").split(' ').for_each(|flag| {
        jolt.flag(flag);
    });
    jolt.file("engines/jolt.cpp").compile("jolt_queries");
    glue().include(from_sources("BOX3D")).file("engines/box3d.cpp").compile("box3d_queries");
    // From Debian, in single precision.
    glue().include("/usr/include/bullet").file("engines/bullet.cpp").compile("bullet_queries");
    ["BulletCollision", "LinearMath"].iter().for_each(|name| println!("cargo:rustc-link-lib={name}"));
}
