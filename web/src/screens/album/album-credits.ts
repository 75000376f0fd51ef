import type { MusicSong, SongCredit, SongRole } from '@tonearm/contract';
import type { TrackWords } from '../../collection/item-list/row/item-look.ts';
import { musicTexts } from '../../texts/music.ts';

/** What people did on songs, besides being their artist; in the order in which it is told. */
const told = [
  'composer',
  'lyricist',
  'conductor',
  'performer',
  'remixer',
  'producer',
  'arranger',
  'djMixer',
] as const satisfies readonly SongRole[];
type ToldRole = (typeof told)[number];

/** Who did the same on every song of an album. */
export interface SharedCredit {
  readonly role: ToldRole;
  readonly people: readonly SongCredit[];
}

/** What the head of an album says of all its songs. A role whose people differ from song to song is not there. */
export function sharedCredits(songs: readonly MusicSong[]): readonly SharedCredit[] {
  return told.flatMap((role) => {
    const [first] = songs;
    const people = first ? peopleOf(first, role) : [];
    const isShared = people.length > 0 && songs.every((song) => namesOf(song, role) === textOf(people));
    return isShared ? [{ role, people }] : [];
  });
}

/** What tracks say besides: who did what where that differs, and the movement where its work is a heading. */
export function trackWordsOf(songs: readonly MusicSong[]): ReadonlyMap<string, TrackWords> {
  const shared = new Set(sharedCredits(songs).map(({ role }) => role));
  const own = told.filter((role) => !shared.has(role));
  return new Map(
    songs.map((song) => {
      const note = own
        .flatMap((role) => {
          const names = namesOf(song, role);
          return names === '' ? [] : [`${musicTexts.roles[role]} ${names}`];
        })
        .join(' · ');
      const { work, movement_name: name, movement_number: number } = song;
      const title =
        work === null || name === null ? null : number === null ? name : musicTexts.movement(number, name);
      return [song.path, { ...(note !== '' && { note }), ...(title !== null && { title }) }];
    }),
  );
}

const peopleOf = ({ credits }: MusicSong, role: SongRole): readonly SongCredit[] =>
  credits.filter((credit) => credit.role === role);

const textOf = (people: readonly SongCredit[]): string =>
  people.map(({ name, instrument }) => (instrument === null ? name : `${name} (${instrument})`)).join(', ');

const namesOf = (song: MusicSong, role: SongRole): string => textOf(peopleOf(song, role));
