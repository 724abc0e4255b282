//! Shapes that a line defines by name, for the lines that follow.

use super::decode::{self, Any};
use super::error::{Code, Fault, excerpt};
use super::fields::{Held, Read, Rounded};
use super::node::{Members, Node};
use super::request::{Precision, read_precision, refuse_the_rest};
use barycast::any::{Shape2, Shape3};
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

/// The names together with those of a line, `{"define": {name: shape, ...}}`, and which these are. One that is known already has the
/// new shape from then on; where one is at fault, none is defined.
pub(crate) fn define(
    shapes: Node<'_>,
    mut members: Members<'_>,
    names: &Names,
) -> Result<(Names, Vec<String>), Fault> {
    let precision = read_precision(members.take("precision"))?;
    refuse_the_rest(&members)?;
    let Node::Object(Members(shapes)) = shapes else {
        let message = format!("define must be an object of names and shapes, got {}", shapes.kind());
        return Err(Fault::new(Code::InvalidOption, "define", message));
    };
    let (mut names, mut defined) = (names.clone(), Vec::with_capacity(shapes.len()));
    for (name, node) in shapes {
        let reading = Reading { precision, names: &names };
        let shape = decode::shape(node, reading).map_err(|fault| fault.within(&name).within("define"))?;
        let shape = match shape {
            Any::D2(read) => Named::D2(read.shape.into_shared(), read.rounded),
            Any::D3(read) => Named::D3(read.shape.into_shared(), read.rounded),
        };
        defined.push(name.to_string());
        Arc::make_mut(&mut names.0).insert(name.into_owned(), shape);
    }
    Ok((names, defined))
}
