//! One running copy a token: a second one would answer the same presses, and each platform breaks both.

use sha2::{Digest, Sha256};

/// Held while the program runs with a token; the operating system takes it back when the process ends, however it ends.
pub(super) struct Alone {
    #[cfg(target_os = "linux")]
    _socket: Option<std::os::unix::net::UnixListener>,
}

/// Takes a token for this process. Copies on other machines, and those in containers of their own, are not seen from here.
///
/// # Errors
/// When another process of this machine runs with the same token.
#[cfg(target_os = "linux")]
pub(super) fn alone(platform: &str, token: &str, api_url: &str) -> anyhow::Result<Alone> {
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::net::{SocketAddr, UnixListener};
    // A name without a file: it leaves nothing behind and doesn't depend on who may write where.
    let name = format!("jinlami-{}", mark(platform, token, api_url));
    let taken = SocketAddr::from_abstract_name(name).and_then(|name| UnixListener::bind_addr(&name));
    match taken {
        Ok(socket) => Ok(Alone { _socket: Some(socket) }),
        Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => anyhow::bail!(
            "another jinlami on this machine runs with the same {platform} token: stop that one first, or give this one a \
             token of its own"
        ),
        Err(error) => {
            tracing::warn!(%error, "whether another copy runs with the same token can't be told");
            Ok(Alone { _socket: None })
        }
    }
}

/// Takes a token for this process; on this system nobody can tell.
///
/// # Errors
/// None here.
#[cfg(not(target_os = "linux"))]
pub(super) fn alone(_: &str, _: &str, _: &str) -> anyhow::Result<Alone> {
    Ok(Alone {})
}

/// What a token is known by: nobody finds the token from it.
#[cfg_attr(
    not(target_os = "linux"),
    expect(dead_code, reason = "only used where it can be told")
)]
fn mark(platform: &str, token: &str, api_url: &str) -> String {
    let digest = Sha256::digest(format!("{platform}\n{token}\n{api_url}"));
    digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_token_has_one_holder_at_a_time() {
        let token = format!("{}:token", std::process::id());
        let held = alone("Discord", &token, "").unwrap();
        let refused = alone("Discord", &token, "").map(drop).unwrap_err().to_string();
        assert!(
            refused.contains("same Discord token") && !refused.contains(&token),
            "{refused}"
        );
        alone("Telegram", &token, "").unwrap();
        alone("Discord", &token, "http://127.0.0.1:1").unwrap();
        drop(held);
        alone("Discord", &token, "").unwrap();
    }
}
