//! Range of depth values in clip space.

/// Depth values of the near and the far plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DepthRange {
    /// Near 0, far 1: Direct3D, Metal, Vulkan, WebGPU.
    ZeroToOne,
    /// Near -1, far 1: OpenGL.
    MinusOneToOne,
    /// Near 1, far 0, often at infinity (reversed z): Bevy. Gives `f32` depths the best precision
    /// far away.
    Reversed,
}

impl DepthRange {
    /// Returns the depths of the near and the far plane.
    pub(crate) const fn ends(self) -> [i32; 2] {
        match self {
            Self::ZeroToOne => [0, 1],
            Self::MinusOneToOne => [-1, 1],
            Self::Reversed => [1, 0],
        }
    }
}
