"""py-sonic: a library in Python that posts forms and gives back JSON as it came."""

import libsonic
from libsonic.errors import CredentialError, DataNotFoundError
from checks import address, check, end, folder, origin, port, refused, same, secret, username

connection = libsonic.Connection(origin, username, secret, port=port, serverPath=f"{folder}/rest")
hexadecimal = libsonic.Connection(
    origin, username, secret, port=port, serverPath=f"{folder}/rest", legacyAuth=True
)
stranger = libsonic.Connection(origin, username, "wrong", port=port, serverPath=f"{folder}/rest")


def songs():
    found = connection.search3("", artistCount=0, albumCount=0, songCount=500)
    return found["searchResult3"]["song"]


everything = songs()
song, other = everything[0], everything[1]


def browse():
    folders = connection.getMusicFolders()["musicFolders"]["musicFolder"]
    seen = 0
    open_ids = [entry["id"] for index in connection.getIndexes()["indexes"]["index"] for entry in index["artist"]]
    while open_ids:
        for child in connection.getMusicDirectory(open_ids.pop())["directory"]["child"]:
            if child["isDir"]:
                open_ids.append(child["id"])
            else:
                seen += 1
    same(seen, len(everything))
    return f"{len(folders)} folder, {seen} songs by folders"


def by_tags():
    seen = set()
    for index in connection.getArtists()["artists"]["index"]:
        for artist in index["artist"]:
            for album in connection.getArtist(artist["id"])["artist"]["album"]:
                for entry in connection.getAlbum(album["id"])["album"]["song"]:
                    seen.add(entry["id"])
    same([(one["path"], one["album"], one["albumId"]) for one in everything if one["id"] not in seen], [])
    return f"{len(seen)} songs by artists and albums"


def lists():
    names = ["random", "newest", "frequent", "recent", "starred", "alphabeticalByName", "alphabeticalByArtist"]
    return ", ".join(f"{name} {len(connection.getAlbumList2(name)['albumList2']['album'])}" for name in names)


def sound():
    got = len(connection.stream(song["id"], tformat="raw").read())
    same(got, song["size"])
    return f"{got} bytes of {song['suffix']}"


def picture():
    cover = next(one["coverArt"] for one in everything if "coverArt" in one)
    head = connection.getCoverArt(cover, size=200).read()
    same(head[:2], b"\xff\xd8")
    return f"{len(head)} bytes of JPEG"


def stars():
    connection.star(sids=[song["id"]])
    same([one["id"] for one in connection.getStarred2()["starred2"]["song"]], [song["id"]])
    connection.unstar(sids=[song["id"]])
    same(connection.getStarred2()["starred2"]["song"], [])
    connection.setRating(song["id"], 4)
    same(connection.getSong(song["id"])["song"]["userRating"], 4)
    connection.setRating(song["id"], 0)
    return "set, read back, taken away"


def plays():
    before = connection.getSong(other["id"])["song"].get("playCount", 0)
    connection.scrobble(other["id"])
    same(connection.getSong(other["id"])["song"]["playCount"], before + 1)
    return f"counted: {before + 1}"


def queue():
    connection.savePlayQueue([song["id"], other["id"]], current=other["id"], position=1500)
    kept = connection.getPlayQueue()["playQueue"]
    same([[one["id"] for one in kept["entry"]], kept["current"], kept["position"]], [[song["id"], other["id"]], other["id"], 1500])
    return f"2 songs, at {kept['position']} ms of the second, by {kept['changedBy']}"


def bookmarks():
    connection.createBookmark(song["id"], 1200, comment="here")
    kept = connection.getBookmarks()["bookmarks"]["bookmark"][0]
    same([kept["position"], kept["comment"], kept["entry"]["id"]], [1200, "here", song["id"]])
    connection.deleteBookmark(song["id"])
    same(connection.getBookmarks()["bookmarks"]["bookmark"], [])
    return "kept at 1200 ms, deleted"


def playlists():
    made = connection.createPlaylist(name="Walk", songIds=[song["id"], other["id"], song["id"]])["playlist"]
    same([one["id"] for one in made["entry"]], [song["id"], other["id"], song["id"]])
    connection.updatePlaylist(made["id"], name="Long walk", songIdsToAdd=[other["id"]], songIndexesToRemove=[0])
    kept = connection.getPlaylist(made["id"])["playlist"]
    same([kept["name"]] + [one["id"] for one in kept["entry"]], ["Long walk", other["id"], song["id"], other["id"]])
    connection.deletePlaylist(made["id"])
    same([one for one in connection.getPlaylists()["playlists"]["playlist"] if one["id"] == made["id"]], [])
    return "made, renamed, changed, deleted"


def radio():
    connection.createInternetRadioStation("https://radio.example/jazz", "Jazz")
    kept = connection.getInternetRadioStations()["internetRadioStations"]["internetRadioStation"]
    made = next(one for one in kept if one["name"] == "Jazz")
    connection.deleteInternetRadioStation(made["id"])
    return f"{made['streamUrl']} made and deleted"


check("connect", lambda: same(connection.ping(), True))
check("connect by hexadecimal digits", lambda: same(hexadecimal.ping(), True))
check("a wrong password", lambda: refused(CredentialError, stranger.ping))
check("licence", lambda: same(connection.getLicense()["license"]["valid"], True))
check("browse", browse)
check("browse by tags", by_tags)
check("lists", lists)
check("genres", lambda: ", ".join(one["value"] for one in connection.getGenres()["genres"]["genre"]))
check("search", lambda: f"{len(connection.search3('picnic')['searchResult3']['song'])} songs for picnic")
check("stream", sound)
check("picture", picture)
check("stars and ratings", stars)
check("scrobble", plays)
check("queue", queue)
check("bookmarks", bookmarks)
check("words", lambda: sorted(connection.getLyrics(artist=song["artist"], title=song["title"])["lyrics"]))
check("playlists", playlists)
check("radio", radio)
check("similar and top songs", lambda: f"{len(connection.getSimilarSongs2(song['id'])['similarSongs2']['song'])}, {len(connection.getTopSongs(song['artist'])['topSongs']['song'])}")
check("what there is none of", lambda: [connection.getPodcasts()["podcasts"]["channel"], connection.getShares()["shares"]["share"], connection.getVideos()["videos"]["video"]])
check("user", lambda: same(connection.getUser(username)["user"]["username"], username))
check("scan status", lambda: same(connection.getScanStatus()["scanStatus"]["count"], len(everything)))
check("an id that is none", lambda: refused(DataNotFoundError, lambda: connection.getSong("tr-0000000000000000000000")))
end()
