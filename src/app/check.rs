use std::path::Path;

use crate::config::Config;
use crate::store::Store;

/// What there is to say about each platform, in plain words.
pub(super) fn platforms(config: &Config) -> Vec<String> {
    let line = |name: &str, built: bool, token: bool, variable: &str, from: &str, api: &str| {
        if !built {
            return format!("{name}: not built into this program.");
        }
        if !token {
            return format!("{name} is off: no token. Get one from {from} and set {variable}.");
        }
        if api.is_empty() {
            format!("{name} is on.")
        } else {
            format!("{name} is on, through {}.", bare(api))
        }
    };
    vec![
        line(
            "Discord",
            cfg!(feature = "discord"),
            !config.discord.token.is_empty(),
            "JINLAMI_DISCORD__TOKEN",
            "Discord's developer portal",
            &config.discord.api_url,
        ),
        line(
            "Telegram",
            cfg!(feature = "telegram"),
            !config.telegram.token.is_empty(),
            "JINLAMI_TELEGRAM__TOKEN",
            "BotFather",
            &config.telegram.api_url,
        ),
    ]
}

/// What there is to say about a page that other machines can reach.
pub(super) fn exposed(config: &Config) -> Option<&'static str> {
    let address: std::net::SocketAddr = config.web.listen.parse().ok()?;
    (!address.ip().is_loopback()).then_some(
        "Local page: reachable from other machines, and it has no sign-in. Put it behind something that has.",
    )
}

/// What there is to say about a database that goes with the container it is in.
pub(super) fn fleeting(config: &Config) -> Option<String> {
    let file = config.database.url.strip_prefix("sqlite://")?;
    let inside = ["/.dockerenv", "/run/.containerenv"]
        .iter()
        .any(|mark| Path::new(mark).exists());
    let folder = Path::new(file).parent().filter(|folder| !folder.as_os_str().is_empty());
    lost_with_container(inside, folder.unwrap_or(Path::new(".")), Path::new("/"))
}

/// What there is to say about who can read the database from the disk alone.
fn encryption(config: &Config) -> &'static str {
    let file = config.database.url.strip_prefix("sqlite://").unwrap_or_default();
    let folder = Path::new(file).parent().filter(|folder| !folder.as_os_str().is_empty());
    if is_encrypted(folder.unwrap_or(Path::new(".")), Path::new("/sys/dev/block")) {
        "Encryption: the database is on an encrypted volume (dm-crypt)."
    } else {
        "Encryption: the program does not encrypt the database, and its volume is not known to be encrypted. See “Privacy” in the README."
    }
}

/// Whether a folder is on a volume that Linux encrypts, itself or what it lies on.
#[cfg(target_os = "linux")]
fn is_encrypted(folder: &Path, devices: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    /// A volume on a volume on a volume: nobody goes deeper.
    const DEPTH: u8 = 8;
    fn crypt(device: &Path, depth: u8) -> bool {
        let uuid = std::fs::read_to_string(device.join("dm/uuid")).unwrap_or_default();
        if uuid.starts_with("CRYPT-") {
            return true;
        }
        let below = std::fs::read_dir(device.join("slaves"));
        // Of several disks each must be.
        let below: Vec<_> = below.into_iter().flatten().flatten().collect();
        depth > 0 && !below.is_empty() && below.iter().all(|slave| crypt(&slave.path(), depth - 1))
    }
    let Ok(found) = folder.metadata() else { return false };
    let (major, minor) = (rustix::fs::major(found.dev()), rustix::fs::minor(found.dev()));
    crypt(&devices.join(format!("{major}:{minor}")), DEPTH)
}

#[cfg(not(target_os = "linux"))]
fn is_encrypted(_: &Path, _: &Path) -> bool {
    false
}

/// In a container, a folder on the container's own file system is thrown away with it.
#[cfg(unix)]
fn lost_with_container(inside: bool, folder: &Path, root: &Path) -> Option<String> {
    use std::os::unix::fs::MetadataExt;
    let device = |path: &Path| path.metadata().ok().map(|meta| meta.dev());
    (inside && device(folder)? == device(root)?).then(|| {
        format!(
            "WARNING: {} is inside this container and is lost with it. Mount a volume there.",
            folder.display()
        )
    })
}

#[cfg(not(unix))]
fn lost_with_container(_: bool, _: &Path, _: &Path) -> Option<String> {
    None
}

/// An address without the name and password that a proxy's may hold.
fn bare(address: &str) -> String {
    let Ok(mut url) = url::Url::parse(address) else {
        return "another address".to_owned();
    };
    if url.set_username("").is_err() || url.set_password(None).is_err() {
        return "another address".to_owned();
    }
    url.to_string().trim_end_matches('/').to_owned()
}

