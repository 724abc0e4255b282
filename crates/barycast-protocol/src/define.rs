//! The request `define`: shapes by name, for the lines that follow.

use super::decode;
use super::error::{Code, Fault};
use super::names::{Names, Reading};
use super::node::{Members, Node};
use super::options::{precision, refuse_the_rest};

/// The names together with those of a line, `{"define": {name: shape, ...}}`, and which these are.
/// One that is known already has the new shape from then on; where one is at fault, none is
/// defined.
pub(crate) fn define(
    shapes: Node<'_>,
    mut members: Members<'_>,
    names: &Names,
) -> Result<(Names, Vec<String>), Fault> {
    let precision = precision(&mut members)?;
    refuse_the_rest(&members)?;
    let Node::Object(Members(shapes)) = shapes else {
        let message = format!("define must be an object of names and shapes, got {}", shapes.kind());
        return Err(Fault::new(Code::InvalidOption, "define", message));
    };
    let (mut names, mut defined) = (names.clone(), Vec::with_capacity(shapes.len()));
    for (name, node) in shapes {
        let reading = Reading { precision, names: &names };
        let shape = decode::shape(node, reading).map_err(|fault| fault.within(&name).within("define"))?;
        defined.push(name.to_string());
        names.insert(name.into_owned(), shape);
    }
    Ok((names, defined))
}
