//! What a person makes: stars, plays, queues, bookmarks, playlists, stations. Each is read back and taken away.

use crate::{Report, Seen, Stage, refused, same};
use opensubsonic::{SubsonicErrorCode, UpdatePlaylistOptions};

pub async fn run(report: &mut Report, stage: &Stage) {
    report.tell("stars", stars(stage).await);
    report.tell("ratings", ratings(stage).await);
    report.tell("plays", plays(stage).await);
    report.tell("queue", queue(stage).await);
    report.tell("queue by places", queue_by_index(stage).await);
    report.tell("bookmarks", bookmarks(stage).await);
    report.tell("playlists", playlists(stage).await);
    report.tell("radio", radio(stage).await);
    report.tell("user", user(stage).await);
    report.tell("scan", scan(stage).await);
}

async fn stars(stage: &Stage) -> Seen {
    let (song, _) = stage.two();
    let (album, artist) = (song.album_id.as_deref().unwrap_or(""), song.artist_id.as_deref().unwrap_or(""));
    stage.client.star(&[&song.id], &[album], &[artist]).await?;
    let kept = stage.client.get_starred2(None).await?;
    let ids = (&kept.song[0].id, kept.album[0].id.as_str(), kept.artist[0].id.as_str());
    same(ids, (&song.id, album, artist))?;
    same(kept.song[0].starred.is_some(), true)?;
    same(stage.client.get_starred(None).await?.song.len(), 1)?;
    stage.client.unstar(&[&song.id], &[album], &[artist]).await?;
    let left = stage.client.get_starred2(None).await?;
    same((left.song.len(), left.album.len(), left.artist.len()), (0, 0, 0))?;
    refused(stage.client.star(&[], &[], &[]).await, SubsonicErrorCode::MissingParameter)?;
    Ok("a song, an album, an artist: set, read back, taken away".into())
}

async fn ratings(stage: &Stage) -> Seen {
    let (song, _) = stage.two();
    stage.client.set_rating(&song.id, 4).await?;
    same(stage.client.get_song(&song.id).await?.user_rating, Some(4))?;
    stage.client.set_rating(&song.id, 0).await?;
    same(stage.client.get_song(&song.id).await?.user_rating, None)?;
    Ok("set and taken away".into())
}

async fn plays(stage: &Stage) -> Seen {
    let (song, other) = stage.two();
    let before = stage.client.get_song(&song.id).await?.play_count.unwrap_or(0);
    let at = 1_700_000_000_000;
    stage.client.scrobble(&song.id, Some(at), Some(true)).await?;
    stage.client.scrobble(&song.id, Some(at), Some(true)).await?;
    let kept = stage.client.get_song(&song.id).await?;
    same(kept.play_count, Some(before + 1))?;
    stage.client.report_playback(&other.id, "song", 1_000, "playing", Some(1.0), None).await?;
    let playing = stage.client.get_now_playing().await?;
    same(playing.iter().any(|entry| entry.child.id == other.id), true)?;
    stage.client.report_playback(&other.id, "song", 2_000, "stopped", None, None).await?;
    Ok(format!("twice the same is one, last {}", kept.played.unwrap_or_default()))
}

async fn queue(stage: &Stage) -> Seen {
    let (song, other) = stage.two();
    stage.client.save_play_queue(&[&song.id, "local-1", &other.id], Some(&other.id), Some(1_500)).await?;
    let kept = stage.client.get_play_queue().await?;
    same(kept.entry.iter().map(|entry| &entry.id).collect::<Vec<_>>(), vec![&song.id, &other.id])?;
    same((kept.current.as_ref(), kept.position), (Some(&other.id), Some(1_500)))?;
    same(kept.username.as_str(), stage.user.as_str())?;
    Ok(format!("2 songs by {}, without what the server does not have", kept.changed_by))
}

