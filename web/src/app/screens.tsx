import type { ComponentType } from 'react';
import { paths } from '../lib/paths.ts';
import { texts } from '../texts/index.ts';
import { type Part, part } from '../ui/layers/part.tsx';
import { Screen as ScreenRoom } from '../ui/screen.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { Route } from './route.ts';

/** Stands where a screen will be. */
function Loading() {
  return (
    <ScreenRoom>
      <Skeleton label={texts.app.loading} />
    </ScreenRoom>
  );
}

/** A screen by the name it has in its module. Nobody waits for the code of screens they do not open. */
const screen = <N extends string, P extends object>(
  load: () => Promise<Readonly<Record<N, ComponentType<P>>>>,
  name: N,
): Part<P> => part(async () => (await load())[name], { Fallback: Loading });

const BrowserScreen = screen(() => import('../screens/browser/browser-screen.tsx'), 'BrowserScreen');
const RandomScreen = screen(() => import('../screens/random/random-screen.tsx'), 'RandomScreen');
const RecentScreen = screen(() => import('../screens/recent/recent-screen.tsx'), 'RecentScreen');
const SearchScreen = screen(() => import('../screens/search/search-screen.tsx'), 'SearchScreen');
const PlaylistsScreen = screen(() => import('../screens/playlists/playlists-screen.tsx'), 'PlaylistsScreen');
const PlaylistScreen = screen(() => import('../screens/playlist/playlist-screen.tsx'), 'PlaylistScreen');
const SmartListScreen = screen(
  () => import('../screens/smart-list/smart-list-screen.tsx'),
  'SmartListScreen',
);
const HomeScreen = screen(() => import('../screens/home/home-screen.tsx'), 'HomeScreen');
const AlbumsScreen = screen(() => import('../screens/albums/albums-screen.tsx'), 'AlbumsScreen');
const AlbumScreen = screen(() => import('../screens/album/album-screen.tsx'), 'AlbumScreen');
const ArtistsScreen = screen(() => import('../screens/artists/artists-screen.tsx'), 'ArtistsScreen');
const ArtistScreen = screen(() => import('../screens/artist/artist-screen.tsx'), 'ArtistScreen');
const WorksScreen = screen(() => import('../screens/works/works-screen.tsx'), 'WorksScreen');
const WorkScreen = screen(() => import('../screens/works/work-screen.tsx'), 'WorkScreen');
const GenresScreen = screen(() => import('../screens/genres/genres-screen.tsx'), 'GenresScreen');
const GenreScreen = screen(() => import('../screens/genre/genre-screen.tsx'), 'GenreScreen');
const FavouritesScreen = screen(
  () => import('../screens/favourites/favourites-screen.tsx'),
  'FavouritesScreen',
);
const BookmarksScreen = screen(() => import('../screens/favourites/bookmarks-screen.tsx'), 'BookmarksScreen');
const SongScreen = screen(() => import('../screens/song/song-screen.tsx'), 'SongScreen');
const SettingsScreen = screen(() => import('../screens/settings/settings-screen.tsx'), 'SettingsScreen');
const NotFoundScreen = screen(() => import('../screens/not-found/not-found-screen.tsx'), 'NotFoundScreen');

/** Asks for the code of a route's screen ahead of time; `root` leads to the collection. */
export function preloadScreen(name: Route['screen']): void {
  const screens: Partial<Record<Route['screen'], Pick<Part<object>, 'preload'>>> = {
    root: BrowserScreen,
    browse: BrowserScreen,
    random: RandomScreen,
    recent: RecentScreen,
    playlists: PlaylistsScreen,
    playlist: PlaylistScreen,
    'smart-list': SmartListScreen,
    search: SearchScreen,
    settings: SettingsScreen,
    home: HomeScreen,
    albums: AlbumsScreen,
    album: AlbumScreen,
    artists: ArtistsScreen,
    artist: ArtistScreen,
    works: WorksScreen,
    work: WorkScreen,
    genres: GenresScreen,
    genre: GenreScreen,
    favourites: FavouritesScreen,
    bookmarks: BookmarksScreen,
    song: SongScreen,
  };
  screens[name]?.preload();
}

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
    case 'smart-list':
      return <SmartListScreen name={route.name} />;
    case 'search':
      return <SearchScreen query={route.query} />;
    case 'settings':
      return <SettingsScreen tab={route.tab} />;
    case 'home':
      return <HomeScreen shelf={route.shelf} />;
    case 'albums':
      return <AlbumsScreen order={route.order} filter={route.filter} />;
    case 'album':
      return <AlbumScreen id={route.id} />;
    case 'artists':
      return <ArtistsScreen songRole={route.role} />;
    case 'artist':
      return <ArtistScreen id={route.id} />;
    case 'works':
      return <WorksScreen id={route.id} />;
    case 'work':
      return <WorkScreen id={route.id} name={route.name} />;
    case 'genres':
      return <GenresScreen order={route.order} />;
    case 'genre':
      return <GenreScreen id={route.id} />;
    case 'favourites':
      return <FavouritesScreen kind={route.kind} order={route.order} />;
    case 'bookmarks':
      return <BookmarksScreen />;
    case 'song':
      return <SongScreen path={route.path} />;
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
    case 'smart-list':
    case 'work':
      return route.name;
    case 'search':
      return app.search;
    case 'settings':
      return app.settings;
    case 'home':
    case 'albums':
    case 'album':
    case 'artists':
    case 'artist':
    case 'works':
    case 'genres':
    case 'genre':
    case 'favourites':
    case 'bookmarks':
    case 'song':
      return app[route.screen];
    case 'root':
    case 'welcome':
    case 'sign-in':
    case 'not-found':
      return app.notFoundTitle;
    default:
      return route satisfies never;
  }
}
