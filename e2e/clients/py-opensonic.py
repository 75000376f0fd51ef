"""py-opensonic: the typed library that Music Assistant is built on. It refuses what misses a field or has another type."""

from urllib.parse import urlencode
from urllib.request import urlopen

import libopensonic
from libopensonic.errors import CredentialError, DataNotFoundError, SonicError
from checks import address, check, end, folder, origin, port, refused, same, secret, username


opened = []


def connect(**more):
    given = {"username": username, "password": secret, **more}
    made = libopensonic.Connection(origin, port=port, server_path=f"{folder}/", **given)
    opened.append(made)
    return made


connection = connect()
everything = connection.search3("", artist_count=0, album_count=0, song_count=500).song
song, other = everything[0], everything[1]


def by_tags():
    seen = set()
    for index in connection.get_artists().index:
        for artist in index.artist:
            for album in connection.get_artist(artist.id).album:
                seen.update(entry.id for entry in connection.get_album(album.id).song)
    same([one.path for one in everything if one.id not in seen], [])
    return f"{len(seen)} songs"


def by_folders():
    seen = 0
    open_ids = [entry.id for index in connection.get_indexes().index for entry in index.artist]
    while open_ids:
        for child in connection.get_music_directory(open_ids.pop()).child:
            if child.is_dir:
                open_ids.append(child.id)
            else:
                seen += 1
    same(seen, len(everything))
    return f"{seen} songs"


def stars():
    connection.star([song.id])
    same([one.id for one in connection.get_starred2().song], [song.id])
    connection.unstar([song.id])
    same(list(connection.get_starred2().song or []), [])
    return "set, read back, taken away"


def queue():
    connection.save_play_queue([song.id, other.id], current=other.id, position=900)
    kept = connection.get_play_queue()
    same([[one.id for one in kept.entry], kept.current, kept.position], [[song.id, other.id], other.id, 900])
    return f"2 songs at {kept.position} ms"


def bookmarks():
    connection.create_bookmark(song.id, 700)
    kept = connection.get_bookmarks()
    same([(one.position, one.entry.id) for one in kept], [(700, song.id)])
    connection.delete_bookmark(song.id)
    return "kept and deleted"


def playlists():
    connection.create_playlist(name="Typed", song_ids=[song.id, other.id])
    made = next(one for one in connection.get_playlists() if one.name == "Typed")
    same([one.id for one in connection.get_playlist(made.id).entry], [song.id, other.id])
    connection.update_playlist(made.id, song_indices_to_remove=[0])
    same([one.id for one in connection.get_playlist(made.id).entry], [other.id])
    connection.delete_playlist(made.id)
    return "made, changed, deleted"


def sound():
    at, more = connection.get_stream_url(song.id, tformat="raw")
    with urlopen(f"{at}?{urlencode(more)}" if more else at) as answer:
        got = len(answer.read())
    same(got, song.size)
    return f"{got} bytes"


check("connect", lambda: same(connection.ping(), True))
check("connect by GET", lambda: same(connect(use_get=True).ping(), True))
check("connect by hexadecimal digits", lambda: same(connect(legacy_auth=True).ping(), True))
check("connect by a key", lambda: same(connect(username=None, password=None, api_key=secret).ping(), True))
check("a wrong password", lambda: refused(CredentialError, connect(password="wrong").ping))
check("extensions", lambda: ", ".join(sorted(one.name for one in connection.get_open_subsonic_extensions())))
check("browse by folders", by_folders)
check("browse by tags", by_tags)
check("lists", lambda: f"{len(connection.get_album_list2('newest'))} new, {len(connection.get_random_songs(5))} at random")
check("genres", lambda: ", ".join(one.value for one in connection.get_genres()))
check("search", lambda: f"{len(connection.search3('picnic').song)} songs for picnic")
check("stream", sound)
check("stars", stars)
check("scrobble", lambda: connection.scrobble(other.id))
check("queue", queue)
check("bookmarks", bookmarks)
check("words", lambda: len(connection.get_lyrics_by_song_id(song.id)))
check("about artists and albums", lambda: [type(connection.get_artist_info2(song.artist_id)).__name__, type(connection.get_album_info2(song.album_id)).__name__])
check("similar songs", lambda: len(connection.get_similar_songs2(song.id)))
check("playlists", playlists)
check("radio", lambda: list(connection.get_internet_radio_stations() or []))
check("podcasts", lambda: list(connection.get_podcasts() or []))
check("user", lambda: same(connection.get_user(username).username, username))
check("scan status", lambda: same(connection.get_scan_status().count, len(everything)))
check("now playing", lambda: len(connection.get_now_playing() or []))
check("an id that is none", lambda: refused(DataNotFoundError, lambda: connection.get_song("tr-0000000000000000000000")))
check("a rating that is none", lambda: refused((SonicError, ValueError), lambda: connection.set_rating(song.id, 9)))
for one in opened:
    one.cleanup()
end()
