//! Shapes that a line defines by name for the following lines.

use super::any::Any;
use super::error::{Code, Fault, excerpt};
use super::fields::{Held, Read, Rounded};
use super::node::Node;
use super::precision::Precision;
use barycast::dynamic::any::{Shape2, Shape3};
use std::collections::HashMap;
use std::sync::Arc;

/// Defined shapes by name, shared by clones.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names(Arc<HashMap<String, Named>>);

/// A shape prepared for all queries, with the value that was rounded to build it.
#[derive(Clone, Debug)]
enum Named {
    D2(Arc<Shape2>, Option<Rounded>),
    D3(Arc<Shape3>, Option<Rounded>),
}

/// Context for reading shapes.
#[derive(Clone, Copy)]
pub(crate) struct Reading<'n> {
    pub(crate) precision: Precision,
    pub(crate) names: &'n Names,
}

impl Names {
    /// Defines a shape, replacing an earlier one of the same name.
    pub(crate) fn insert(&mut self, name: String, shape: Any) {
        let shape = match shape {
            Any::D2(read) => Named::D2(read.shape.into_shared(), read.rounded),
            Any::D3(read) => Named::D3(read.shape.into_shared(), read.rounded),
        };
        Arc::make_mut(&mut self.0).insert(name, shape);
    }
}

impl Reading<'_> {
    /// Returns the shape of a name, in the precision of the line that defined it.
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
                let message = format!("no earlier line defines `{}`", excerpt(name));
                Err(Fault::new(Code::UnknownName, "use", message))
            }
        }
    }
}
