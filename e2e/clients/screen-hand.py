"""The hand at a screen that nobody sees: finds what stands there by role and name, and presses it.

screen-hand.py press ROLE NAME    makes the first action of it, as a button's is
screen-hand.py double ROLE NAME   clicks in its middle twice
screen-hand.py see ROLE NAME      ends well when it stands there
Waits until it stands there, at most 30 s.
"""

import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402

what, role, name = sys.argv[1:4]


def find(under):
    if under is None:
        return None
    if under.get_role_name() == role and under.get_name() == name:
        return under
    for at in range(under.get_child_count()):
        found = find(under.get_child_at_index(at))
        if found is not None:
            return found
    return None


def middle(item):
    place = item.get_extents(Atspi.CoordType.SCREEN)
    return place.x + place.width // 2, place.y + place.height // 2, place.width


deadline = time.monotonic() + 30
while time.monotonic() < deadline:
    try:
        item = find(Atspi.get_desktop(0))
        if item is not None:
            if what == "press":
                sys.exit(0 if item.do_action(0) else 1)
            x, y, width = middle(item)
            if width > 0:
                if what == "double":
                    # The first only chooses: some lists take both clicks of a strange hand for one.
                    Atspi.generate_mouse_event(x, y, "b1c")
                    Atspi.generate_mouse_event(x, y, "b1d")
                sys.exit(0)
    except gi.repository.GLib.Error:
        pass  # what was asked has gone, as items do while lists are filled
    time.sleep(0.3)
sys.stderr.write(f"no {role} called {name!r}\n")
sys.exit(1)
