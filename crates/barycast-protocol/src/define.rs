//! The request `define`: named shapes for the following lines.

use super::decode;
use super::error::{Code, Fault};
use super::names::{Names, Reading};
use super::node::{Members, Node};
use super::options::{precision, refuse_the_rest};

/// Returns the names extended by those of a line `{"define": {name: shape, ...}}`, and the list of
/// new names. An existing name gets the new shape. If any shape is invalid, none is defined.
pub(crate) fn define(
    shapes: Node<'_>,
    mut members: Members<'_>,
    names: &Names,
) -> Result<(Names, Vec<String>), Fault> {
    let precision = precision(&mut members)?;
    refuse_the_rest(&members)?;
    let Node::Object(Members(shapes)) = shapes else {
        let message = format!("define must be an object that maps names to shapes, got {}", shapes.kind());
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
