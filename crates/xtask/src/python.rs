//! `cargo xtask python`: builds the wheel of `crates/barycast-python` and tests it in a virtual
//! environment under `target/python`.

use crate::{debian, is_there, run};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// Folder of the package.
const PACKAGE: &str = "crates/barycast-python";
/// The virtual environment.
const HOME: &str = "target/python";
/// Copies of other libraries' tests, if they are there: `cargo xtask python peers --from DIR`.
const PEERS: &str = "../shared/peers";
/// The type checker that npm installs; the package of this name on the Python index fetches it from
/// npm when it runs.
const PYRIGHT: &str = "1.1.414";

/// Runs parts of the Python stage; without names the wheel, the tests, the types and the contents of the
/// source distribution.
pub(crate) fn python(words: &[String]) -> Result<(), String> {
    let Some(program) = interpreter() else {
        return Err("Python 3.10 or newer with venv and pip is needed".to_owned());
    };
    let (names, rest) =
        words.split_at(words.iter().position(|word| word.starts_with('-')).unwrap_or(words.len()));
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let all = ["wheel", "test", "types", "sdist"];
    for name in if names.is_empty() { &all[..] } else { &names[..] } {
        match *name {
            "wheel" => wheel(&program, rest)?,
            "test" => pytest(&["tests", "--ignore=tests/peers.py"], rest)?,
            "types" => types()?,
            "sdist" => sdist(rest)?,
            "peers" => peers(rest)?,
            "docs" => docs()?,
            other => {
                let parts = "wheel, test, types, sdist, peers, docs";
                return Err(format!("`{other}` is not a part; the parts are {parts}"));
            }
        }
    }
    Ok(())
}

/// Runs the whole stage as a step of `cargo xtask test`. Without Python it says so.
pub(crate) fn stage() -> Result<(), String> {
    if interpreter().is_none() {
        eprintln!("> no Python 3.10 with venv and pip: the Python package is not tested");
        return Ok(());
    }
    python(&[])?;
    let folder = env::var("BARYCAST_PEERS").unwrap_or_else(|_| PEERS.to_owned());
    if Path::new(&folder).is_dir() {
        python(&["peers".to_owned(), "--from".to_owned(), folder])
    } else {
        eprintln!("> {folder} is not there: the tests of trimesh, Open3D and python-fcl are not run");
        Ok(())
    }
}

/// Returns the name of a Python that can make virtual environments.
fn interpreter() -> Option<String> {
    let check = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))";
    let works = |program: &&str| {
        Command::new(program).args(["-c", check]).output().is_ok_and(|output| output.status.success())
    };
    ["python3", "python"].into_iter().find(works).map(str::to_owned)
}

/// Returns the path of a program of the virtual environment.
fn program(name: &str) -> PathBuf {
    let folder = if cfg!(windows) { "Scripts" } else { "bin" };
    Path::new(HOME).join(folder).join(format!("{name}{}", env::consts::EXE_SUFFIX))
}

fn in_venv(name: &str, arguments: &[&str]) -> Result<(), String> {
    run(&program(name).display().to_string(), arguments)
}

/// Installs pinned packages, unless the same list was installed before.
fn install(list: &str) -> Result<(), String> {
    let path = format!("{PACKAGE}/{list}");
    let wanted = fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
    let mark = Path::new(HOME).join(list.replace('/', "-"));
    if fs::read_to_string(&mark).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    in_venv("python", &["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", &path])?;
    fs::write(&mark, wanted).map_err(|error| format!("{}: {error}", mark.display()))
}

/// Builds the wheel and installs it. With `--pack` it is compressed as far as it goes, in a minute more,
/// as it is to be published. With `--aarch64` it is built for that machine instead, and imported in an
/// emulated Python.
fn wheel(python: &str, rest: &[String]) -> Result<(), String> {
    if !program("python").exists() {
        run(python, &["-m", "venv", HOME])?;
    }
    install("requirements.txt")?;
    if rest.iter().any(|word| word == "--aarch64") {
        let maturin = program("maturin").display().to_string();
        return run(&format!("{PACKAGE}/aarch64.sh"), &[&maturin, &format!("{HOME}/aarch64")]);
    }
    let wheels = format!("{HOME}/wheels");
    let _ = fs::remove_dir_all(&wheels);
    let manifest = format!("{PACKAGE}/Cargo.toml");
    let mut arguments = vec!["build", "--manifest-path", &manifest, "--out", &wheels, "--locked"];
    arguments.extend(["--compression-level", "9"]);
    if rest.iter().any(|word| word == "--dev") {
        arguments.extend(["--profile", "dev"]);
    }
    in_venv("maturin", &arguments)?;
    let built = only_file(&wheels)?;
    if rest.iter().any(|word| word == "--pack") {
        install("requirements-pack.txt")?;
        in_venv("python", &[&format!("{PACKAGE}/pack.py"), &built])?;
    }
    in_venv("python", &["-m", "pip", "install", "--quiet", "--force-reinstall", "--no-deps", &built])
}

