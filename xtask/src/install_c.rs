//! The kernels of H.264 for C, where C looks for libraries: header, static and shared library, and what `pkg-config` asks for.

use std::fs;
use std::path::{Path, PathBuf};

use crate::process::{cargo, metadata, root, run as run_command, target_directory};

/// What the libraries are called to the linker.
const LIBRARY: &str = "unite_h264_c";

/// What `pkg-config` calls them.
const PACKAGE: &str = "unite-h264";

/// Where files go to.
#[derive(Debug, PartialEq)]
struct Places {
    /// Where programs will look for them: `lib` and `include` are in it.
    prefix: PathBuf,
    /// What comes before that while a package is made.
    destination: Option<PathBuf>,
}

/// Builds the libraries and installs them: `--prefix DIR [--destdir DIR]`.
pub fn install(arguments: &[String]) -> Result<(), String> {
    let places = places(arguments)?;
    run_command(&mut cargo(["build", "--release", "--package", "unite-h264-c", "--lib"]))?;
    for file in place(&places, &target_directory()?.join("release"), &version()?)? {
        println!("{}", file.display());
    }
    Ok(())
}

fn places(arguments: &[String]) -> Result<Places, String> {
    let (mut prefix, mut destination) = (None, None);
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let place = match argument.as_str() {
            "--prefix" => &mut prefix,
            "--destdir" => &mut destination,
            other => return Err(format!("`{other}` is neither --prefix nor --destdir")),
        };
        let folder = rest.next().ok_or_else(|| format!("{argument} needs a folder"))?;
        *place = Some(PathBuf::from(folder));
    }
    let prefix = prefix.ok_or("--prefix says where to install to, as in --prefix /usr/local")?;
    let prefix = std::path::absolute(&prefix).map_err(|error| format!("{}: {error}", prefix.display()))?;
    Ok(Places { prefix, destination })
}

/// The version of the package.
fn version() -> Result<String, String> {
    let metadata = metadata()?;
    let packages = metadata["packages"].as_array().ok_or("cargo metadata lists no packages")?;
    let package = packages.iter().find(|package| package["name"] == "unite-h264-c");
    let version = package.and_then(|package| package["version"].as_str());
    version.map(str::to_string).ok_or_else(|| "cargo metadata has no version of unite-h264-c".to_string())
}

/// Copies what was built from `built`, and says what there is now.
fn place(places: &Places, built: &Path, version: &str) -> Result<Vec<PathBuf>, String> {
    // A prefix is absolute, and joined to a destination it would replace it.
    let at = match &places.destination {
        Some(destination) => destination.join(places.prefix.strip_prefix("/").unwrap_or(&places.prefix)),
        None => places.prefix.clone(),
    };
    let (libraries, headers) = (at.join("lib"), at.join("include"));
    let mut done = Vec::new();
    let header = root().join("codecs/h264/c/include/unite_h264.h");
    done.push(copy(&header, &headers)?);
    let names = [format!("lib{LIBRARY}.a"), format!("lib{LIBRARY}.so"), format!("lib{LIBRARY}.dylib")];
    let found: Vec<PathBuf> =
        names.iter().map(|name| built.join(name)).filter(|file| file.is_file()).collect();
    if !found.contains(&built.join(&names[0])) {
        return Err(format!("{} does not exist", built.join(&names[0]).display()));
    }
    for library in found {
        done.push(copy(&library, &libraries)?);
    }
    let description = libraries.join("pkgconfig").join(format!("{PACKAGE}.pc"));
    write(&description, described(&places.prefix, version).as_bytes())?;
    done.push(description);
    Ok(done)
}

/// What `pkg-config` asks for.
fn described(prefix: &Path, version: &str) -> String {
    format!(
        "prefix={}\nlibdir=${{prefix}}/lib\nincludedir=${{prefix}}/include\n\nName: {PACKAGE}\nDescription: The kernels of an \
         H.264 encoder, and for the tables of other encoders\nVersion: {version}\nLibs: -L${{libdir}} -l{LIBRARY}\n\
         Libs.private: -lpthread -ldl -lm\nCflags: -I${{includedir}}\n",
        prefix.display()
    )
}

/// Copies a file into a folder.
fn copy(from: &Path, folder: &Path) -> Result<PathBuf, String> {
    let name = from.file_name().ok_or_else(|| format!("{} has no name", from.display()))?;
    let bytes = fs::read(from).map_err(|error| format!("{}: {error}", from.display()))?;
    let to = folder.join(name);
    write(&to, &bytes)?;
    Ok(to)
}

/// Writes a file: all of it, or nothing.
fn write(file: &Path, bytes: &[u8]) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", file.display());
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    let unfinished = file.with_extension("unfinished");
    fs::write(&unfinished, bytes).map_err(failed)?;
    fs::rename(&unfinished, file).map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::{LIBRARY, Places, place, places};
    use std::fs;
    use std::path::{Path, PathBuf};
    use std::process::Command;

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| word.to_string()).collect()
    }

    #[test]
    fn a_prefix_is_asked_for() {
        assert!(places(&[]).unwrap_err().contains("--prefix"));
        assert!(places(&words(&["--prefix"])).unwrap_err().contains("needs a folder"));
        assert!(places(&words(&["--perfix", "/usr"])).unwrap_err().contains("--perfix"));
        let usual = places(&words(&["--destdir", "/tmp/package", "--prefix", "/usr"]));
        let expected = Places { prefix: "/usr".into(), destination: Some("/tmp/package".into()) };
        assert_eq!(usual, Ok(expected));
    }

    /// A folder of this test's own.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("unite-install-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn what_was_built_is_found_by_pkg_config() {
        let (built, to) = (folder("built"), folder("to"));
        let places = Places { prefix: to.clone(), destination: None };
        assert!(place(&places, &built, "1.2.3").unwrap_err().contains(&format!("lib{LIBRARY}.a")));
        fs::write(built.join(format!("lib{LIBRARY}.a")), "static").unwrap();
        fs::write(built.join(format!("lib{LIBRARY}.so")), "shared").unwrap();
        let files = place(&places, &built, "1.2.3").unwrap();
        assert!(files.iter().all(|file| file.is_file()), "{files:?}");
        assert_eq!(fs::read(to.join(format!("lib/lib{LIBRARY}.so"))).unwrap(), b"shared");
        assert!(to.join("include/unite_h264.h").is_file());
        let asked = Command::new("pkg-config")
            .args(["--cflags", "--libs", "--static", "unite-h264"])
            .env("PKG_CONFIG_PATH", to.join("lib/pkgconfig"))
            .output();
        match asked {
            Ok(answer) => {
                let answer = String::from_utf8(answer.stdout).unwrap();
                assert!(answer.contains(&format!("-I{}", to.join("include").display())), "{answer}");
                assert!(answer.contains(&format!("-l{LIBRARY}")) && answer.contains("-lm"), "{answer}");
            }
            Err(error) => println!("not asked: pkg-config: {error}"),
        }
        let package = folder("package");
        let places = Places { prefix: "/usr".into(), destination: Some(package.clone()) };
        place(&places, &built, "1.2.3").unwrap();
        let description = fs::read_to_string(package.join("usr/lib/pkgconfig/unite-h264.pc")).unwrap();
        assert!(description.starts_with("prefix=/usr\n"), "{description}");
        for folder in [&built, &to, &package] {
            remove(folder);
        }
    }

    fn remove(folder: &Path) {
        fs::remove_dir_all(folder).unwrap();
    }
}
