//! What there is: the server, folders, artists, albums, lists, searches.

use crate::{Report, Seen, Stage, refused, same};
use opensubsonic::data::Child;
use opensubsonic::{
    AlbumListOptions, AlbumListType, RandomSongsOptions, Search2Options, Search3Options, SearchOptions,
    SongsByGenreOptions, SubsonicErrorCode,
};
use std::collections::HashSet;

pub async fn run(report: &mut Report, stage: &Stage) {
    report.tell("server", server(stage).await);
    report.tell("extensions", extensions(stage).await);
    report.tell("browse by folders", by_folders(stage).await);
    report.tell("browse by tags", by_tags(stage).await);
    report.tell("fields of every song", fields(stage).await);
    report.tell("lists of albums", lists(stage).await);
    report.tell("songs at random and by genre", songs(stage).await);
    report.tell("searches", searches(stage).await);
    report.tell("about artists and albums", about(stage).await);
    report.tell("what there is none of", nothing(stage).await);
    let unknown = "tr-0000000000000000000000";
    report.tell(
        "an id that is none",
        refused(stage.client.get_song(unknown).await, SubsonicErrorCode::NotFound),
    );
    let similar = stage.client.get_sonic_similar_tracks(unknown, None).await;
    report.tell(
        "a call that is none",
        match similar {
            Err(opensubsonic::Error::Http(error)) if error.status().is_some_and(|status| status == 404) => {
                Ok("404".into())
            }
            other => Err(format!("{other:?}").into()),
        },
    );
}

async fn server(stage: &Stage) -> Seen {
    let seen = stage.client.server_info().await?;
    same((seen.version.as_deref(), seen.open_subsonic), (Some("1.16.1"), true))?;
    same(seen.server_type.as_deref(), Some("tonearm"))?;
    same(stage.client.get_license().await?.valid, true)?;
    Ok(format!("{} {}", seen.server_type.unwrap_or_default(), seen.version.unwrap_or_default()))
}

async fn extensions(stage: &Stage) -> Seen {
    let told = stage.client.get_open_subsonic_extensions().await?;
    let mut names: Vec<String> = told.iter().map(|one| format!("{} {:?}", one.name, one.versions)).collect();
    names.sort();
    same(names.iter().any(|name| name.starts_with("apiKeyAuthentication ")), true)?;
    Ok(names.join(", "))
}

async fn by_folders(stage: &Stage) -> Seen {
    let folders = stage.client.get_music_folders().await?;
    let root = folders.first().ok_or("no folder")?.id.to_string();
    let indexes = stage.client.get_indexes(Some(&root), None).await?;
    let mut open: Vec<String> =
        indexes.index.iter().flat_map(|index| &index.artist).map(|artist| artist.id.clone()).collect();
    let mut seen: HashSet<String> = indexes.child.iter().map(|song| song.id.clone()).collect();
    while let Some(id) = open.pop() {
        let directory = stage.client.get_music_directory(&id).await?;
        for child in directory.child {
            same(child.parent.as_deref(), Some(id.as_str()))?;
            if child.is_dir { open.push(child.id) } else { same(seen.insert(child.id), true)? }
        }
    }
    same(seen, stage.songs.iter().map(|song| song.id.clone()).collect())?;
    let since = stage.client.get_indexes(None, indexes.last_modified).await?;
    same(since.index.len(), 0)?;
    Ok(format!("{} songs, and none when nothing is newer", stage.songs.len()))
}

async fn by_tags(stage: &Stage) -> Seen {
    let mut seen = HashSet::new();
    for artist in stage.client.get_artists(None).await?.index.iter().flat_map(|index| &index.artist) {
        let with_albums = stage.client.get_artist(&artist.id).await?;
        same(Some(i64::try_from(with_albums.album.len())?), artist.album_count)?;
        for album in with_albums.album {
            let with_songs = stage.client.get_album(&album.id).await?;
            same(Some(i64::try_from(with_songs.song.len())?), album.song_count)?;
            seen.extend(with_songs.song.into_iter().map(|song| song.id));
        }
    }
    same(seen.len(), stage.songs.len())?;
    Ok(format!("{} songs", seen.len()))
}

/// What is always sent, also where there is no value: its presence tells what the server can.
fn missing(song: &Child) -> Vec<&'static str> {
    let always = [
        ("parent", song.parent.is_some()),
        ("album", song.album.is_some()),
        ("albumId", song.album_id.is_some()),
        ("artist", song.artist.is_some()),
        ("artistId", song.artist_id.is_some()),
        ("size", song.size.is_some()),
        ("suffix", song.suffix.is_some()),
        ("contentType", song.content_type.is_some()),
        ("duration", song.duration.is_some()),
        ("created", song.created.is_some()),
        ("path", song.path.is_some()),
        ("type", song.media_type_generic.as_deref() == Some("music")),
        ("mediaType", song.media_type.as_deref() == Some("song")),
        ("artists", song.artists.as_ref().is_some_and(|artists| !artists.is_empty())),
        ("displayArtist", song.display_artist.is_some()),
        ("albumArtists", song.album_artists.is_some()),
        ("displayAlbumArtist", song.display_album_artist.is_some()),
        ("genres", song.genres.is_some()),
        ("contributors", song.contributors.is_some()),
        ("displayComposer", song.display_composer.is_some()),
        ("bitDepth", song.bit_depth.is_some()),
        ("samplingRate", song.sampling_rate.is_some()),
        ("channelCount", song.channel_count.is_some()),
        ("bpm", song.bpm.is_some()),
        ("comment", song.comment.is_some()),
        ("sortName", song.sort_name.is_some()),
        ("musicBrainzId", song.music_brainz_id.is_some()),
        ("isrc", song.isrc.is_some()),
        ("moods", song.moods.is_some()),
        ("groupings", song.groupings.is_some()),
        ("works", song.works.is_some()),
        ("movements", song.movements.is_some()),
        ("explicitStatus", song.explicit_status.is_some()),
        ("replayGain", song.replay_gain.is_some()),
    ];
    always.into_iter().filter(|(_, is_there)| !is_there).map(|(name, _)| name).collect()
}

