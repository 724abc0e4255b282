//! `bindgen MODULE.wasm FOLDER` writes the module and its JavaScript into the folder, for browsers
//! and Node. It is `wasm-bindgen --target web` without the rest of that program.

use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder] = arguments.as_slice() else {
        eprintln!("usage: bindgen MODULE.wasm FOLDER");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    let written = bindgen.input_path(module).web(true).and_then(|bindgen| {
        bindgen.out_name("barycast").typescript(true).remove_producers_section(true).generate(folder)
    });
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bindgen: {error:#}");
            ExitCode::FAILURE
        }
    }
}
