import { fireEvent, screen } from '@testing-library/react';
import { itemFromDirectory, itemFromSong } from '../../api/collection.ts';
import { songNamed } from '../../player/core/test-songs.ts';
import type { ListItem } from '../item-actions/play-target.ts';
import { renderCollection } from '../parts/test-collection.tsx';
import { ItemList } from './item-list.tsx';
import type { Stretch } from './layout.ts';

/** Four songs, as a list has them. */
export const songs = ['one', 'two', 'three', 'four'].map((name) => itemFromSong(songNamed(name)));

/** A folder that is no album. */
export const folder = (path: string): ListItem =>
  itemFromDirectory({ path, artist: null, year: null, album: null, artwork: null, date_added: 0 });

/** Shows a list of one kind of rows around a silent player. */
export const showList = (items: readonly ListItem[], kind: Stretch['kind'] = 'rows') =>
  renderCollection(
    <ItemList
      label="Things"
      stretches={[{ key: 'things', kind, itemCount: items.length }]}
      itemAt={(index) => items[index]}
    />,
  );

/** What has the focus, as text. */
export const focused = () => document.activeElement?.textContent ?? '';

/** Presses a key where the focus is. */
export const pressKey = (name: string, how: Partial<KeyboardEvent> = {}) =>
  fireEvent.keyDown(document.activeElement as Element, { key: name, ...how });

/** Chooses a line of the menu that is open. */
export const chooseVerb = async (name: string) =>
  fireEvent.click(await screen.findByRole('menuitem', { name }));
