//! `barycast man`: manual pages, generated from the command line.

use super::Failure;
use crate::args::{Args, ManOptions};
use clap::CommandFactory;
use clap_mangen::Man;
use std::fs;
use std::io::{self, Write};

/// Writes the program's page to standard output, or every page to a folder.
pub(crate) fn run(options: &ManOptions) -> Result<u8, Failure> {
    let mut program = Args::command().disable_help_subcommand(true);
    program.build();
    let Some(folder) = &options.out else {
        io::stdout().lock().write_all(&page(program)?)?;
        return Ok(0);
    };
    fs::create_dir_all(folder).map_err(|error| Failure::write(folder, error))?;
    let commands: Vec<_> = program.get_subcommands().cloned().collect();
    for command in std::iter::once(program).chain(commands) {
        let name = command.get_display_name().unwrap_or(command.get_name()).to_owned();
        let path = folder.join(format!("{name}.1"));
        fs::write(&path, page(command.display_name(name))?).map_err(|error| Failure::write(&path, error))?;
        println!("{}", path.display());
    }
    Ok(0)
}

fn page(command: clap::Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    Man::new(command).render(&mut page)?;
    Ok(page)
}
