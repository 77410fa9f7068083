//! The kernels of H.264 for C, where C looks for libraries: headers, static and shared libraries, and what `pkg-config` asks for, of those
//! for samples of 8 bits and of those for 10.

use std::fs;
use std::path::{Path, PathBuf};

use crate::process::{cargo, metadata, root, run as run_command, target_directory};

/// Libraries for a depth of samples.
struct Package {
    /// The crate that they are made of.
    built_from: &'static str,
    /// What the libraries are called to the linker.
    library: &'static str,
    /// What `pkg-config` calls them.
    name: &'static str,
    /// Their header.
    header: &'static str,
    /// What they are.
    description: &'static str,
    /// What the header includes.
    requires: Option<&'static str>,
}

const PACKAGES: [Package; 2] = [
    Package {
        built_from: "unite-h264-c",
        library: "unite_h264_c",
        name: "unite-h264",
        header: "codecs/h264/c/include/unite_h264.h",
        description: "The kernels of an H.264 encoder, and for the tables of other encoders",
        requires: None,
    },
    // Its libraries have in them what the other ones have: nobody links both.
    Package {
        built_from: "unite-h264-c10",
        library: "unite_h264_c10",
        name: "unite-h264-10",
        header: "codecs/h264/c10/include/unite_h264_10.h",
        description: "The same for samples of 8 bits and for the tables of x264 for samples of 10 bits",
        requires: Some("codecs/h264/c/include/unite_h264.h"),
    },
];

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
    for package in &PACKAGES {
        run_command(&mut cargo(["build", "--release", "--package", package.built_from, "--lib"]))?;
        for file in place(package, &places, &target_directory()?.join("release"), &version(package)?)? {
            println!("{}", file.display());
        }
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

/// The version of a package.
fn version(package: &Package) -> Result<String, String> {
    let (metadata, name) = (metadata()?, package.built_from);
    let packages = metadata["packages"].as_array().ok_or("cargo metadata lists no packages")?;
    let package = packages.iter().find(|package| package["name"] == name);
    let version = package.and_then(|package| package["version"].as_str());
    version.map(str::to_string).ok_or_else(|| format!("cargo metadata has no version of {name}"))
}

/// Copies what was built from `built`, and says what there is now.
fn place(package: &Package, places: &Places, built: &Path, version: &str) -> Result<Vec<PathBuf>, String> {
    // A prefix is absolute, and joined to a destination it would replace it.
    let at = match &places.destination {
        Some(destination) => destination.join(places.prefix.strip_prefix("/").unwrap_or(&places.prefix)),
        None => places.prefix.clone(),
    };
    let (libraries, headers) = (at.join("lib"), at.join("include"));
    let mut done = Vec::new();
    for header in package.requires.into_iter().chain([package.header]) {
        done.push(copy(&root().join(header), &headers)?);
    }
    let names = ["a", "so", "dylib"].map(|kind| format!("lib{}.{kind}", package.library));
    let found: Vec<PathBuf> =
        names.iter().map(|name| built.join(name)).filter(|file| file.is_file()).collect();
    if !found.contains(&built.join(&names[0])) {
        return Err(format!("{} does not exist", built.join(&names[0]).display()));
    }
    for library in found {
        done.push(copy(&library, &libraries)?);
    }
    let description = libraries.join("pkgconfig").join(format!("{}.pc", package.name));
    write(&description, described(package, &places.prefix, version).as_bytes())?;
    done.push(description);
    Ok(done)
}

/// What `pkg-config` asks for.
fn described(package: &Package, prefix: &Path, version: &str) -> String {
    let Package { name, description, library, .. } = package;
    format!(
        "prefix={}\nlibdir=${{prefix}}/lib\nincludedir=${{prefix}}/include\n\nName: {name}\nDescription: {description}\n\
         Version: {version}\nLibs: -L${{libdir}} -l{library}\nLibs.private: -lpthread -ldl -lm\n\
         Cflags: -I${{includedir}}\n",
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
    use super::{PACKAGES, Places, place, places};
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
        for (package, headers) in
            PACKAGES.iter().zip([&["unite_h264.h"][..], &["unite_h264.h", "unite_h264_10.h"]])
        {
            let (built, to) = (folder("built"), folder("to"));
            let places = Places { prefix: to.clone(), destination: None };
            let library = package.library;
            let missing = place(package, &places, &built, "1.2.3").unwrap_err();
            assert!(missing.contains(&format!("lib{library}.a")), "{missing}");
            fs::write(built.join(format!("lib{library}.a")), "static").unwrap();
            fs::write(built.join(format!("lib{library}.so")), "shared").unwrap();
            let files = place(package, &places, &built, "1.2.3").unwrap();
            assert!(files.iter().all(|file| file.is_file()), "{files:?}");
            assert_eq!(fs::read(to.join(format!("lib/lib{library}.so"))).unwrap(), b"shared");
            for header in headers {
                assert!(to.join("include").join(header).is_file(), "{header}");
            }
            let asked = Command::new("pkg-config")
                .args(["--cflags", "--libs", "--static", package.name])
                .env("PKG_CONFIG_PATH", to.join("lib/pkgconfig"))
                .output();
            match asked {
                Ok(answer) => {
                    let answer = String::from_utf8(answer.stdout).unwrap();
                    assert!(answer.contains(&format!("-I{}", to.join("include").display())), "{answer}");
                    assert!(answer.contains(&format!("-l{library} ")) && answer.contains("-lm"), "{answer}");
                }
                Err(error) => println!("not asked: pkg-config: {error}"),
            }
            let destination = folder("package");
            let places = Places { prefix: "/usr".into(), destination: Some(destination.clone()) };
            place(package, &places, &built, "1.2.3").unwrap();
            let description = destination.join(format!("usr/lib/pkgconfig/{}.pc", package.name));
            let description = fs::read_to_string(description).unwrap();
            assert!(description.starts_with("prefix=/usr\n"), "{description}");
            for folder in [&built, &to, &destination] {
                remove(folder);
            }
        }
    }

    fn remove(folder: &Path) {
        fs::remove_dir_all(folder).unwrap();
    }
}