/// Makes the source distribution and checks what is in it, and the list of licences. With `--install` it
/// is built and installed in a new environment too, in the time of the wheel.
fn sdist(rest: &[String]) -> Result<(), String> {
    in_venv("python", &[&format!("{PACKAGE}/licences.py"), "--check"])?;
    let (manifest, folder) = (format!("{PACKAGE}/Cargo.toml"), format!("{HOME}/sdist"));
    let _ = fs::remove_dir_all(&folder);
    in_venv("maturin", &["sdist", "--manifest-path", &manifest, "--out", &folder])?;
    let (made, script) = (only_file(&folder)?, format!("{PACKAGE}/sdist.py"));
    let mut arguments = vec![script.as_str(), &made];
    arguments.extend(rest.iter().map(String::as_str).filter(|word| *word == "--install"));
    in_venv("python", &arguments)
}

/// Returns the path of the only file of a folder.
fn only_file(folder: &str) -> Result<String, String> {
    let files = fs::read_dir(folder).map_err(|error| format!("{folder}: {error}"))?;
    let file = files.flatten().map(|entry| entry.path().display().to_string()).next();
    file.ok_or_else(|| format!("maturin made no file in {folder}"))
}

/// Runs pytest, with the package that is installed.
fn pytest(files: &[&str], rest: &[String]) -> Result<(), String> {
    let root = format!("--rootdir={PACKAGE}");
    let files: Vec<String> = files
        .iter()
        .map(|file| match file.strip_prefix("--ignore=") {
            Some(ignored) => format!("--ignore={PACKAGE}/{ignored}"),
            None => format!("{PACKAGE}/{file}"),
        })
        .collect();
    let mut arguments = vec!["-m", "pytest", &root];
    arguments.extend(files.iter().map(String::as_str));
    arguments.extend(
        rest.iter().map(String::as_str).filter(|word| !["--dev", "--pack", "--install"].contains(word)),
    );
    in_venv("python", &arguments)
}

/// Checks the types: of the installed package and of a user's calls by mypy and pyright, and that the
/// stubs have the names and signatures that Python finds.
fn types() -> Result<(), String> {
    install("requirements-types.txt")?;
    let config = format!("--config-file={PACKAGE}/pyproject.toml");
    let uses = format!("{PACKAGE}/tests/typing/use.py");
    in_venv("python", &["-m", "mypy", "--strict", &config, "-p", "barycast"])?;
    in_venv("python", &["-m", "mypy", "--strict", &config, &uses])?;
    let config = format!("--mypy-config-file={PACKAGE}/pyproject.toml");
    let allowed = format!("--allowlist={PACKAGE}/tests/typing/allowed.txt");
    let options = ["--concise", "--ignore-missing-stub", "--ignore-unused-allowlist", &config, &allowed];
    in_venv("python", &[&["-m", "mypy.stubtest", "barycast"], &options[..]].concat())?;
    pyright()
}

/// Checks the types of the sources by pyright, if Node is there and npm can install it.
fn pyright() -> Result<(), String> {
    if !is_there("node") || !is_there("npm") {
        eprintln!("> no Node with npm: pyright is not run");
        return Ok(());
    }
    let home = format!("{HOME}/pyright");
    let program = format!("{home}/node_modules/pyright/index.js");
    let mark = format!("{home}/{PYRIGHT}");
    if !Path::new(&program).exists() || !Path::new(&mark).exists() {
        let package = format!("pyright@{PYRIGHT}");
        let options = ["--prefix", &home, "install", "--no-save", "--no-audit", "--no-fund", &package];
        if let Err(error) = run("npm", &options) {
            eprintln!("> pyright could not be installed and is not run: {error}");
            return Ok(());
        }
        fs::write(&mark, "").map_err(|error| format!("{mark}: {error}"))?;
    }
    let folder = env::current_dir().map_err(|error| error.to_string())?;
    let python = folder.join(self::program("python")).display().to_string();
    run("node", &[&program, "--project", PACKAGE, "--pythonpath", &python])
}

/// Builds the pages of the package, with its gallery, into `target/python/docs`. A warning or a
/// reference that does not resolve is an error.
fn docs() -> Result<(), String> {
    install("docs/requirements.txt")?;
    let (source, built) = (format!("{PACKAGE}/docs"), format!("{HOME}/docs"));
    in_venv("python", &["-m", "sphinx", "-W", "-n", "--keep-going", "-q", &source, &built])?;
    println!("{built}/index.html");
    Ok(())
}

/// Runs the tests of other libraries against the modules that stand in for them.
fn peers(rest: &[String]) -> Result<(), String> {
    let from = rest.iter().position(|word| word == "--from").and_then(|at| rest.get(at + 1));
    let folder = from.cloned().or_else(|| env::var("BARYCAST_PEERS").ok());
    let folder = folder.ok_or("name the folder of the copies: --from DIR")?;
    let full = fs::canonicalize(&folder).map_err(|error| format!("{folder}: {error}"))?;
    install("requirements-peers.txt")?;
    usb();
    let script = format!("{PACKAGE}/tests/peers.py");
    in_venv("python", &[&script, &full.display().to_string()])?;
    pytest(&["tests/test_one_line.py", "tests/test_docstrings.py"], &[])
}

/// Installs the library of USB devices, which the module `open3d` loads for cameras, if it is missing.
fn usb() {
    let library = "libusb-1.0.so.0";
    let listed = Command::new("/sbin/ldconfig").arg("-p").output();
    let missing = listed.is_ok_and(|list| !String::from_utf8_lossy(&list.stdout).contains(library));
    if missing && debian("libusb-1.0-0").is_err() {
        eprintln!("> no {library}: the tests of Open3D cannot run (apt-get install libusb-1.0-0)");
    }
}
