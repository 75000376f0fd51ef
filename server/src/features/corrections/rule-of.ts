import { randomUUID } from 'node:crypto';
import type { Correction, CorrectionAbout, CorrectionRule, ErrorCode } from '@tonearm/contract';
import { foldedName } from '../../library/model/folded-name.ts';
import { derivedId, idBytesOf } from '../../library/model/public-id.ts';
import type {
  AlbumFacts,
  ArtistNames,
  CorrectionFacts,
  GenreNames,
} from '../../library/read/corrections/correction-facts.ts';
import { AppError } from '../../platform/app-error.ts';

/** What a correction comes to: a rule that songs are corrected by, and what people read of it. */
export interface Resolved {
  readonly rule: CorrectionRule;
  readonly about: CorrectionAbout;
}

type Of<Kind extends Correction['kind']> = Extract<Correction, { kind: Kind }>;
type NewName = Extract<CorrectionRule, { kind: 'names' }>['names'][number];

/** Most subjects that are named. */
const mostNamed = 20;

const aboutOf = (
  kind: Correction['kind'],
  subjects: readonly string[],
  result: string | null,
): CorrectionAbout => ({ kind, subjects: subjects.slice(0, mostNamed), count: subjects.length, result });

const found = <Value>(value: Value | null, code: ErrorCode, sentence: string): Value => {
  if (value === null) throw new AppError(code, sentence);
  return value;
};

const refuse = (sentence: string): never => {
  throw new AppError('invalid_correction', sentence);
};

const named = (name: string): NewName => ({ name, sort: null, mb: null });

/**
 * By what the names of an artist are recognised: by its identity; without one by the name, or only by such a name
 * without an identity where others bear it.
 */
const keysOf = ({ spellings, sharesName }: ArtistNames): string[] => {
  const bare = sharesName ? 'bare' : 'name';
  const keys = spellings.map(({ name, mbId }) =>
    mbId === '' ? `${bare}:${foldedName(name)}` : `mb:${mbId}`,
  );
  // Files of it that are still to come may say no identity, or have lost it.
  const byName = sharesName ? [] : spellings.map(({ name }) => `name:${foldedName(name)}`);
  return [...new Set([...keys, ...byName])];
};

/** The id that an artist has or had of one of its keys. */
const artistIdOfKey = (key: string): string => {
  const at = key.indexOf(':');
  const name = key.slice(at + 1);
  const id = key.slice(0, at) === 'mb' ? derivedId('artist', 'mb', name) : derivedId('artist', name);
  return id.toString('hex');
};

const likesOf = (from: readonly string[], into: string): { from: string[]; into: string } => ({
  from: [...new Set(from)].filter((id) => id !== into),
  into,
});

const foldedOf = ({ spellings }: GenreNames): string[] => [...new Set(spellings.map(foldedName))];

const matchOf = ({ identity, isAlone, years, yearlessTrees }: AlbumFacts) => ({
  identity,
  years: isAlone ? null : [...years],
  ...(isAlone || yearlessTrees.length === 0 ? {} : { trees: [...yearlessTrees] }),
});
const placeOf = ({ identity, id }: AlbumFacts) => ({ identity, id });

/** What songs say that are put into an album. */
const asIn = (album: AlbumFacts) => ({
  album: album.title,
  version: album.version,
  artists: album.artists.map(({ name, sortName, mbId }) => ({
    name,
    sort: sortName || null,
    mb: mbId || null,
  })),
  at: placeOf(album),
});

/** Looks up what corrections name. */
const createLooking = (facts: CorrectionFacts) => ({
  artist: async (id: string) =>
    found(await facts.artist(id), 'artist_not_found', 'There is no such artist in the collection.'),
  genre: async (id: string) =>
    found(await facts.genre(id), 'genre_not_found', 'There is no such genre in the collection.'),
  album: async (id: string) =>
    found(await facts.album(id), 'album_not_found', 'There is no such album in the collection.'),
  songs: async (paths: readonly string[]): Promise<string[]> =>
    (await facts.songIds(paths)).map((id) =>
      found(id, 'song_not_found', 'There is no such song in the collection.'),
    ),
});
type Looking = ReturnType<typeof createLooking>;

