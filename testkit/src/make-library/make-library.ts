import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Album, makeAlbums } from './albums.ts';
import { buildFile, chooseVariant, planContainer } from './containers.ts';
import { createManifest, createRows, type ManifestSong, type ManifestWriter } from './manifest.ts';
import { writeBroken, writeExtras } from './odd-files.ts';
import { createDiskOutput, type Output } from './output.ts';
import { type Placement, placeAlbum } from './placement.ts';
import { createSearchCounter, type SearchCounter } from './search-counter.ts';
import type { LibraryFormat } from './seed-specs.ts';
import { loadSeeds, type SeedClip, type SeedCover, type Seeds, uniqueCover } from './seeds.ts';
import { type PlannedSong, planTags } from './song-tags-plan.ts';
import { createTally, type Tally } from './tally.ts';
import { makeTitle, SONG_SUFFIXES } from './titles.ts';
import { FIRST_NAMES, LAST_NAMES, PLANTED } from './words.ts';

/** What a generated library looks like. */
export interface MakeLibraryOptions {
  /** Gets `music/` and `manifest.json`, or `rows.jsonl`. */
  out: string;
  songs: number;
  /** Any text; the same seed makes the same library. Default `1`. */
  seed?: string;
  /** How often each format comes up. */
  mix?: Partial<Record<LibraryFormat, number>>;
  /** Share of albums with a picture inside each song. Default 0.25. */
  embedded?: number;
  /** How many unreadable files are added. Default one per 1000 songs, at least 4. */
  broken?: number;
  /** How many songs get 5 minutes of sound (4.8 MB each). Default 4. */
  long?: number;
  /**
   * Makes no sound: `rows` writes only `rows.jsonl` and no file at all, `files` writes songs of a few
   * kilobytes with all their tags and no pictures inside (lengths of mp3 are then not those of the manifest).
   */
  light?: 'rows' | 'files';
  onProgress?: (songs: number) => void;
}

/** What was made. */
export interface MadeLibrary {
  /** Absolute; absent when only rows were made. */
  musicFolder?: string;
  /** Absolute path of `manifest.json` or `rows.jsonl`. */
  manifestFile: string;
  songs: number;
  bytes: number;
}

/** 46 % mp3, 26 % flac, 12 % m4a, 8 % ogg, 8 % opus. */
const USUAL_MIX: Readonly<Record<LibraryFormat, number>> = { mp3: 46, flac: 26, m4a: 12, ogg: 8, opus: 8 };

/** Copies of the first mp3 clip (128 kbit/s throughout, no bit reservoir) that make five minutes. */
const LONG_REPEAT = 195;

/**
 * Makes a tagged music library for tests and benchmarks: unicode, awkward names, missing tags, broken
 * files, and a manifest of what is true. The same options make the same bytes, names and times; a smaller
 * library is a prefix of a larger one with the same seed (the last album is cut short).
 * @throws Error when `music` is there already
 */
export function makeLibrary(options: MakeLibraryOptions): MadeLibrary {
  const making = begin(options);
  for (const album of makeAlbums(making.seed)) {
    if (making.made >= options.songs) break;
    makeAlbumFiles(making, album);
    if (making.albums % 500 === 0) options.onProgress?.(making.made);
  }
  return finish(making);
}

interface Making {
  options: MakeLibraryOptions;
  seed: string;
  mix: [number, LibraryFormat][];
  embedded: number;
  seeds: Seeds;
  output: Output | undefined;
  manifest: ManifestWriter;
  manifestFile: string;
  search: SearchCounter;
  tally: Tally;
  taken: Set<string>;
  longLeft: number;
  made: number;
  albums: number;
  embeddedAlbums: number;
  covers: number;
}

function begin(options: MakeLibraryOptions): Making {
  const out = resolve(options.out);
  const music = join(out, 'music');
  const { seed = '1', embedded = 0.25, songs, light } = options;
  const mix = Object.entries(options.mix ?? USUAL_MIX).map(([format, weight]): [number, LibraryFormat] => [
    weight,
    format as LibraryFormat,
  ]);
  if (existsSync(music)) throw new Error(`${music} exists; remove it or choose another folder`);
  mkdirSync(light === 'rows' ? out : music, { recursive: true });
  const seeds = loadSeeds();
  const head = { version: 1, seed, songs, mix, embedded, seedClips: seeds.digest };
  const manifestFile = join(out, light === 'rows' ? 'rows.jsonl' : 'manifest.json');
  return {
    options,
    seed,
    mix,
    embedded,
    seeds,
    output: light === 'rows' ? undefined : createDiskOutput(music),
    manifest: light === 'rows' ? createRows(manifestFile) : createManifest(manifestFile, head),
    manifestFile,
    search: createSearchCounter(),
    tally: createTally(),
    taken: new Set(['broken files']),
    longLeft: options.long ?? 4,
    made: 0,
    albums: 0,
    embeddedAlbums: 0,
    covers: 0,
  };
}

