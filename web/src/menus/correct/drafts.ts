import type { AlbumKind, Correction, CorrectionKind, WholeAlbum } from '@tonearm/contract';
import type { NamedThing } from '../../api/running/corrections.ts';
import type { CorrectSubject } from './subject.ts';

/** What is filled in. */
export interface Draft {
  readonly name: string;
  readonly sortName: string;
  readonly names: string;
  readonly title: string;
  readonly version: string;
  readonly artists: string;
  readonly year: string;
  readonly type: AlbumKind;
  readonly found: NamedThing | null;
  /** Virtual paths. */
  readonly songs: readonly string[];
  readonly newTitle: string;
  /** Virtual path of the song whose picture is meant; empty for none. */
  readonly cover: string;
}

/** Everything that can be corrected of something, the likeliest first. */
export function kindsOf({ kind }: CorrectSubject): readonly CorrectionKind[] {
  switch (kind) {
    case 'artist':
      return ['rename_artist', 'merge_artists', 'split_artist'];
    case 'genre':
      return ['rename_genre', 'merge_genres', 'split_genre'];
    case 'album':
      return ['fix_album', 'join_albums', 'split_album', 'choose_cover'];
    case 'song':
      return ['fix_song', 'move_songs', 'hide_songs'];
    default:
      return kind satisfies never;
  }
}

/** What stands in the fields at first. @param album the album that is meant, once it is known */
export const draftOf = ({ name }: CorrectSubject, album?: WholeAlbum): Draft => ({
  name,
  sortName: '',
  names: name,
  title: album?.title ?? name,
  version: album?.version ?? '',
  artists: (album?.artists ?? []).map((artist) => artist.name).join('\n'),
  year: album?.year === undefined || album.year === null ? '' : String(album.year),
  type: album?.kind ?? 'album',
  found: null,
  songs: [],
  newTitle: '',
  cover: '',
});

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const fixedAlbum = (id: string, draft: Draft, before: Draft): Correction | null => {
  const change = {
    ...(draft.title.trim() === before.title || draft.title.trim() === ''
      ? {}
      : { title: draft.title.trim() }),
    ...(draft.version.trim() === before.version ? {} : { version: draft.version.trim() }),
    ...(draft.year.trim() === before.year || !/^[1-9]\d{0,3}$/.test(draft.year.trim())
      ? {}
      : { year: Number(draft.year) }),
    ...(draft.type === before.type ? {} : { type: draft.type }),
    ...(draft.artists === before.artists || linesOf(draft.artists).length === 0
      ? {}
      : { artists: linesOf(draft.artists) }),
  };
  return Object.keys(change).length === 0 ? null : { kind: 'fix_album', album: id, ...change };
};

/** What is filled in as a correction; null while something is missing, or all is as it was. */
export function correctionOf(
  subject: CorrectSubject,
  kind: CorrectionKind,
  { draft, before }: { readonly draft: Draft; readonly before: Draft },
): Correction | null {
  const id = subject.kind === 'song' ? subject.path : subject.id;
  const name = draft.name.trim();
  const names = linesOf(draft.names);
  const into = draft.found?.id ?? null;
  switch (kind) {
    case 'rename_artist': {
      const sort = draft.sortName.trim();
      if (name === '' || (name === before.name && sort === '')) return null;
      return { kind, artist: id, name, ...(sort === '' ? {} : { sort_name: sort }) };
    }
    case 'rename_genre':
      return name === '' || name === before.name ? null : { kind, genre: id, name };
    case 'split_artist':
      return names.length < 2 ? null : { kind, artist: id, names };
    case 'split_genre':
      return names.length < 2 ? null : { kind, genre: id, names };
    case 'merge_artists':
      return into === null || into === id ? null : { kind, artists: [id], into };
    case 'merge_genres':
      return into === null || into === id ? null : { kind, genres: [id], into };
    case 'join_albums':
      return into === null || into === id ? null : { kind, albums: [id], into };
    case 'move_songs':
      return into === null ? null : { kind, songs: [id], album: into };
    case 'fix_album':
      return fixedAlbum(id, draft, before);
    case 'split_album': {
      const title = draft.newTitle.trim();
      return title === '' || draft.songs.length === 0 ? null : { kind, songs: [...draft.songs], title };
    }
    case 'choose_cover':
      return draft.cover === '' ? null : { kind, album: id, song: draft.cover };
    case 'fix_song': {
      const title = draft.title.trim();
      return title === '' || title === before.title ? null : { kind, song: id, title };
    }
    case 'hide_songs':
      return { kind, songs: [id] };
    default:
      return kind satisfies never;
  }
}
