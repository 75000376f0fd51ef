import type { ReactNode } from 'react';
import { paths } from '../../lib/paths.ts';
import { texts } from '../../texts/index.ts';
import {
  CircleUser,
  Clock,
  Dices,
  Disc3,
  Heart,
  House,
  LibraryBig,
  ListMusic,
  Search,
  Settings,
  Tag,
} from '../../ui/icons.ts';
import type { Route } from '../route.ts';

/** Somewhere one can go from everywhere. */
export interface Place {
  readonly label: string;
  readonly href: string;
  readonly icon: ReactNode;
  /** The routes on which it is highlighted. */
  readonly screens: readonly Route['screen'][];
}

/** Every place by name; which stand where is decided by the bar that shows them. */
export const places = () =>
  ({
    browse: {
      label: texts.app.browse,
      href: paths.browse(),
      icon: <LibraryBig />,
      screens: ['browse', 'root'],
    },
    random: { label: texts.app.random, href: paths.random(), icon: <Dices />, screens: ['random'] },
    recent: { label: texts.app.recent, href: paths.recent(), icon: <Clock />, screens: ['recent'] },
    playlists: {
      label: texts.app.playlists,
      href: paths.playlists(),
      icon: <ListMusic />,
      screens: ['playlists', 'playlist', 'smart-list'],
    },
    search: { label: texts.app.search, href: paths.search(), icon: <Search />, screens: ['search'] },
    settings: {
      label: texts.app.settings,
      href: paths.settings(),
      icon: <Settings />,
      screens: ['settings'],
    },
    home: { label: texts.app.home, href: paths.home(), icon: <House />, screens: ['home'] },
    albums: { label: texts.app.albums, href: paths.albums(), icon: <Disc3 />, screens: ['albums', 'album'] },
    artists: {
      label: texts.app.artists,
      href: paths.artists(),
      icon: <CircleUser />,
      screens: ['artists', 'artist'],
    },
    favourites: {
      label: texts.app.favourites,
      href: paths.favourites(),
      icon: <Heart />,
      screens: ['favourites', 'bookmarks'],
    },
    genres: { label: texts.app.genres, href: paths.genres(), icon: <Tag />, screens: ['genres', 'genre'] },
  }) as const satisfies Record<string, Place>;
