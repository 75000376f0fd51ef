import type { CorrectionRule } from '@tonearm/contract';
import { albumIdentityOf, albumIdentityParts } from './album-identity.ts';
import { correctGenres, correctNames, type NameSteps, type NewName } from './corrected-names.ts';
import { songFacts } from './facts-in-turn.ts';
import { foldedName } from './folded-name.ts';
import { type CorrectableTags, type CorrectedAlbum, modelRowOf, moreTags } from './song-facts.ts';
import type { Splitter } from './splitting.ts';

/** Says what songs are by rules, in the order in which they were made. */
export interface Corrector {
  readonly isEmpty: boolean;
  /** Folded names that count as others. */
  readonly aliases: ReadonlyMap<string, string>;
  /** @returns the same tags where nothing is to be corrected */
  tags<Tags extends CorrectableTags>(tags: Tags, song: CorrectedSong): Tags;
  isHidden(publicId: Uint8Array | null): boolean;
}

interface CorrectedSong {
  readonly publicId: Uint8Array | null;
  /** Its folder's tree, see album-identity. */
  readonly tree: () => string;
}

type SongsRule = Extract<CorrectionRule, { kind: 'songs' }>;

const hexOf = (id: Uint8Array | null): string => (id === null ? '' : Buffer.from(id).toString('hex'));

/** Folded names that new names count as. */
export const aliasesOf = (rules: readonly CorrectionRule[]): Map<string, string> => {
  const aliases = new Map<string, string>();
  for (const rule of rules) {
    const [first] = rule.kind === 'names' ? rule.names : [];
    if (rule.kind !== 'names' || rule.as === null || first === undefined) continue;
    const folded = foldedName(first.name);
    if (folded !== rule.as) aliases.set(folded, rule.as);
  }
  return aliases;
};

const nameStepsOf = (rules: readonly CorrectionRule[]): NameSteps => {
  const steps = new Map<string, { at: number; names: readonly NewName[] }[]>();
  for (const [at, rule] of rules.entries()) {
    if (rule.kind !== 'names') continue;
    for (const key of rule.keys) steps.set(key, [...(steps.get(key) ?? []), { at, names: rule.names }]);
  }
  return steps;
};

const genreStepsOf = (
  rules: readonly CorrectionRule[],
): Map<string, { at: number; names: readonly string[] }[]> => {
  const steps = new Map<string, { at: number; names: readonly string[] }[]>();
  for (const [at, rule] of rules.entries()) {
    if (rule.kind !== 'genres') continue;
    for (const key of rule.folded) steps.set(key, [...(steps.get(key) ?? []), { at, names: rule.names }]);
  }
  return steps;
};

const json = (list: readonly string[]): string | null => (list.length === 0 ? null : JSON.stringify(list));

const withChange = (tags: CorrectableTags, { change }: SongsRule, at: number): CorrectableTags => {
  const { mbAlbumArtists, albumArtistSorts, albumVersion, corrected, ...rest } = moreTags(tags.more);
  const { artists } = change;
  const keptArtists = {
    ...(mbAlbumArtists === undefined ? {} : { mbAlbumArtists }),
    ...(albumArtistSorts === undefined ? {} : { albumArtistSorts }),
  };
  const newArtists = {
    mbAlbumArtists: (artists ?? []).map(({ mb }) => mb ?? ''),
    albumArtistSorts: (artists ?? []).map(({ sort }) => sort ?? ''),
  };
  const version = change.version === undefined ? (albumVersion ?? null) : change.version;
  const album: CorrectedAlbum = {
    identity: change.at?.identity ?? corrected?.identity ?? null,
    publicId: change.at?.id ?? corrected?.publicId ?? null,
    kind: change.type ?? corrected?.kind ?? null,
    cover: change.cover === true ? at + 1 : (corrected?.cover ?? null),
  };
  const more = {
    ...rest,
    ...(artists === undefined ? keptArtists : newArtists),
    ...(version === null ? {} : { albumVersion: version }),
    corrected: album,
  };
  const names = artists?.map(({ name }) => name);
  return {
    ...tags,
    ...(change.title === undefined ? {} : { title: change.title }),
    ...(change.album === undefined ? {} : { album: change.album }),
    ...(change.year === undefined ? {} : { year: change.year, recordedOn: String(change.year) }),
    ...(names === undefined ? {} : { albumArtists: json(names), albumArtistList: json(names) }),
    more: JSON.stringify(more),
  };
};

/** By what songs of an album are recognised: as their files say, and as they were corrected so far. */
const albumKeysOf = (
  all: readonly CorrectableTags[],
  song: CorrectedSong,
  { splitter, aliases }: { splitter: Splitter; aliases: ReadonlyMap<string, string> },
): ReadonlyMap<string, number | null> => {
  const found = new Map<string, number | null>();
  for (const tags of all) {
    const { album } = songFacts(modelRowOf({ id: 0, directoryId: 0, addedAt: 0 }, tags), splitter, aliases);
    if (album === null) continue;
    const identity =
      album.corrected?.identity ?? albumIdentityOf(albumIdentityParts(album, song.tree())).toString('hex');
    found.set(identity, album.year);
  }
  return found;
};

const isMeant = (
  { albums }: SongsRule,
  keys: ReadonlyMap<string, number | null>,
  treeOfSong: () => string,
): boolean =>
  albums.some(({ identity, years, trees }) => {
    const year = keys.get(identity);
    if (year === undefined || (years !== null && !years.includes(year))) return false;
    // Others of the same names and without a year lie elsewhere.
    return year !== null || trees === undefined || trees.includes(treeOfSong());
  });

/** Makes it of rules. @param splitter takes apart what one text says */
export const createCorrector = (rules: readonly CorrectionRule[], splitter: Splitter): Corrector => {
  const names = nameStepsOf(rules);
  const genres = genreStepsOf(rules);
  const aliases = aliasesOf(rules);
  const songRules = rules.flatMap((rule, at) => (rule.kind === 'songs' ? [{ rule, at }] : []));
  const hasAlbums = songRules.some(({ rule }) => rule.albums.length > 0);
  const named = songRules.map(({ rule }) => new Set(rule.songs));
  const hidden = new Set(rules.flatMap((rule) => (rule.kind === 'hidden' ? rule.songs : [])));

  const withSongRules = (
    raw: CorrectableTags,
    tags: CorrectableTags,
    song: CorrectedSong,
  ): CorrectableTags => {
    const id = hexOf(song.publicId);
    let now = tags;
    for (const [index, { rule, at }] of songRules.entries()) {
      const isNamed = named[index]?.has(id) === true;
      const isOfAlbum = (): boolean =>
        hasAlbums &&
        rule.albums.length > 0 &&
        isMeant(rule, albumKeysOf([raw, now], song, { splitter, aliases }), song.tree);
      if (isNamed || isOfAlbum()) now = withChange(now, rule, at);
    }
    return now;
  };

  return {
    isEmpty: rules.length === 0,
    aliases,
    isHidden: (publicId) => hidden.size > 0 && hidden.has(hexOf(publicId)),
    tags: (tags, song) => {
      let now: CorrectableTags = tags;
      if (names.size > 0) now = correctNames(now, names, splitter);
      if (genres.size > 0) now = correctGenres(now, genres, splitter);
      if (songRules.length > 0) now = withSongRules(tags, now, song);
      return now === tags ? tags : { ...tags, ...now };
    },
  };
};
