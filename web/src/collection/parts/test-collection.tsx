import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import type { Directory, Item, Song } from '@tonearm/contract';
import type { ReactElement } from 'react';
import { songNamed } from '../../player/core/test-songs.ts';
import { renderPlayer } from '../../player/ui/render-player.tsx';

/** Renders a screen of the collection around a silent player; what fails, fails at once. */
export const renderCollection = (ui: ReactElement) => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return { queries, ...renderPlayer(<QueryClientProvider client={queries}>{ui}</QueryClientProvider>) };
};

/** A song of the wire, by its title. */
export const wireSong = (title: string, fields: Partial<Song> = {}): Item => ({
  Song: { ...songNamed(title), ...fields },
});

/** An album's folder of the wire. */
export const wireAlbum = (path: string, fields: Partial<Directory> = {}): Item => ({
  Directory: {
    path,
    artist: 'Heron',
    year: 2016,
    album: path.slice(path.lastIndexOf('/') + 1),
    artwork: `${path}/Folder.jpg`,
    date_added: 0,
    ...fields,
  },
});

/** A folder of the wire that is no album. */
export const wireFolder = (path: string): Item =>
  wireAlbum(path, { artist: null, year: null, album: null, artwork: null });

/** A page of a list, with the length of the whole, and how many folders come first where that is told. */
export const pageOf = (items: readonly unknown[], total: number, folderCount?: number): Response =>
  new Response(JSON.stringify(items), {
    headers: {
      'X-Total-Count': String(total),
      ...(folderCount === undefined ? {} : { 'X-Directory-Count': String(folderCount) }),
    },
  });

/** The rows of a list that play when they are clicked. */
export const songButton = (title: string): HTMLElement => {
  const buttons = within(screen.getByRole('grid')).getAllByRole('button');
  const found = buttons.find(
    (button) => !button.hasAttribute('data-more') && button.textContent?.includes(title),
  );
  if (!found) throw new Error(`No row plays ${title}`);
  return found;
};
