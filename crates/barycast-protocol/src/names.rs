//! Shapes that a line defines by name, for the lines that follow.

use super::any::Any;
use super::error::{Code, Fault, excerpt};
use super::fields::{Held, Read, Rounded};
use super::node::Node;
use super::precision::Precision;
use barycast::dynamic::any::{Shape2, Shape3};
use glam::{DVec2, DVec3};
use std::collections::HashMap;
use std::sync::Arc;

/// The shapes that are defined, by their names; copies share them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names(Arc<HashMap<String, Named>>);

/// A shape that is ready, whatever is asked of it, and what was rounded to make it.
#[derive(Clone, Debug)]
enum Named {
    D2(Arc<Shape2<DVec2>>, Option<Rounded>),
    D3(Arc<Shape3<DVec3>>, Option<Rounded>),
}

/// What shapes are read by.
#[derive(Clone, Copy)]
pub(crate) struct Reading<'n> {
    pub(crate) precision: Precision,
    pub(crate) names: &'n Names,
}

impl Names {
    /// Defines a shape; one that is known already has the new shape from then on.
    pub(crate) fn insert(&mut self, name: String, shape: Any) {
        let shape = match shape {
            Any::D2(read) => Named::D2(read.shape.into_shared(), read.rounded),
            Any::D3(read) => Named::D3(read.shape.into_shared(), read.rounded),
        };
        Arc::make_mut(&mut self.0).insert(name, shape);
    }
}

impl Reading<'_> {
    /// The shape of a name, as it was defined: in the precision of that line.
    pub(super) fn named(&self, name: &Node<'_>) -> Result<Any, Fault> {
        let Node::Text(name) = name else {
            return Err(Fault::invalid("use", &format!("be a string, got {}", name.kind())));
        };
        match self.names.0.get(name.as_ref()) {
            Some(Named::D2(shape, rounded)) => {
                Ok(Any::D2(Read { shape: Held::Shared(shape.clone()), rounded: *rounded }))
            }
            Some(Named::D3(shape, rounded)) => {
                Ok(Any::D3(Read { shape: Held::Shared(shape.clone()), rounded: *rounded }))
            }
            None => {
                let message = format!("no line before defines `{}`", excerpt(name));
                Err(Fault::new(Code::UnknownName, "use", message))
            }
        }
    }
}
