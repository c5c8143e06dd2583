//! The real program as a child process, started, killed and looked at from outside.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, bail};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

/// How long the program may take until it plays.
const START: Duration = Duration::from_secs(60);

/// Where the program lives and what it is told.
pub struct Host {
    pub program: PathBuf,
    pub folder: PathBuf,
    pub settings: Vec<(&'static str, String)>,
    running: Option<Running>,
    client: reqwest::Client,
}

struct Running {
    child: Child,
    /// Where its page answers.
    page: String,
}

/// What one process uses.
#[derive(Clone, Copy, Debug)]
pub struct Use {
    /// Resident memory, KiB.
    pub resident: u64,
    pub threads: u64,
    /// Open files and sockets.
    pub files: u64,
}

impl Host {
    pub fn new(program: &Path, folder: &Path, settings: Vec<(&'static str, String)>) -> Host {
        Host {
            program: program.to_owned(),
            folder: folder.to_owned(),
            settings,
            running: None,
            client: reqwest::Client::new(),
        }
    }

    /// The program with these arguments, and none of this process's settings: the tokens of whoever runs the storm must
    /// never reach a real platform from here.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command.current_dir(&self.folder).args(arguments).kill_on_drop(true);
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("JINLAMI_") {
                command.env_remove(name);
            }
        }
        // Scripted players press faster than people may.
        command.env("JINLAMI_LIMITS__PERSON_PER_MINUTE", "0");
        command.env("JINLAMI_LIMITS__CHAT_PER_MINUTE", "0");
        // As in the image and the service.
        command.env("MALLOC_ARENA_MAX", "2");
        command.envs(self.settings.iter().map(|(name, value)| (*name, value)));
        command
    }

    /// Starts it and waits until it plays. What it logs goes to `log.txt` in its folder.
    pub async fn start(&mut self) -> anyhow::Result<()> {
        let log = std::fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(self.folder.join("log.txt"))?;
        let mut child = self
            .command(&["run"])
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .context("the program does not start")?;
        let mut lines = BufReader::new(child.stdout.take().context("its output is piped")?).lines();
        let mut page = None;
        let ready = async {
            while let Some(line) = lines.next_line().await? {
                if let Some((_, address)) = line.split_once("Play here: ") {
                    page = Some(address.trim_end_matches('/').to_owned());
                }
                if line.contains("Ctrl-C") {
                    return Ok::<_, anyhow::Error>(true);
                }
            }
            Ok(false)
        };
        if !tokio::time::timeout(START, ready)
            .await
            .context("the program is not ready in time")??
        {
            bail!("the program ended at once: see log.txt");
        }
        // Whatever it says later is read, or it would stop at a full pipe.
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        self.running = Some(Running {
            child,
            page: page.context("it names its page")?,
        });
        Ok(())
    }

    /// SIGKILL: no farewell, no flush.
    pub async fn kill(&mut self) -> anyhow::Result<()> {
        let mut running = self.running.take().context("it runs")?;
        running.child.kill().await?;
        Ok(())
    }

    /// SIGTERM, and whether it ended in order.
    pub async fn stop(&mut self) -> anyhow::Result<bool> {
        let mut running = self.running.take().context("it runs")?;
        let pid = running.child.id().context("it runs")?.to_string();
        Command::new("kill").args(["-TERM", &pid]).status().await?;
        let status = tokio::time::timeout(Duration::from_secs(30), running.child.wait())
            .await
            .context("it does not stop")??;
        Ok(status.success())
    }

    /// Whether it still runs; a program that ended by itself is a fault.
    pub fn alive(&mut self) -> bool {
        self.running
            .as_mut()
            .is_some_and(|running| matches!(running.child.try_wait(), Ok(None)))
    }

    /// Where its page answers.
    pub fn page(&self) -> Option<String> {
        self.running.as_ref().map(|running| running.page.clone())
    }

    /// A page of its own, such as `/metrics`: status and text.
    pub async fn ask(&self, path: &str) -> anyhow::Result<(u16, String)> {
        let page = self.page().context("it runs")?;
        let answer = self.client.get(format!("{page}{path}")).timeout(START).send().await?;
        Ok((answer.status().as_u16(), answer.text().await?))
    }

    /// The value of each line of the metrics that has this name, with its labels.
    pub async fn metric(&self, name: &str) -> anyhow::Result<Vec<(String, f64)>> {
        let (_, text) = self.ask("/metrics").await?;
        let lines = text
            .lines()
            .filter(|line| line.strip_prefix(name).is_some_and(|rest| rest.starts_with(['{', ' '])));
        lines
            .map(|line| {
                let (labels, value) = line.rsplit_once(' ').context("a value")?;
                Ok((labels.to_owned(), value.parse()?))
            })
            .collect()
    }

    /// The process.
    ///
    /// # Errors
    /// When it doesn't run.
    pub fn pid(&self) -> anyhow::Result<u32> {
        let running = self.running.as_ref().context("it runs")?;
        running.child.id().context("it runs")
    }

    /// What the process uses now.
    pub fn usage(&self) -> anyhow::Result<Use> {
        let pid = self.pid()?;
        let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
        let field = |name: &str| {
            let line = status.lines().find(|line| line.starts_with(name))?;
            line.split_whitespace().nth(1)?.parse().ok()
        };
        Ok(Use {
            resident: field("VmRSS:").context("VmRSS")?,
            threads: field("Threads:").context("Threads")?,
            files: u64::try_from(std::fs::read_dir(format!("/proc/{pid}/fd"))?.count())?,
        })
    }

    /// Runs a command of the program beside it: whether it ended well, and what it said.
    pub async fn run(&self, arguments: &[&str]) -> anyhow::Result<(bool, String)> {
        let output = self.command(arguments).output().await?;
        let words = [output.stdout, output.stderr].concat();
        Ok((output.status.success(), String::from_utf8_lossy(&words).into_owned()))
    }

    pub fn database(&self) -> PathBuf {
        self.folder.join("data/jinlami.db")
    }

    pub fn url(&self) -> String {
        format!("sqlite://{}", self.database().display())
    }
}