async fn queue_by_index(stage: &Stage) -> Seen {
    let (song, other) = stage.two();
    stage.client.save_play_queue_by_index(&[&song.id, &other.id, &song.id], Some(2), Some(700)).await?;
    let kept = stage.client.get_play_queue_by_index().await?;
    same((kept.entry.len(), kept.current_index, kept.position), (3, Some(2), Some(700)))?;
    let outside = stage.client.save_play_queue_by_index(&[&song.id], Some(1), None).await;
    refused(outside, SubsonicErrorCode::MissingParameter)?;
    stage.client.save_play_queue(&[], None, None).await?;
    same(stage.client.get_play_queue().await?.entry.len(), 0)?;
    Ok("the same song twice keeps its places".into())
}

async fn bookmarks(stage: &Stage) -> Seen {
    let (song, _) = stage.two();
    stage.client.create_bookmark(&song.id, 1_200, Some("here")).await?;
    let kept = stage.client.get_bookmarks().await?;
    same(
        kept.iter().map(|one| (one.position, one.comment.as_deref())).collect::<Vec<_>>(),
        vec![(1_200, Some("here"))],
    )?;
    same(stage.client.get_song(&song.id).await?.bookmark_position, Some(1_200))?;
    stage.client.delete_bookmark(&song.id).await?;
    same(stage.client.get_bookmarks().await?.len(), 0)?;
    Ok("kept at 1200 ms, deleted".into())
}

async fn playlists(stage: &Stage) -> Seen {
    let client = &stage.client;
    let (song, other) = stage.two();
    let made = client.create_playlist(None, Some("Rust"), &[&song.id, &other.id, &song.id]).await?;
    same((made.entry.len(), made.song_count), (3, Some(3)))?;
    let change = UpdatePlaylistOptions::new().name("Rust & more").comment("a <list>").public(true);
    client.update_playlist(&made.id, &change.remove_indexes([0, 9]).add_song(other.id.clone())).await?;
    let kept = client.get_playlist(&made.id).await?;
    same(kept.entry.iter().map(|one| &one.id).collect::<Vec<_>>(), vec![&other.id, &song.id, &other.id])?;
    same(
        (kept.name.as_str(), kept.comment.as_deref(), kept.public),
        ("Rust & more", Some("a <list>"), Some(true)),
    )?;
    same((kept.owner.as_deref(), kept.readonly), (Some(stage.user.as_str()), Some(false)))?;
    let again = client.create_playlist(Some(&made.id), None, &[&song.id]).await?;
    same((again.id.as_str(), again.entry.len()), (made.id.as_str(), 1))?;
    client.delete_playlist(&made.id).await?;
    refused(client.get_playlist(&made.id).await, SubsonicErrorCode::NotFound)?;
    same(client.get_playlists(None).await?.iter().any(|one| one.id == made.id), false)?;
    Ok("made, renamed, changed by places, replaced, deleted".into())
}

async fn radio(stage: &Stage) -> Seen {
    let client = &stage.client;
    client
        .create_internet_radio_station("https://radio.example/jazz", "Jazz", Some("https://radio.example/"))
        .await?;
    let kept = client.get_internet_radio_stations().await?;
    let made = kept.iter().find(|one| one.name == "Jazz").ok_or("not kept")?;
    same(made.home_page_url.as_deref(), Some("https://radio.example/"))?;
    client.update_internet_radio_station(&made.id, "https://radio.example/swing", "Swing", None).await?;
    client.delete_internet_radio_station(&made.id).await?;
    same(client.get_internet_radio_stations().await?.len(), kept.len() - 1)?;
    Ok("made, changed, deleted".into())
}

async fn user(stage: &Stage) -> Seen {
    let seen = stage.client.get_user(&stage.user).await?;
    same(seen.username.as_str(), stage.user.as_str())?;
    same(stage.client.get_users().await?.iter().any(|one| one.username == stage.user), true)?;
    Ok(seen.username)
}

async fn scan(stage: &Stage) -> Seen {
    same(stage.client.get_scan_status().await?.count, Some(i64::try_from(stage.songs.len())?))?;
    stage.client.start_scan().await?;
    Ok(format!("{} songs, begun again", stage.songs.len()))
}
