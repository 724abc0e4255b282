//! Starts the program, whose code is the library beside this file: cargo compiles a library while
//! its dependencies are still in code generation, but not a program.

fn main() -> std::process::ExitCode {
    barycast_cli::main()
}
