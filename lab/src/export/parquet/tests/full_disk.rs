//! A disk that fills up at any point of an export, which only root can make: nothing that
//! has a name is half a file, and with more room the export goes on.

use std::process::Command;

use super::*;

/// A file system in memory, until this is dropped.
struct Disk(tempfile::TempDir);

impl Disk {
    /// Makes one of so many KiB; `None` where that is not allowed.
    fn new(kib: u32) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        mount(&format!("size={kib}k"), folder.path()).then_some(Self(folder))
    }

    fn grow(&self, kib: u32) {
        assert!(mount(&format!("remount,size={kib}k"), self.0.path()));
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        _ = Command::new("umount").arg(self.0.path()).status();
    }
}

fn mount(options: &str, at: &Path) -> bool {
    let mut mount = Command::new("mount");
    mount.args(["-t", "tmpfs", "-o", options, "tmpfs"]).arg(at);
    mount.output().is_ok_and(|done| done.status.success())
}

/// Reads every file that has its name, to its end.
fn names_are_of_whole_files(set: &Path) {
    for path in files(set) {
        assert!(!path.to_string_lossy().ends_with(".part"), "{}", path.display());
        let whole = set.join(&path);
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("parquet") => assert!(!super::read(&whole).is_empty(), "{}", path.display()),
            Some("json") => {
                let text = std::fs::read(&whole).unwrap();
                serde_json::from_slice::<Value>(&text)
                    .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            }
            _ => (),
        }
    }
}

#[tokio::test]
async fn an_export_goes_on_when_a_full_disk_has_room_again() {
    let mut room = 4;
    let Some(disk) = Disk::new(room) else {
        eprintln!("skipped: only root may mount a file system to fill");
        return;
    };
    let place = Place::new().await;
    for day in [1, 2, 12, 45] {
        place.trset(day).await;
    }
    let set = disk.0.path().join("set");
    let args = Args { out: Some(set.clone()), ..place.args.clone() };
    let sums = set.join(manifest::SUMS);
    let mut failed = 0;
    let outcome = loop {
        match place.export(&args).await {
            Ok(outcome) => break outcome,
            Err(error) => {
                let error = format!("{error:#}");
                assert!(error.contains("No space left on device"), "{error}");
                assert!(!sums.exists(), "it does not look complete");
                names_are_of_whole_files(&set);
                failed += 1;
            }
        }
        room += 4;
        disk.grow(room);
    };
    assert!(failed > 5, "the disk was full in many places: {failed}");
    assert!(outcome.kept > 0, "months that were finished before are not written again");
    assert_eq!(all(&set, DEALS).len(), 4);
    assert!(sums.is_file());

    // Full when something is added: what was there stays, and is not said to be all.
    let november = set.join("kind=trset-2/year=2026/month=11/deals.parquet");
    let before = std::fs::read(&november).unwrap();
    place.trset(3).await;
    let filler = disk.0.path().join("filler");
    _ = std::fs::write(&filler, vec![0; 1 << 20]);
    assert!(place.refused(&args).await.contains("No space left on device"));
    assert_eq!((std::fs::read(&november).unwrap(), sums.exists()), (before, false));
    names_are_of_whole_files(&set);
    std::fs::remove_file(filler).unwrap();
    disk.grow(room + 64);
    assert_eq!(place.export(&args).await.unwrap().written, 1);
    assert_eq!((all(&set, DEALS).len(), sums.is_file()), (5, true));
    place.close().await;
}
