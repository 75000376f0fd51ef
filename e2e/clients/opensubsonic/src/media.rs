//! Bytes: sound, pictures, what is converted, words.

use crate::{Report, Seen, Stage, refused, same};
use opensubsonic::data::{ClientInfo, DirectPlayProfile, TranscodeMediaType, TranscodingProfile};
use opensubsonic::{StreamOptions, SubsonicErrorCode};

pub async fn run(report: &mut Report, stage: &Stage) {
    report.tell("stream", stream(stage).await);
    report.tell("picture", picture(stage).await);
    report.tell("converted", converted(stage).await);
    report.tell("a decision and its stream", decided(stage).await);
    report.tell("words", words(stage).await);
    let none = stage.client.stream("tr-0000000000000000000000", &StreamOptions::new()).await;
    report.tell("a stream that is none", refused(none, SubsonicErrorCode::NotFound));
    let avatar = stage.client.get_avatar(&stage.user).await;
    report.tell("a portrait", refused(avatar, SubsonicErrorCode::NotFound));
}

async fn stream(stage: &Stage) -> Seen {
    let (song, _) = stage.two();
    let streamed = stage.client.stream(&song.id, &StreamOptions::new().format("raw")).await?;
    same(Some(i64::try_from(streamed.len())?), song.size)?;
    same(stage.client.download(&song.id).await? == streamed, true)?;
    Ok(format!("{} bytes, the same downloaded", streamed.len()))
}

async fn picture(stage: &Stage) -> Seen {
    let (song, _) = stage.two();
    let id = song.cover_art.as_deref().ok_or("no picture")?;
    let bytes = stage.client.get_cover_art(id, Some(200)).await?;
    same(bytes.starts_with(&[0xff, 0xd8, 0xff]), true)?;
    refused(
        stage.client.get_cover_art("al-0000000000000000000000", None).await,
        SubsonicErrorCode::NotFound,
    )?;
    Ok(format!("{} bytes of JPEG, none of an album that is none", bytes.len()))
}

/// Whether the server converts, by what it tells.
async fn converts(stage: &Stage) -> Result<bool, opensubsonic::Error> {
    Ok(stage.client.get_open_subsonic_extensions().await?.iter().any(|one| one.name == "transcodeOffset"))
}

async fn converted(stage: &Stage) -> Seen {
    if !converts(stage).await? {
        return Ok("the server has no ffmpeg and does not say it had".into());
    }
    let (song, _) = stage.two();
    let whole = stage.client.stream(&song.id, &StreamOptions::new().format("opus").max_bit_rate(64)).await?;
    same(whole.starts_with(b"OggS"), true)?;
    let later = StreamOptions::new().format("opus").max_bit_rate(64).time_offset(30);
    let half = stage.client.stream(&song.id, &later).await?;
    same(half.starts_with(b"OggS") && half.len() < whole.len(), true)?;
    Ok(format!("{} bytes of Ogg, fewer from the middle on", whole.len()))
}

async fn decided(stage: &Stage) -> Seen {
    let (song, _) = stage.two();
    let plays = |container: &str| ClientInfo {
        name: "driver".into(),
        platform: "none".into(),
        direct_play_profiles: vec![DirectPlayProfile {
            containers: vec![container.into()],
            audio_codecs: vec![],
            protocols: vec![],
            max_audio_channels: None,
        }],
        transcoding_profiles: vec![TranscodingProfile {
            container: "ogg".into(),
            audio_codec: "opus".into(),
            protocol: "http".into(),
            max_audio_channels: Some(2),
        }],
        ..ClientInfo::default()
    };
    let kind = TranscodeMediaType::Song;
    if !converts(stage).await? {
        return Ok("the server has no ffmpeg and does not say it had".into());
    }
    let direct = stage.client.get_transcode_decision(&song.id, kind, &plays("mp3")).await?;
    same((direct.can_direct_play, direct.transcode_reason.len()), (true, 0))?;
    let other = stage.client.get_transcode_decision(&song.id, kind, &plays("flac")).await?;
    same((other.can_direct_play, other.can_transcode, other.transcode_reason.len()), (false, true, 1))?;
    let ticket = other.transcode_params.ok_or("no ticket")?;
    let bytes = stage.client.get_transcode_stream(&song.id, kind, &ticket, None).await?;
    same(bytes.starts_with(b"OggS"), true)?;
    let forged = stage.client.get_transcode_stream(&song.id, kind, "forged", None).await;
    match forged {
        Err(opensubsonic::Error::Http(error)) if error.status().is_some_and(|status| status == 400) => {}
        answer => {
            return Err(format!("{:?} of a ticket that is none", answer.map(|bytes| bytes.len())).into());
        }
    }
    Ok(format!("MP3 as it is, else {} bytes of Ogg for {:?}", bytes.len(), other.transcode_reason))
}

async fn words(stage: &Stage) -> Seen {
    let song = stage.songs.iter().find(|song| song.title == "Rain & <sun>").ok_or("no such song")?;
    let list = stage.client.get_lyrics_by_song_id(&song.id, None).await?.structured_lyrics;
    same(list.iter().map(|one| (one.synced, one.lang.as_str())).collect::<Vec<_>>(), vec![(true, "und")])?;
    let lines = &list[0].line;
    same(
        lines.iter().map(|line| (line.value.as_str(), line.start)).collect::<Vec<_>>(),
        vec![("Rain", Some(500.0)), ("and sun", Some(1250.0))],
    )?;
    let old = stage.client.get_lyrics(song.artist.as_deref(), Some(&song.title)).await?;
    same(old.value.as_deref(), Some("Rain\nand sun"))?;
    let (mute, _) = stage.two();
    same(stage.client.get_lyrics_by_song_id(&mute.id, Some(true)).await?.structured_lyrics.len(), 0)?;
    Ok("2 lines with their times, without them to older apps, none of a song without words".into())
}