function finish(making: Making): MadeLibrary {
  const { options, output, seeds, made } = making;
  const brokenCount = options.broken ?? Math.max(4, Math.round(options.songs / 1000));
  const broken = output ? writeBroken(output, brokenCount, seeds) : [];
  const { folders, files, bytes } = output?.counts() ?? { folders: 0, files: 0, bytes: 0 };
  const { distinctArtists, distinctAlbums, formats, genres, years } = making.tally.summary();
  const summary = {
    songs: made,
    albumFolders: making.albums,
    embeddedArtAlbums: making.embeddedAlbums,
    folderCovers: making.covers,
    folders,
    files,
    bytes,
    distinctArtists,
    distinctAlbums,
    formats,
    genres,
    years,
  };
  making.manifest.close({ broken, search: making.search.counts(), summary });
  const { manifestFile } = making;
  const result = { manifestFile, songs: made, bytes };
  return output ? { ...result, musicFolder: join(resolve(options.out), 'music') } : result;
}

/** What all songs of an album share once its files are being made. */
interface AlbumFiles {
  album: Album;
  place: Placement;
  isMixed: boolean;
  isEmbedded: boolean;
  cover: SeedCover | undefined;
  composer: string;
  paths: string[];
}

function makeAlbumFiles(making: Making, album: Album): void {
  const { random } = album;
  album.format = random.weighted(making.mix);
  const isMixed = random.chance(0.08);
  const isEmbedded = random.chance(making.embedded);
  const wantsCover = isEmbedded || album.coverName !== null;
  const seedCover = wantsCover
    ? random.pick(making.seeds.covers[/png$/i.test(album.coverName ?? '') ? 'png' : 'jpg'])
    : undefined;
  const cover = seedCover && uniqueCover(seedCover, `${album.artist.index}/${album.title}`);
  const place = placeAlbum(album, making.taken);
  making.output?.folder(place.home);
  const composer = `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`;
  const files: AlbumFiles = { album, place, isMixed, isEmbedded, cover, composer, paths: [] };
  album.lengths.forEach((length, disc) => {
    for (let track = 1; track <= length && making.made < making.options.songs; track++) {
      makeSong(making, files, { disc: disc + 1, track });
    }
  });
  if (album.coverName && cover) {
    making.output?.file(`${place.home}/${album.coverName}`, cover.data, album.addedSeconds);
    making.covers++;
  }
  if (making.output) writeExtras(making.output, album, { home: place.home, paths: files.paths });
  making.albums++;
  if (isEmbedded) making.embeddedAlbums++;
}

function makeSong(making: Making, files: AlbumFiles, position: { disc: number; track: number }): void {
  const { album, place, cover } = files;
  const { random } = album;
  const index = making.made++;
  const format = files.isMixed ? random.weighted(making.mix) : (album.format as LibraryFormat);
  const song = planSong(files, index, position);
  const plan = planContainer(format, random);
  const tags = planTags(album, song, plan.hasLists);
  const picked = random.pick(making.seeds.clips[format]);
  const { clip, repeat, seconds } = lengthen(making, { format, picked, hasPicture: cover !== undefined });
  const variant = chooseVariant(format, tags, random);
  const picture = files.isEmbedded && Object.keys(tags).length > 0 ? cover : undefined;
  const { folder, file } = place.fileFor(song, format);
  const mtime = album.addedSeconds + (index % 60);
  const entry: ManifestSong = { path: file, format, container: plan.container, seconds, mtime, tags };
  if (making.output) {
    const isLight = making.options.light === 'files';
    const data = buildFile(isLight ? clip.light : clip.prepared, {
      tags,
      picture: isLight ? undefined : picture,
      plan,
      variant,
      repeat: isLight ? 1 : repeat,
    });
    making.output.folder(folder);
    making.output.file(file, data, mtime);
    entry.bytes = data.length;
  }
  if (picture) entry.embeddedArt = { mime: picture.mime, bytes: picture.data.length, px: picture.px };
  if (album.coverName) entry.folderArt = `${place.home}/${album.coverName}`;
  files.paths.push(file);
  making.tally.add(format, tags);
  making.search.add(file, tags);
  making.manifest.add(entry);
}

function planSong(
  { album, composer }: AlbumFiles,
  index: number,
  position: { disc: number; track: number },
): PlannedSong {
  const { random, artist, isCompilation } = album;
  const title = makeTitle(random, artist.script) + random.weighted(SONG_SUFFIXES);
  const song: PlannedSong = {
    ...position,
    title,
    artist: isCompilation ? random.pick(album.guests) : artist.name,
    guest:
      !isCompilation && random.chance(0.06) ? album.guests.find((name) => name !== artist.name) : undefined,
    composer,
  };
  if (index === 41) song.title = PLANTED.unique;
  if (index % 2500 === 1234) song.title = `${PLANTED.rare} ${song.title}`;
  return song;
}

/** Turns the first mp3s without pictures into songs of five minutes, as many as are wanted. */
function lengthen(
  making: Making,
  { format, picked, hasPicture }: { format: LibraryFormat; picked: SeedClip; hasPicture: boolean },
): { clip: SeedClip; repeat: number; seconds: number } {
  const [steady] = making.seeds.clips.mp3;
  if (format !== 'mp3' || making.longLeft === 0 || hasPicture || !steady) {
    return { clip: picked, repeat: 1, seconds: picked.seconds };
  }
  making.longLeft--;
  return { clip: steady, repeat: LONG_REPEAT, seconds: (LONG_REPEAT * steady.file.length * 8) / 128000 };
}
