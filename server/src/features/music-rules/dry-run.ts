import { setImmediate as turn } from 'node:timers/promises';
import type { MusicRulesTrial, SplitField } from '@tonearm/contract';
import type { ModelRules } from '../../library/model/model-settings.ts';
import { moreTags } from '../../library/model/song-facts.ts';
import type { PlacedName, SongTexts, TagTextReading } from '../../library/read/tag-values/tag-texts.ts';

/** The rules that hold, and those that are tried. */
interface Rules {
  readonly before: ModelRules;
  readonly after: ModelRules;
}

/** Rows that are looked at between two answers to others. */
const rowsAtOnce = 1_000;
/** Most changes and moves that are listed. */
const changesListed = 200;
const movesListed = 100;

/** Fields that hold people and stand in the column `more`. */
const moreFields = ['conductors', 'remixers', 'producers', 'arrangers', 'djMixers'] as const;

const only = (json: string | null): string | null => {
  if (json === null) return null;
  const list = JSON.parse(json) as readonly string[];
  return list.length === 1 ? (list[0] ?? null) : null;
};

const onlyOf = (value: string | readonly string[] | undefined): string | null => {
  if (value === undefined || typeof value === 'string') return value ?? null;
  return value.length === 1 ? (value[0] ?? null) : null;
};

/** Texts of a song that are taken apart where they name several: what is a list already is not. */
const textsOf = (song: SongTexts): [SplitField, string | null][] => {
  const more = moreTags(song.more);
  return [
    ['artists', song.artist_list === null ? only(song.artists) : null],
    ['albumArtists', song.album_artist_list === null ? only(song.album_artists) : null],
    ['composers', only(song.composers)],
    ['lyricists', only(song.lyricists)],
    ...moreFields.map((field): [SplitField, string | null] => [field, onlyOf(more[field])]),
    ['genres', only(song.genres)],
  ];
};

type Change = MusicRulesTrial['changes'][number];

/** Compares texts, each once however many songs have it. */
const createComparison = ({ before, after }: Rules) => {
  const known = new Map<string, Change | null>();
  const compare = (field: SplitField, text: string): Change | null => {
    const kind = field === 'genres' ? 'genres' : 'people';
    const parts = before.splitter[kind]([text]);
    const others = after.splitter[kind]([text]);
    const isSame = parts.length === others.length && parts.every((part, at) => part === others[at]);
    return isSame ? null : { field, text, before: [...parts], after: [...others], song_count: 0 };
  };
  return {
    /** @returns whether it would be taken apart in another way */
    note: (field: SplitField, text: string): boolean => {
      const key = `${field} ${text}`;
      let change = known.get(key);
      if (change === undefined) {
        change = compare(field, text);
        known.set(key, change);
      }
      if (change !== null) change.song_count += 1;
      return change !== null;
    },
    changes: (): Change[] => [...known.values()].filter((change) => change !== null),
  };
};

/** Runs through rows by their numbers, and lets others come in between. */
const throughAll = async <Row extends { readonly id: number }>(
  read: (id: number, limit: number) => Promise<readonly Row[]>,
  take: (row: Row) => void,
): Promise<void> => {
  for (let id = 0; ; ) {
    const rows = await read(id, rowsAtOnce);
    for (const row of rows) take(row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsAtOnce) return;
    id = last.id;
    await turn();
  }
};

/** Where a name would come to stand; null where it stays. */
const moveOf = ({ name, sort_name, sort_key, letter }: PlacedName, { before, after }: Rules) => {
  const now = before.placeOf(name, sort_name);
  // A sort tag that is not told, or rules that are still being applied, say where it is.
  if (Buffer.compare(now.key, sort_key) !== 0) return null;
  const then = after.placeOf(name, sort_name);
  if (Buffer.compare(then.key, sort_key) === 0) return null;
  return { name, letter_before: letter, letter_after: then.letter };
};

/** What rules would change of what is stored; a million songs take seconds, in which everybody else is answered. */
export const tryRules = async (reading: TagTextReading, rules: Rules): Promise<MusicRulesTrial> => {
  const comparison = createComparison(rules);
  let changedSongs = 0;
  await throughAll(reading.songsAfter, (song) => {
    let isChanged = false;
    for (const [field, text] of textsOf(song))
      if (text !== null) isChanged = comparison.note(field, text) || isChanged;
    if (isChanged) changedSongs += 1;
  });
  const changes = comparison.changes().toSorted((a, b) => b.song_count - a.song_count);
  const counts = { artist: 0, album: 0 };
  const moves: MusicRulesTrial['moves'] = [];
  for (const kind of ['artist', 'album'] as const)
    await throughAll(
      (id, limit) => reading.namesAfter(kind, id, limit),
      (row) => {
        const move = moveOf(row, rules);
        if (move === null) return;
        counts[kind] += 1;
        if (counts[kind] <= movesListed) moves.push({ kind, ...move });
      },
    );
  return {
    changed_song_count: changedSongs,
    change_count: changes.length,
    changes: changes.slice(0, changesListed),
    moved_artist_count: counts.artist,
    moved_album_count: counts.album,
    moves,
  };
};