/** Those that are merged, without the one they are merged into. */
const mergedInto = async <Name>(
  { into, merged }: { into: string; merged: readonly string[] },
  find: (id: string) => Promise<Name>,
): Promise<{ into: Name; others: Name[] }> => ({
  into: await find(into),
  others: await Promise.all(merged.filter((id) => id !== into).map(find)),
});

const ofArtists = async (
  change: Of<'rename_artist' | 'merge_artists' | 'split_artist'>,
  looking: Looking,
): Promise<Resolved> => {
  switch (change.kind) {
    case 'rename_artist': {
      const artist = await looking.artist(change.artist);
      const { mbId: mb, folded } = artist;
      const sort = change.sort_name ?? (artist.name === change.name ? artist.sortName : null);
      const rule = {
        kind: 'names' as const,
        keys: keysOf(artist),
        names: [{ name: change.name, sort, mb }],
        as: folded,
      };
      const result = change.sort_name === undefined ? change.name : `${change.name} (${change.sort_name})`;
      return { rule, about: aboutOf(change.kind, [artist.name], result) };
    }
    case 'merge_artists': {
      const { into, others } = await mergedInto(
        { into: change.into, merged: change.artists },
        looking.artist,
      );
      if (others.length === 0) refuse('An artist cannot be merged with itself.');
      const names = [{ name: into.name, sort: into.sortName, mb: into.mbId }];
      const keys = others.flatMap(keysOf);
      const likes = likesOf(keys.map(artistIdOfKey), idBytesOf(change.into)?.toString('hex') ?? '');
      const rule = { kind: 'names' as const, keys, names, as: into.folded, likes };
      const subjects = others.map(({ name }) => name);
      return { rule, about: aboutOf(change.kind, subjects, into.name) };
    }
    case 'split_artist': {
      const artist = await looking.artist(change.artist);
      if (change.names.length < 2) refuse('Please name at least two artists.');
      const rule = { kind: 'names' as const, keys: keysOf(artist), names: change.names.map(named), as: null };
      return { rule, about: aboutOf(change.kind, [artist.name], change.names.join(', ')) };
    }
  }
};

const ofGenres = async (
  change: Of<'rename_genre' | 'merge_genres' | 'split_genre'>,
  looking: Looking,
): Promise<Resolved> => {
  switch (change.kind) {
    case 'rename_genre':
    case 'split_genre': {
      const genre = await looking.genre(change.genre);
      const names = change.kind === 'rename_genre' ? [change.name] : change.names;
      if (change.kind === 'split_genre' && names.length < 2) refuse('Please name at least two genres.');
      const rule = { kind: 'genres' as const, folded: foldedOf(genre), names };
      return { rule, about: aboutOf(change.kind, [genre.name], names.join(', ')) };
    }
    case 'merge_genres': {
      const { into, others } = await mergedInto({ into: change.into, merged: change.genres }, looking.genre);
      if (others.length === 0) refuse('A genre cannot be merged with itself.');
      const rule = { kind: 'genres' as const, folded: others.flatMap(foldedOf), names: [into.name] };
      const subjects = others.map(({ name }) => name);
      return { rule, about: aboutOf(change.kind, subjects, into.name) };
    }
  }
};

const fixedAlbum = async (change: Of<'fix_album'>, looking: Looking): Promise<Resolved> => {
  const album = await looking.album(change.album);
  const { title, version, year, type, artists } = change;
  const said = [title, version, artists?.join(', '), year, type].filter(
    (one) => one !== undefined && one !== '',
  );
  if (said.length === 0 && version === undefined) refuse('Please say what is to be other than it is.');
  const rule: CorrectionRule = {
    kind: 'songs',
    albums: [matchOf(album)],
    songs: [],
    change: {
      ...(title === undefined ? {} : { album: title }),
      ...(version === undefined ? {} : { version: version === '' ? null : version }),
      ...(year === undefined ? {} : { year }),
      ...(type === undefined ? {} : { type }),
      ...(artists === undefined ? {} : { artists: artists.map(named) }),
      at: placeOf(album),
    },
  };
  return { rule, about: aboutOf(change.kind, [album.title], said.length === 0 ? null : said.join(' · ')) };
};

