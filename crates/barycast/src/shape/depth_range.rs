//! The depths that a camera's matrix gives to what is near and far.

/// Which depths the nearest and the farthest visible points get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DepthRange {
    /// Near 0, far 1: Direct3D, Metal, Vulkan, WebGPU.
    ZeroToOne,
    /// Near -1, far 1: OpenGL.
    MinusOneToOne,
    /// Near 1, far 0, often at infinity: Bevy. Depths of `f32` are finest far away so.
    Reversed,
}

impl DepthRange {
    /// The depths of the nearest and the farthest points.
    pub(crate) const fn ends(self) -> [i32; 2] {
        match self {
            Self::ZeroToOne => [0, 1],
            Self::MinusOneToOne => [-1, 1],
            Self::Reversed => [1, 0],
        }
    }
}
