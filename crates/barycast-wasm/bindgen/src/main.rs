//! `bindgen MODULE.wasm FOLDER NAME` writes the module and its JavaScript into the folder, under a
//! name, for browsers and Node. It is `wasm-bindgen --target web` without the rest of that program.

use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder, name] = arguments.as_slice() else {
        eprintln!("usage: bindgen MODULE.wasm FOLDER NAME");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    let written = bindgen.input_path(module).web(true).and_then(|bindgen| {
        bindgen.out_name(name).typescript(true).remove_producers_section(true).generate(folder)
    });
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bindgen: {error:#}");
            ExitCode::FAILURE
        }
    }
}
