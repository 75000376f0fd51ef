import type { MusicSong, WholeAlbum } from '@tonearm/contract';
import { itemFromSong } from '../../api/collection.ts';
import { itemFromAlbum } from '../../api/music.ts';
import { type Section, targetsOfSongs } from '../../collection/parts/section-list.tsx';
import { paths } from '../../lib/paths.ts';
import { musicTexts } from '../../texts/music.ts';

/** What stands below the head of an album: its discs and works, then other editions and others of its artist. */
export function albumSections(album: WholeAlbum): readonly Section[] {
  const discs = discsOf(album.songs);
  return [
    ...discs.flatMap(({ disc, songs }) => discSections(disc, songs, discs.length > 1)),
    {
      key: 'editions',
      heading: { text: musicTexts.editions },
      kind: 'cards',
      items: album.editions.map(itemFromAlbum),
    },
    {
      key: 'also by',
      heading: { text: musicTexts.alsoBy(album.artists[0]?.name ?? album.artist) },
      kind: 'cards',
      items: album.also_by.map(itemFromAlbum),
    },
  ];
}

/** The tracks of a disc, by work where they have any; a heading above where there are several discs, or the disc has a name. */
function discSections(
  disc: number,
  songs: readonly MusicSong[],
  isOneOfSeveral: boolean,
): readonly Section[] {
  const subtitle = songs.find((song) => song.disc_subtitle)?.disc_subtitle ?? null;
  const targets = targetsOfSongs(songs.map(itemFromSong));
  const discHeading =
    isOneOfSeveral || subtitle !== null ? { text: musicTexts.disc(disc, subtitle), targets } : null;
  const works = worksOf(songs).map(({ work, songs: ofWork }, index): Section => {
    const items = ofWork.map(itemFromSong);
    const heading =
      work === null
        ? undefined
        : { text: work, level: 3 as const, targets: targetsOfSongs(items), ...workLink(work, ofWork) };
    return { key: `disc ${disc} work ${index}`, heading, kind: 'tracks', items };
  });
  const [first, ...others] = works;
  if (discHeading === null || first === undefined) return works;
  // A disc that begins with a work has both headings, one above the other.
  return first.heading === undefined
    ? [{ ...first, heading: discHeading }, ...others]
    : [{ key: `disc ${disc}`, heading: discHeading, kind: 'tracks', items: [] }, ...works];
}

/** Leads to other recordings, where the composer of the work is known. */
function workLink(work: string, songs: readonly MusicSong[]): { readonly href?: string } {
  const composers = songs.flatMap(({ credits }) => credits.filter(({ role }) => role === 'composer'));
  const id = composers.find((composer) => composer.id !== null)?.id;
  return id ? { href: paths.work(id, work) } : {};
}

/** Songs that follow one another and belong to one work; null for those of none. */
function worksOf(
  songs: readonly MusicSong[],
): readonly { readonly work: string | null; readonly songs: readonly MusicSong[] }[] {
  const works: { work: string | null; songs: MusicSong[] }[] = [];
  for (const song of songs) {
    const last = works.at(-1);
    if (last && last.work === song.work) last.songs.push(song);
    else works.push({ work: song.work, songs: [song] });
  }
  return works;
}

/** Songs by disc, lowest first; a song without a number belongs to disc 1. */
function discsOf(songs: readonly MusicSong[]): readonly { disc: number; songs: readonly MusicSong[] }[] {
  const discs = Map.groupBy(songs, (song) => song.disc_number ?? 1);
  return [...discs].sort(([a], [b]) => a - b).map(([disc, ofDisc]) => ({ disc, songs: ofDisc }));
}
