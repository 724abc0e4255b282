//! Every library of the bench. A new one needs a file that implements [`Peer`] and
//! [`Tree`](crate::peer::Tree), a line in [`open`], and a `[[peer]]` in `meshes.toml`.

use crate::peer::Peer;
use crate::settings::{Definition, Settings};
use crate::{bvh, embree, obvhs, ours, parry, python, tinybvh};

/// Returns the library of a definition, or the reason why it is unavailable.
pub fn open(definition: &Definition, settings: &Settings) -> Result<Box<dyn Peer>, String> {
    Ok(match definition.engine.as_str() {
        "barycast" => Box::new(ours::open(definition)?),
        "bvh" => Box::new(bvh::open(definition)?),
        "embree" => Box::new(embree::open(definition, &settings.embree)?),
        "obvhs" => Box::new(obvhs::open(definition)?),
        "parry" => Box::new(parry::open(definition)?),
        "python" => Box::new(python::open(definition)?),
        "tinybvh" => Box::new(tinybvh::open(definition)?),
        other => return Err(format!("there is no library {other}")),
    })
}
