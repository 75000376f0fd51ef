import type { MusicReading, MusicSong } from '../../../library/read/music/music-reading.ts';
import type { Handlers } from '../call.ts';
import type { Node } from '../wire/tree.ts';
import { songOf } from './songs-of.ts';

/** Words of a song. Times are milliseconds as their file has them, of which the offset is taken. */
interface SungWords {
  readonly isSynced: boolean;
  readonly language: string | null;
  readonly offsetMs: number;
  readonly lines: readonly SungLine[];
  /** Those who sing, where there are several. */
  readonly voices: readonly {
    readonly id: string;
    readonly name: string | null;
    readonly isGroup: boolean;
  }[];
}

interface SungLine {
  readonly startMs: number | null;
  readonly text: string;
  readonly voice: string | null;
  /** Places are characters of the text, the end behind it. */
  readonly cues: readonly {
    readonly startMs: number;
    readonly endMs: number | null;
    readonly from: number;
    readonly to: number;
  }[];
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
  offset: words.offsetMs,
  synced: words.isSynced,
  line: words.lines.map(({ startMs, text }) => ({
    start: words.isSynced ? (startMs ?? 0) : undefined,
    value: text,
  })),
});

/** Places are told in bytes of UTF-8, the last one included. */
const cueNode = (text: string, { startMs, endMs, from, to }: SungLine['cues'][number]): Node => {
  const [byteStart, length] = [text.slice(0, from), text.slice(from, to)].map((part) =>
    Buffer.byteLength(part),
  ) as [number, number];
  return {
    start: startMs,
    end: endMs ?? undefined,
    byteStart,
    byteEnd: byteStart + length - 1,
    value: text.slice(from, to),
  };
};

/** What the second version of the extension has beyond the first: words that are timed one by one, and voices. */
const enhanced = ({ lines, voices }: SungWords): Node => ({
  kind: 'main',
  cueLine: lines.flatMap((line, index): Node[] =>
    line.cues.length === 0
      ? []
      : [
          {
            index,
            start: line.startMs ?? undefined,
            end: line.cues.at(-1)?.endMs ?? undefined,
            value: line.text,
            agentId: voices.length === 0 ? undefined : (line.voice ?? undefined),
            cue: line.cues.map((cue) => cueNode(line.text, cue)),
          },
        ],
  ),
  ...(voices.length === 0
    ? {}
    : {
        agents: voices.map(({ id, name, isGroup }, at) => ({
          id,
          role: at === 0 ? 'main' : isGroup ? 'group' : 'voice',
          name: name ?? undefined,
        })),
      }),
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
      const nodes = all.map((words) => ({
        ...structured(song, words),
        ...(parameters.enhanced ? enhanced(words) : {}),
      }));
      return { lyricsList: { structuredLyrics: nodes } };
    },
  };
};
