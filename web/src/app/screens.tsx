import { type ComponentType, lazy } from 'react';
import { paths } from '../lib/paths.ts';
import { texts } from '../texts/index.ts';
import type { Route } from './route.ts';

/** Lazily loaded, so that nobody waits for screens they do not open. */
const named = <P,>(load: () => Promise<ComponentType<P>>) =>
  lazy(() => load().then((part) => ({ default: part })));

const BrowserScreen = named(() =>
  import('../screens/browser/browser-screen.tsx').then((m) => m.BrowserScreen),
);
const RandomScreen = named(() => import('../screens/random/random-screen.tsx').then((m) => m.RandomScreen));
const RecentScreen = named(() => import('../screens/recent/recent-screen.tsx').then((m) => m.RecentScreen));
const SearchScreen = named(() => import('../screens/search/search-screen.tsx').then((m) => m.SearchScreen));
const PlaylistsScreen = named(() =>
  import('../screens/playlists/playlists-screen.tsx').then((m) => m.PlaylistsScreen),
);
const PlaylistScreen = named(() =>
  import('../screens/playlist/playlist-screen.tsx').then((m) => m.PlaylistScreen),
);
const SettingsScreen = named(() =>
  import('../screens/settings/settings-screen.tsx').then((m) => m.SettingsScreen),
);
const NotFoundScreen = named(() =>
  import('../screens/not-found/not-found-screen.tsx').then((m) => m.NotFoundScreen),
);

/** The screen of a route that stands in the shell. */
export function Screen({ route }: { readonly route: Route }) {
  switch (route.screen) {
    case 'browse':
      return <BrowserScreen path={route.path} />;
    case 'random':
      return <RandomScreen />;
    case 'recent':
      return <RecentScreen />;
    case 'playlists':
      return <PlaylistsScreen />;
    case 'playlist':
      return <PlaylistScreen name={route.name} />;
    case 'search':
      return <SearchScreen query={route.query} />;
    case 'settings':
      return <SettingsScreen tab={route.tab} />;
    case 'root':
    case 'welcome':
    case 'sign-in':
    case 'not-found':
      return <NotFoundScreen homeHref={paths.browse()} />;
    default:
      return route satisfies never;
  }
}

/** Name of a route's screen, for the title of the page and for who listens. */
export function nameOf(route: Route): string {
  const { app } = texts;
  switch (route.screen) {
    case 'browse':
      return route.path.split('/').at(-1) || app.browse;
    case 'random':
      return app.random;
    case 'recent':
      return app.recent;
    case 'playlists':
      return app.playlists;
    case 'playlist':
      return route.name;
    case 'search':
      return app.search;
    case 'settings':
      return app.settings;
    case 'root':
    case 'welcome':
    case 'sign-in':
    case 'not-found':
      return app.notFoundTitle;
    default:
      return route satisfies never;
  }
}
