import { mkdirSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { buildSong, longMusepack, silentDsf } from '@tonearm/testkit';
import type { FfmpegSound } from './ffmpeg-sound.ts';

/** Formats that songs come in, by the name of the file, and how ffmpeg writes them. */
const sources: Readonly<Record<string, readonly string[]>> = {
  'a.flac': [],
  'cbr.mp3': ['-b:a', '192k'],
  'vbr.mp3': ['-q:a', '4'],
  'vbr-without-header.mp3': ['-q:a', '4', '-write_xing', '0'],
  'a.ogg': ['-c:a', 'libvorbis'],
  'a.opus': ['-c:a', 'libopus'],
  'aac.m4a': ['-c:a', 'aac'],
  'alac.m4a': ['-c:a', 'alac'],
  'a.wma': ['-c:a', 'wmav2'],
  'a.wv': ['-c:a', 'wavpack'],
  'a.wav': [],
  'a.aiff': [],
  'a.aac': ['-c:a', 'aac', '-f', 'adts'],
  'a.mp2': ['-c:a', 'mp2'],
  'a.spx': ['-c:a', 'libspeex', '-ar', '32000'],
  'a.mka': ['-c:a', 'flac'],
  'a.webm': ['-c:a', 'libopus'],
};

/** Formats that ffmpeg does not write: their bytes, and how long they play. DSF and Monkey's Audio are silent. */
const others: Readonly<Record<string, (seconds: number) => { data: Buffer; seconds: number }>> = {
  'silence.dsf': (length) => ({ data: silentDsf(length), seconds: length }),
  'silence.ape': (length) => buildSong({ format: 'ape', tags: {}, seconds: length }),
  'a.mpc': longMusepack,
};

/** Songs of every kind that is wanted, by name, and how long they play. */
export type Lengths = ReadonlyMap<string, number>;

/** Songs of one album. */
export const albumPaths = Array.from({ length: 6 }, (_, at) => `Music/Album/${at}.flac`);
/** How long each of the album plays, in seconds. */
export const albumSeconds = 240;

/** Turns in which others are answered, with somebody who waits for a measurement and with nobody. */
export const turns = 7;
/** Measured in each turn for who waits; all of one recording that is louder or softer every time. */
const songsOfTurn = 3;
/** Where they are. */
export const turnPaths = Array.from({ length: turns }, (_, turn) =>
  Array.from({ length: songsOfTurn }, (_each, at) => `Music/Turns/${turn}-${at}.flac`),
);
/** Measured by itself, when all else was: long enough to last through all turns. */
const lengthySeconds = 3600;

/** What is to be written. */
interface Wish {
  readonly parts: ReadonlySet<string>;
  /** How long songs of every kind play. */
  readonly seconds: number;
  /** Endings of their names, separated by commas; all where it is empty. */
  readonly endings: string;
}

const isWanted = (name: string, endings: string): boolean =>
  endings === '' || endings.split(',').includes(extname(name).slice(1));

const writeKinds = ({ write }: FfmpegSound, folder: string, { seconds, endings }: Wish): Lengths => {
  const lengths = new Map<string, number>();
  for (const [name, argv] of Object.entries(sources).filter(([each]) => isWanted(each, endings))) {
    write(join(folder, name), seconds, argv);
    lengths.set(name, seconds);
  }
  for (const [name, make] of Object.entries(others).filter(([each]) => isWanted(each, endings))) {
    const { data, seconds: length } = make(seconds);
    writeFileSync(join(folder, name), data);
    lengths.set(name, length);
  }
  return lengths;
};

/** An album, and what is measured in turns. */
const writeMeasured = ({ write, copyAt }: FfmpegSound, musicFolder: string): void => {
  for (const [at, path] of albumPaths.entries()) {
    const tags = ['-metadata', 'album=Album', '-metadata', 'artist=Anna', '-metadata', `track=${at + 1}`];
    write(join(musicFolder, path.slice(6)), albumSeconds, ['-af', `volume=${1 / (at + 1)},aphaser`, ...tags]);
  }
  mkdirSync(join(musicFolder, 'Turns'));
  const whole = join(musicFolder, (albumPaths[0] ?? '').slice(6));
  for (const [at, path] of turnPaths.flat().entries()) {
    copyAt(whole, join(musicFolder, path.slice(6)), 1 - at / 100);
  }
  write(join(musicFolder, 'lengthy.flac'), lengthySeconds, ['-compression_level', '0']);
};

/** Writes all songs that the parts of a run ask for. @returns those of every kind */
export const writeSongs = (sound: FfmpegSound, musicFolder: string, wish: Wish): Lengths => {
  mkdirSync(join(musicFolder, 'Songs'), { recursive: true });
  mkdirSync(join(musicFolder, 'Album'));
  if (wish.parts.has('measuring')) writeMeasured(sound, musicFolder);
  if (wish.parts.has('listeners')) sound.write(join(musicFolder, 'Songs', 'long.wav'), 3000, []);
  return wish.parts.has('lengths') ? writeKinds(sound, join(musicFolder, 'Songs'), wish) : new Map();
};