const joinedAlbums = async (change: Of<'join_albums'>, looking: Looking): Promise<Resolved> => {
  const into = await looking.album(change.into);
  const ids = change.albums.filter((id) => id !== change.into);
  const others = await Promise.all(ids.map((id) => looking.album(id)));
  if (others.length === 0) refuse('An album cannot be joined with itself.');
  // The one they are joined with is meant as well: all of it is in one place, whatever its songs say.
  const albums = [...others, into].map(matchOf);
  const likes = likesOf(
    others.map(({ id }) => id),
    into.id,
  );
  const rule = { kind: 'songs' as const, albums, songs: [], change: asIn(into), likes };
  return {
    rule,
    about: aboutOf(
      change.kind,
      others.map(({ title }) => title),
      into.title,
    ),
  };
};

const ofAlbums = async (
  change: Of<'fix_album' | 'join_albums' | 'split_album' | 'move_songs' | 'choose_cover'>,
  looking: Looking,
): Promise<Resolved> => {
  switch (change.kind) {
    case 'fix_album':
      return fixedAlbum(change, looking);
    case 'join_albums':
      return joinedAlbums(change, looking);
    case 'split_album': {
      const songs = await looking.songs(change.songs);
      const id = derivedId('album', 'by hand', randomUUID()).toString('hex');
      const at = { identity: id, id };
      const rule = { kind: 'songs' as const, albums: [], songs, change: { album: change.title, at } };
      return { rule, about: aboutOf(change.kind, change.songs, change.title) };
    }
    case 'move_songs': {
      const album = await looking.album(change.album);
      const songs = await looking.songs(change.songs);
      const rule = { kind: 'songs' as const, albums: [], songs, change: asIn(album) };
      return { rule, about: aboutOf(change.kind, change.songs, album.title) };
    }
    case 'choose_cover': {
      const album = await looking.album(change.album);
      const songs = await looking.songs([change.song]);
      const rule = { kind: 'songs' as const, albums: [], songs, change: { cover: true as const } };
      return { rule, about: aboutOf(change.kind, [album.title], change.song) };
    }
  }
};

const ofSongs = async (change: Of<'fix_song' | 'hide_songs'>, looking: Looking): Promise<Resolved> => {
  if (change.kind === 'hide_songs') {
    const songs = await looking.songs(change.songs);
    return { rule: { kind: 'hidden', songs }, about: aboutOf(change.kind, change.songs, null) };
  }
  const songs = await looking.songs([change.song]);
  const rule = { kind: 'songs' as const, albums: [], songs, change: { title: change.title } };
  return { rule, about: aboutOf(change.kind, [change.song], change.title) };
};

/**
 * Makes a rule of what somebody corrects, by what lasts: names and identities of files, ids of songs.
 * @throws AppError of what it names and is not there, or invalid_correction
 */
export const ruleOf = (change: Correction, facts: CorrectionFacts): Promise<Resolved> => {
  const looking = createLooking(facts);
  switch (change.kind) {
    case 'rename_artist':
    case 'merge_artists':
    case 'split_artist':
      return ofArtists(change, looking);
    case 'rename_genre':
    case 'merge_genres':
    case 'split_genre':
      return ofGenres(change, looking);
    case 'fix_album':
    case 'join_albums':
    case 'split_album':
    case 'move_songs':
    case 'choose_cover':
      return ofAlbums(change, looking);
    case 'fix_song':
    case 'hide_songs':
      return ofSongs(change, looking);
  }
};
