import type { SongTags } from '@tonearm/song-files';
import { foldText, plainText } from './text-folding.ts';
import { SEARCH_TERMS } from './words.ts';

/** How many songs hold a term: in one field, in any (`exact`), or in any without accents (`folded`). */
interface TermCounts {
  term: string;
  title: number;
  artist: number;
  album: number;
  path: number;
  exact: number;
  folded: number;
}

/** Counts what the manifest promises. */
export interface SearchCounter {
  add: (path: string, tags: SongTags) => void;
  counts: () => TermCounts[];
}

const FIELDS = ['title', 'artist', 'album', 'path'] as const;

/** A counter of {@link SEARCH_TERMS}; every word of a term must occur, each in any field. */
export function createSearchCounter(): SearchCounter {
  const terms = SEARCH_TERMS.map((term) => ({
    exactParts: plainText(term).split(' '),
    foldedParts: foldText(term).split(' '),
    counts: { term, title: 0, artist: 0, album: 0, path: 0, exact: 0, folded: 0 },
  }));
  return {
    add(path, tags) {
      const fields = {
        title: plainText(tags.title ?? ''),
        artist: plainText([...(tags.artists ?? []), ...(tags.albumArtists ?? [])].join('\n')),
        album: plainText(tags.album ?? ''),
        path: plainText(path),
      };
      const others = [tags.genres, tags.composers, tags.lyricists, tags.labels].flatMap((list) => list ?? []);
      const all = [fields.title, fields.artist, fields.album, plainText(others.join('\n'))].join('\n');
      const folded = foldText(all);
      for (const { exactParts, foldedParts, counts } of terms) {
        for (const field of FIELDS) {
          if (exactParts.every((part) => fields[field].includes(part))) counts[field]++;
        }
        if (exactParts.every((part) => all.includes(part))) counts.exact++;
        if (foldedParts.every((part) => folded.includes(part))) counts.folded++;
      }
    },
    counts: () => terms.map(({ counts }) => counts),
  };
}
