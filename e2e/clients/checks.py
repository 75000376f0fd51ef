"""What the drivers in Python share: one line a check, and an end that tells whether all were right."""

import os
import sys
import traceback
from urllib.parse import urlparse

address = os.environ["TONEARM_ADDRESS"].rstrip("/")
username = os.environ["TONEARM_USER"]
secret = os.environ["TONEARM_SECRET"]

parsed = urlparse(address)
origin = f"{parsed.scheme}://{parsed.hostname}"
port = parsed.port
folder = parsed.path.rstrip("/")

wrong = 0


def check(what, seen):
    """Runs `seen`, which gives back what to print, and raises where something is wrong."""
    global wrong
    try:
        print(f"ok {what}: {seen()}", flush=True)
    except Exception as error:  # a driver goes on, so that all that is wrong is told
        wrong += 1
        at = traceback.extract_tb(error.__traceback__)[-1]
        print(f"WRONG {what}: {type(error).__name__} {error} ({os.path.basename(at.filename)}:{at.lineno})", flush=True)


def same(seen, wanted):
    """Gives back what was seen where it is what was wanted."""
    if seen != wanted:
        raise AssertionError(f"{seen!r} in place of {wanted!r}")
    return seen


def refused(error, call):
    """Makes a call that has to be refused. `error` is what the library raises then."""
    try:
        call()
    except error as raised:
        return f"refused, {raised}"
    raise AssertionError("not refused")


def end():
    sys.exit(1 if wrong else 0)