/// Says what is missing; `false` when the bot could not run.
pub(super) async fn check(config: &Config, say: &(dyn Fn(&str) + Sync)) -> bool {
    let mut fine = true;
    let mut runs = false;
    match Store::check(&config.database.url).await {
        Ok(found) => {
            let file = found.path.display();
            say(&match found.schema {
                None => format!("Database: {file} will be made at the first start."),
                Some(schema) if schema < found.known => {
                    format!(
                        "Database: {file} has schema {schema}; a start brings it to {}.",
                        found.known
                    )
                }
                Some(schema) => format!("Database: {file}, schema {schema}."),
            });
            runs = found.in_use;
            if found.in_use {
                say("Database: a jinlami is running on it right now.");
            }
        }
        Err(error) => {
            fine = false;
            say(&format!("Database: {error}"));
        }
    }
    if let Some(line) = fleeting(config) {
        say(&line);
    }
    say(encryption(config));
    if config.web.listen.is_empty() {
        say("Local page: off, web.listen is empty.");
    } else {
        match tokio::net::TcpListener::bind(&config.web.listen).await {
            Ok(_) => say(&format!("Local page: can listen on {}.", config.web.listen)),
            // The one that runs on this database has it.
            Err(error) if runs && error.kind() == std::io::ErrorKind::AddrInUse => {
                say(&format!(
                    "Local page: {} is taken, by the one that runs.",
                    config.web.listen
                ));
            }
            Err(error) => {
                fine = false;
                say(&format!(
                    "Local page: can't listen on {}: {error}. Is jinlami running already?",
                    config.web.listen
                ));
            }
        }
    }
    if let Some(line) = exposed(config) {
        say(line);
    }
    if let Err(error) = super::logger(&config.log.filter, std::io::sink, false) {
        fine = false;
        say(&format!("Log: {error}."));
    }
    match super::events::templates(config) {
        Ok(known) => say(&format!("Events: {} templates.", known.len())),
        Err(error) => {
            fine = false;
            say(&format!("Events: {error}."));
        }
    }
    for line in platforms(config) {
        say(&line);
    }
    fine &= discord(config, say).await;
    fine &= telegram(config, say).await;
    if !config.telegram.webhook_url.is_empty() {
        say(&format!(
            "Telegram sends updates to {}.",
            bare(&config.telegram.webhook_url)
        ));
    }
    say(if fine { "Ready." } else { "Not ready." });
    fine
}

/// Whether Discord knows the token, and how to invite the bot.
#[cfg(feature = "discord")]
async fn discord(config: &Config, say: &(dyn Fn(&str) + Sync)) -> bool {
    use crate::discord::{DiscordConfig, check};
    if config.discord.token.is_empty() {
        return true;
    }
    let api_url = Some(config.discord.api_url.clone()).filter(|url| !url.is_empty());
    let token = config.discord.token.reveal().to_owned();
    match check(&DiscordConfig { token, api_url }).await {
        Ok(found) => {
            say(&format!(
                "Discord: the token is that of {}, in {} servers.",
                found.name, found.servers
            ));
            for (server, lacks) in &found.lacking {
                say(&format!("Discord: in {server} it lacks {}.", lacks.join(", ")));
            }
            say("Discord: what it may do in a single channel is told there: /ginadmin permissions.");
            say(&format!(
                "Discord: to invite it, with the permissions it needs: {}",
                found.invite
            ));
            true
        }
        Err(error) => {
            say(&format!("Discord: {error}"));
            false
        }
    }
}

/// Whether Telegram knows the token, and whether the bot may join groups.
#[cfg(feature = "telegram")]
async fn telegram(config: &Config, say: &(dyn Fn(&str) + Sync)) -> bool {
    use crate::telegram::{Paces, TelegramConfig, check};
    if config.telegram.token.is_empty() {
        return true;
    }
    let api_url = Some(config.telegram.api_url.clone()).filter(|url| !url.is_empty());
    let token = config.telegram.token.reveal().to_owned();
    match check(&TelegramConfig {
        token,
        api_url,
        webhook: None,
        paces: Paces::default(),
        ephemeral: false,
    })
    .await
    {
        Ok(found) => {
            say(&format!("Telegram: the token is that of @{}.", found.name));
            say("Telegram: what it may do in a group only the group tells: /ginadmin permissions there.");
            if !found.joins_groups {
                say("Telegram: it may not be added to groups. Allow it with BotFather: /setjoingroups.");
            }
            found.joins_groups
        }
        Err(error) => {
            say(&format!("Telegram: {error}."));
            false
        }
    }
}

#[cfg(not(feature = "telegram"))]
#[expect(clippy::unused_async, reason = "the same shape as with the feature")]
async fn telegram(_: &Config, _: &(dyn Fn(&str) + Sync)) -> bool {
    true
}

#[cfg(not(feature = "discord"))]
#[expect(clippy::unused_async, reason = "the same shape as with the feature")]
async fn discord(_: &Config, _: &(dyn Fn(&str) + Sync)) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// C-136.
    #[cfg(unix)]
    #[test]
    fn a_folder_that_goes_with_its_container_is_warned_of() {
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path();
        let warned = lost_with_container(true, own, own).unwrap();
        assert!(
            warned.contains("Mount a volume") && warned.contains(&own.display().to_string()),
            "{warned}"
        );
        assert_eq!(lost_with_container(false, own, own), None);
        // Another file system, as a mounted volume is one.
        assert_eq!(lost_with_container(true, Path::new("/proc"), own), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn an_encrypted_volume_is_known_whatever_lies_on_it() {
        use std::os::unix::fs::MetadataExt;
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().metadata().unwrap().dev();
        let device = folder
            .path()
            .join(format!("{}:{}", rustix::fs::major(own), rustix::fs::minor(own)));
        let known = || is_encrypted(folder.path(), folder.path());
        assert!(!known());
        let slave = |name: &str| device.join("slaves").join(name).join("dm");
        for name in ["dm-0", "dm-1"] {
            std::fs::create_dir_all(slave(name)).unwrap();
        }
        std::fs::write(slave("dm-0").join("uuid"), "CRYPT-LUKS2-x\n").unwrap();
        std::fs::write(slave("dm-1").join("uuid"), "LVM-x\n").unwrap();
        assert!(!known(), "one of two disks is open");
        std::fs::write(slave("dm-1").join("uuid"), "CRYPT-LUKS2-y\n").unwrap();
        assert!(known());
    }

    #[test]
    fn an_address_is_said_without_its_password() {
        assert_eq!(bare("http://name:secret@127.0.0.1:4000/"), "http://127.0.0.1:4000");
        assert_eq!(bare("https://proxy.example/discord"), "https://proxy.example/discord");
    }
}
