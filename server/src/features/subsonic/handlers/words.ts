import type { MusicReading, MusicSong } from '../../../library/read/music/music-reading.ts';
import type { Handlers } from '../call.ts';
import type { Node } from '../wire/tree.ts';
import { songOf } from './songs-of.ts';

/** Words of a song. */
interface SungWords {
  readonly isSynced: boolean;
  readonly language: string | null;
  readonly lines: readonly { readonly startMs: number | null; readonly text: string }[];
}

/** What words of songs stand on. */
export interface WordsDeps {
  readonly music: MusicReading;
  readonly lyrics: { of(path: string): Promise<readonly SungWords[] | null> };
  /** Songs that words are found in, the best first. */
  readonly findSongs: (query: string, count: number) => Promise<readonly MusicSong[]>;
  /** Words as they are compared. */
  readonly wordsOf: (text: string) => readonly string[];
}

/** Songs of one artist and title that are looked through. */
const mostLookedAt = 50;

const artistText = (song: MusicSong): string =>
  song.credits
    .filter(({ role }) => role === 'artist')
    .map(({ name }) => name)
    .join(', ');

const structured = (song: MusicSong, words: SungWords): Node => ({
  displayArtist: artistText(song) === '' ? undefined : artistText(song),
  displayTitle: song.title ?? undefined,
  lang: words.language ?? 'und',
  offset: 0,
  synced: words.isSynced,
  line: words.lines.map(({ startMs, text }) => ({
    start: words.isSynced ? (startMs ?? 0) : undefined,
    value: text,
  })),
});

/** Words of songs. */
export const createWordsHandlers = ({
  music,
  lyrics,
  findSongs,
  wordsOf,
}: WordsDeps): Pick<Handlers, 'getLyrics' | 'getLyricsBySongId'> => {
  const isSame = (one: string, other: string): boolean => wordsOf(one).join(' ') === wordsOf(other).join(' ');
  return {
    getLyrics: async ({ parameters }) => {
      const { artist, title } = parameters;
      const empty = { lyrics: { artist, title, value: '' } };
      if (artist === undefined || title === undefined) return empty;
      for (const song of await findSongs(`${artist} ${title}`, mostLookedAt)) {
        const names = [artistText(song), song.artistText ?? '', ...song.credits.map(({ name }) => name)];
        if (!isSame(song.title ?? '', title) || !names.some((name) => isSame(name, artist))) continue;
        const all = (await lyrics.of(song.path)) ?? [];
        const words = all.find(({ isSynced }) => !isSynced) ?? all[0];
        if (words === undefined) continue;
        const value = words.lines.map(({ text }) => text).join('\n');
        return { lyrics: { artist: artistText(song), title: song.title ?? title, value } };
      }
      return empty;
    },
    getLyricsBySongId: async ({ parameters }) => {
      const song = await songOf(music, parameters.id);
      const all = (await lyrics.of(song.path)) ?? [];
      return { lyricsList: { structuredLyrics: all.map((words) => structured(song, words)) } };
    },
  };
};
