import type { SongTags } from '@tonearm/song-files';

/** What the summary says about all songs together. */
export interface Tally {
  add: (format: string, tags: SongTags) => void;
  /** Counts by value, the most frequent first. */
  summary: () => {
    distinctArtists: number;
    distinctAlbums: number;
    formats: Record<string, number>;
    genres: Record<string, number>;
    years: Record<string, number>;
  };
}

/** Nothing counted yet. */
export function createTally(): Tally {
  const artists = new Set<string>();
  const albums = new Set<string>();
  const formats = new Map<string, number>();
  const genres = new Map<string, number>();
  const years = new Map<string, number>();
  return {
    add(format, tags) {
      bump(formats, format);
      for (const genre of tags.genres ?? []) bump(genres, genre);
      if (tags.year) bump(years, `${tags.year}`);
      for (const artist of tags.artists ?? []) artists.add(artist);
      const owner = (tags.albumArtists ?? tags.artists)?.[0];
      if (tags.album) albums.add(`${owner ?? ''}\0${tags.album}`);
    },
    summary: () => ({
      distinctArtists: artists.size,
      distinctAlbums: albums.size,
      formats: byCount(formats),
      genres: byCount(genres),
      years: byCount(years),
    }),
  };
}

function bump(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function byCount(counts: Map<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)));
}
