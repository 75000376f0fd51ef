import { expect, it } from 'vitest';
import type { CollectionItem } from '../../api/collection.ts';
import { songNamed } from '../../player/core/test-songs.ts';
import { hrefOfItem, paletteGroups } from './palette-lines.ts';

const album = (path: string, year: number): CollectionItem => ({
  variant: 'Directory',
  fields: { path, album: 'Lanterns', artist: 'Mira', year, artwork: null, date_added: 0 },
});

const detailsOf = (folders: readonly CollectionItem[], songs: readonly CollectionItem[] = []) =>
  paletteGroups({
    text: 'lanterns',
    results: { folders, songs, total: folders.length + songs.length },
    playlists: [],
    smartLists: [],
    commands: [],
    recent: [],
  }).flatMap(({ lines }) => lines.flatMap((line) => (line.kind === 'item' ? [line.detail] : [])));

it('tells editions of an album apart by their years, and discs by their folders', () => {
  expect(detailsOf([album('Music/First', 2019), album('Music/Again', 2021)])).toEqual([
    'Mira · 2019',
    'Mira · 2021',
  ]);
  expect(detailsOf([album('Music/CD 1', 2019), album('Music/CD 2', 2019)])).toEqual([
    'Mira · 2019 · CD 1',
    'Mira · 2019 · CD 2',
  ]);
});

it('says which album a song is on', () => {
  const song = { ...songNamed('Lanterns'), artist: 'Mira', album: 'River' };
  expect(detailsOf([], [{ variant: 'Song', fields: song }])).toEqual(['Mira · River']);
});

it('finds playlists and smart lists by words of their names', () => {
  const lists = paletteGroups({
    text: 'sun',
    results: { folders: [], songs: [], total: 0 },
    playlists: [{ name: 'Sunday' }, { name: 'Monday' }],
    smartLists: [{ name: 'My suns', query: 'sun' }],
    commands: [],
    recent: [],
  }).flatMap(({ lines }) => lines.map((line) => [line.label, line.kind === 'item' && hrefOfItem(line.item)]));
  expect(lists).toEqual([
    ['Sunday', '#/playlist/Sunday'],
    ['My suns', '#/smart-list/My%20suns'],
  ]);
});
