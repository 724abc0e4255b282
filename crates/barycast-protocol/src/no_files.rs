//! Stands in for `files` in builds without the feature `files`, such as those for the web.

use super::error::{Code, Fault};
use super::node::Node;
use barycast::shape::Mesh;
use glam::DVec3;

/// Returns the error of a mesh given by its path.
pub(super) fn mesh<V>(path: &Node<'_>, _solid: bool) -> Result<Mesh<DVec3>, Fault> {
    if let Node::Text(_) = path {
        let message = "this build reads no files; give vertices and triangles instead";
        Err(Fault::new(Code::Io, "path", message))
    } else {
        Err(Fault::invalid("path", &format!("be a string, got {}", path.kind())))
    }
}
