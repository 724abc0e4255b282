//! Starts the program, which is the library beside this file: cargo compiles a library while those below it are still
//! being written out, but not a program.

fn main() -> std::process::ExitCode {
    barycast_cli::main()
}
