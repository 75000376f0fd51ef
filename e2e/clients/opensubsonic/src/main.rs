//! opensubsonic: an asynchronous, typed library in Rust. What misses a field or has another type fails to be read.
//! One line a check, and an end that tells whether all were right.

mod browsing;
mod keeping;
mod media;

use opensubsonic::data::Child;
use opensubsonic::{Auth, Client, Error, Search3Options, SubsonicErrorCode};
use std::env::var;
use std::fmt::Debug;

/// What a check saw, or what was wrong.
pub type Seen = Result<String, Box<dyn std::error::Error>>;

/// Prints what checks saw and remembers whether one was wrong.
pub struct Report {
    is_wrong: bool,
}

impl Report {
    pub fn tell(&mut self, what: &str, seen: Seen) {
        match seen {
            Ok(seen) => println!("ok {what}: {seen}"),
            Err(error) => {
                self.is_wrong = true;
                println!("WRONG {what}: {error}");
            }
        }
    }
}

/// Gives back an error where what was seen is not what was wanted.
pub fn same<T: PartialEq + Debug>(seen: T, wanted: T) -> Result<(), String> {
    if seen == wanted {
        return Ok(());
    }
    Err(format!("{seen:?} in place of {wanted:?}"))
}

/// A call that has to be refused with a code.
pub fn refused<T>(answer: Result<T, Error>, code: SubsonicErrorCode) -> Seen {
    match answer {
        Ok(_) => Err("not refused".into()),
        Err(error) if error.api_error_code() == Some(code) => Ok(error.to_string()),
        Err(error) => Err(format!("{error} in place of {code}").into()),
    }
}

/// The songs that checks go by.
pub struct Stage {
    pub client: Client,
    pub songs: Vec<Child>,
    pub user: String,
}

impl Stage {
    /// Two songs of one album, with a picture.
    pub fn two(&self) -> (&Child, &Child) {
        let mut of_album = self.songs.iter().filter(|song| song.album.as_deref() == Some("Picnic"));
        (of_album.next().expect("a song"), of_album.next().expect("another"))
    }
}

/// The number of folders and songs is small: a page holds them all.
const EVERYTHING: i32 = 500;

async fn signing_in(report: &mut Report, connect: impl Fn(Auth) -> Client, user: &str, secret: &str) {
    let ways = [
        ("a token", Auth::token(user, secret)),
        ("hexadecimal digits", Auth::plain(user, secret)),
        ("a key", Auth::api_key(secret)),
    ];
    for (name, auth) in ways {
        let seen = async {
            let client = connect(auth);
            client.ping().await?;
            same(client.token_info().await?.username, user.to_owned())?;
            Ok(user.to_owned())
        };
        report.tell(&format!("connect by {name}"), seen.await);
    }
    let wrong = connect(Auth::token(user, "wrong")).ping().await;
    report.tell("a wrong password", refused(wrong, SubsonicErrorCode::WrongCredentials));
    let wrong = connect(Auth::api_key("wrong")).ping().await;
    report.tell("a wrong key", refused(wrong, SubsonicErrorCode::InvalidApiKey));
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (address, user, secret) = (var("TONEARM_ADDRESS")?, var("TONEARM_USER")?, var("TONEARM_SECRET")?);
    let connect = |auth| Client::new(&address, auth).expect("an address");
    let mut report = Report { is_wrong: false };
    signing_in(&mut report, connect, &user, &secret).await;

    let client = connect(Auth::token(&user, &secret));
    let everything = Search3Options::new().artist_count(0).album_count(0).song_count(EVERYTHING);
    let songs = client.search3("", &everything).await?.song;
    let stage = Stage { client, songs, user };
    browsing::run(&mut report, &stage).await;
    media::run(&mut report, &stage).await;
    keeping::run(&mut report, &stage).await;
    std::process::exit(i32::from(report.is_wrong));
}