async fn fields(stage: &Stage) -> Seen {
    for song in &stage.songs {
        same(missing(song), vec![]).map_err(|error| format!("{:?}: {error}", song.path))?;
        same(&stage.client.get_song(&song.id).await?, song)?;
    }
    Ok(format!("all there in {} songs, each alike by itself", stage.songs.len()))
}

async fn lists(stage: &Stage) -> Seen {
    use AlbumListType::{
        AlphabeticalByArtist, AlphabeticalByName, ByGenre, ByYear, Frequent, Highest, Newest, Random, Recent,
        Starred,
    };
    let options = AlbumListOptions::new().size(crate::EVERYTHING).from_year(2020).to_year(2010).genre("folk");
    let mut told = vec![];
    for kind in [
        Random,
        Newest,
        Highest,
        Frequent,
        Recent,
        AlphabeticalByName,
        AlphabeticalByArtist,
        Starred,
        ByYear,
        ByGenre,
    ] {
        let by_tags = stage.client.get_album_list2(kind, &options).await?;
        let by_folders = stage.client.get_album_list(kind, &options).await?;
        same(by_folders.iter().all(|folder| folder.is_dir), true)?;
        if kind == ByYear {
            same(
                by_tags.iter().map(|album| album.year).collect::<Vec<_>>(),
                vec![Some(2019), Some(2016), Some(2012)],
            )?;
        }
        if kind == ByGenre {
            same(by_tags.iter().map(|album| album.name.as_str()).collect::<Vec<_>>(), vec!["Words"])?;
        }
        told.push(format!("{kind:?} {} and {}", by_tags.len(), by_folders.len()));
    }
    Ok(told.join(", "))
}

async fn songs(stage: &Stage) -> Seen {
    let random = stage.client.get_random_songs(&RandomSongsOptions::new().size(5)).await?;
    same(random.iter().map(|song| &song.id).collect::<HashSet<_>>().len(), 5)?;
    let options = SongsByGenreOptions::new().count(crate::EVERYTHING);
    let genres = stage.client.get_genres().await?;
    same(
        genres.iter().map(|genre| (genre.name.as_str(), genre.song_count)).collect::<Vec<_>>(),
        vec![("Folk", 1)],
    )?;
    same(stage.client.get_songs_by_genre("folk", &options).await?.len(), 1)?;
    same(stage.client.get_songs_by_genre("none of these", &options).await?.len(), 0)?;
    Ok(format!("{} and {} genres", random.len(), genres.len()))
}

async fn searches(stage: &Stage) -> Seen {
    let by_tags = stage.client.search3("picnic", &Search3Options::new()).await?;
    let by_folders = stage.client.search2("picnic", &Search2Options::new()).await?;
    let old = stage.client.search(&SearchOptions::new().any("picnic")).await?;
    same((by_tags.album.len(), by_tags.song.len()), (1, 4))?;
    same((by_folders.album.len(), by_folders.song.len()), (1, 4))?;
    Ok(format!("4 songs of one album by tags and folders, {} hits by the first form", old.matches.len()))
}

async fn about(stage: &Stage) -> Seen {
    let (song, _) = stage.two();
    let artist = song.artist_id.as_deref().ok_or("no artist")?;
    let album = song.album_id.as_deref().ok_or("no album")?;
    let folder = song.parent.as_deref().ok_or("no folder")?;
    let info = stage.client.get_artist_info2(artist, Some(5), Some(false)).await?;
    stage.client.get_artist_info(folder, None, None).await?;
    stage.client.get_album_info2(album).await?;
    stage.client.get_album_info(folder).await?;
    let similar = stage.client.get_similar_songs2(artist, Some(4)).await?;
    same(similar.len() <= 4, true)?;
    same(
        stage.client.get_similar_songs(&song.id, Some(4)).await?.iter().any(|one| one.id == song.id),
        false,
    )?;
    stage.client.get_top_songs("Anna", None).await?;
    same(stage.client.get_top_songs("nobody", None).await?.len(), 0)?;
    Ok(format!("{} artists and {} songs alike", info.similar_artist.len(), similar.len()))
}

async fn nothing(stage: &Stage) -> Seen {
    let client = &stage.client;
    same(client.get_podcasts(Some(true), None).await?.len(), 0)?;
    same(client.get_newest_podcasts(None).await?.len(), 0)?;
    same(client.get_shares().await?.len(), 0)?;
    same(client.get_chat_messages(None).await?.len(), 0)?;
    same(client.get_videos().await?.len(), 0)?;
    refused(client.create_share(&["x"], None, None).await, SubsonicErrorCode::NotAuthorized)?;
    refused(client.add_chat_message("x").await, SubsonicErrorCode::NotAuthorized)?;
    refused(client.refresh_podcasts().await, SubsonicErrorCode::NotAuthorized)?;
    refused(client.delete_user("nobody").await, SubsonicErrorCode::NotAuthorized)?;
    Ok("read as empty, refused where it would be written".into())
}
