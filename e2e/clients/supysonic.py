"""supysonic: another server, started beside this one over the same folder. Both are asked the same, and their answers compared."""

import json
import os
import pathlib
import subprocess
import sys
import threading
import urllib.parse
import urllib.request
from wsgiref.simple_server import WSGIRequestHandler, make_server

from checks import address, check, end, same, secret, username

home = pathlib.Path(os.environ["HOME"])
music = os.environ["TONEARM_MUSIC"]
# Where Debian keeps it; its settings are read from the home folder.
sys.path.insert(0, "/usr/share")
home.joinpath(".supysonic").write_text(
    f"[base]\ndatabase_uri = sqlite:///{home}/supysonic.db\n[webapp]\ncache_dir = {home}/cache\n[daemon]\nsocket = {home}/socket\n"
)
for arguments in [
    ["user", "add", username, "-p", secret],
    ["folder", "add", "Music", music],
    ["folder", "scan", "--foreground"],
]:
    subprocess.run(["supysonic-cli", *arguments], check=True, stdout=subprocess.DEVNULL, env=os.environ)

from supysonic.web import create_application


class Silent(WSGIRequestHandler):
    def log_message(self, *_):
        pass


beside = make_server("127.0.0.1", 0, create_application(), handler_class=Silent)
threading.Thread(target=beside.serve_forever, daemon=True).start()
servers = {"tonearm": address, "supysonic": f"http://127.0.0.1:{beside.server_port}"}


def asked(server, method, **parameters):
    pairs = {"u": username, "p": secret, "v": "1.12.0", "c": "driver", "f": "json", **parameters}
    query = urllib.parse.urlencode(pairs, doseq=True)
    with urllib.request.urlopen(f"{servers[server]}/rest/{method}.view?{query}") as answer:
        body = json.load(answer)["subsonic-response"]
    if body["status"] != "ok":
        raise AssertionError(f"{server}: {body['error']['message']}")
    return body


def walked(server):
    """Every song by the names of the folders above it and its own; what a server leaves out where there is none counts as that."""
    found = {}
    indexes = asked(server, "getIndexes")["indexes"]
    open_folders = [((entry["name"],), entry["id"]) for index in indexes.get("index", []) for entry in index["artist"]]
    songs = [((), child) for child in indexes.get("child", [])]
    while open_folders:
        names, folder = open_folders.pop()
        for child in asked(server, "getMusicDirectory", id=folder)["directory"].get("child", []):
            if child["isDir"]:
                open_folders.append(((*names, pathlib.PurePath(child.get("path", child["title"])).name), child["id"]))
            else:
                songs.append((names, child))
    for names, song in songs:
        found[(len(names), pathlib.PurePath(song["path"]).name, song["size"])] = song
    return found


here, there = walked("tonearm"), walked("supysonic")


def tree():
    same(sorted(here), sorted(there))
    return f"{len(here)} songs, each as deep, of the same name and size"


def details():
    names = ["suffix", "contentType", "track", "discNumber", "year", "genre"]
    other = []
    for key, song in here.items():
        for name in names:
            # It has a track and a disc of 1 where the file says none.
            if name in song and song[name] != there[key].get(name):
                other.append((key[1], name, song[name], there[key].get(name)))
        if abs(song["duration"] - there[key]["duration"]) > 1:
            other.append((key[1], "duration", song["duration"], there[key]["duration"]))
    same(other, [])
    return f"{', '.join(names)} and durations agree"


def titles():
    other = [(song["title"], there[key]["title"]) for key, song in here.items() if song["title"] != there[key]["title"]]
    return "all the same" if other == [] else f"others for {other}"


def playlists():
    """Songs by name, after the same changes."""

    def after(server, songs):
        ids = [songs[key]["id"] for key in sorted(songs)[:4]]
        names = {songs[key]["id"]: key[1] for key in songs}
        asked(server, "createPlaylist", name="Both", songId=[ids[0], ids[1], ids[0], ids[2]])
        made = next(one for one in asked(server, "getPlaylists")["playlists"]["playlist"] if one["name"] == "Both")
        read = lambda: [names[one["id"]] for one in asked(server, "getPlaylist", id=made["id"])["playlist"].get("entry", [])]
        steps = [read()]
        asked(server, "updatePlaylist", playlistId=made["id"], songIndexToRemove=[0, 3], songIdToAdd=[ids[3], ids[1]])
        steps.append(read())
        asked(server, "createPlaylist", playlistId=made["id"], songId=[ids[2]])
        steps.append(read())
        asked(server, "deletePlaylist", id=made["id"])
        return steps

    steps = after("tonearm", here)
    same(steps, after("supysonic", there))
    return f"{len(steps)} states alike"


def bytes_of_songs():
    for key in sorted(here)[:3]:
        bodies = []
        for server, songs in [("tonearm", here), ("supysonic", there)]:
            query = urllib.parse.urlencode({"u": username, "p": secret, "v": "1.12.0", "c": "driver", "id": songs[key]["id"]})
            with urllib.request.urlopen(f"{servers[server]}/rest/download.view?{query}") as answer:
                bodies.append(answer.read())
        same(bodies[0] == bodies[1], True)
    return "the same"


check("the tree of folders", tree)
check("what songs say", details)
check("titles", titles)
check("playlists", playlists)
check("bytes", bytes_of_songs)
end()
