import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { makePicture, tempFolder } from '@tonearm/testkit';
import { createSongReader, type SongReading } from '../../../../server/src/features/tags/index.ts';
import type { HarnessResult } from '../harness.ts';
import { heardSeconds, probe, type Told } from './probe.ts';
import { lyingExtensions, type Recipe, recipes } from './recipes.ts';

/** How far two readers may be apart in the length of a file, in seconds: encoders add some, and not all count it. */
const sameSeconds = 0.15;

/** Sound shorter than this, in seconds, is no song. */
const leastSeconds = 0.1;

const written = {
  title: 'Über den Wölken 夜 🎵',
  artist: 'Anna & Béla',
  album: 'Picnic; at “noon”',
  album_artist: 'Anna & Friends',
  track: '3/12',
  disc: '2/3',
  date: '1999',
};

/** Chapters and a title of them, as programs for books write them. */
const chapters = `;FFMETADATA1\n${[0, 1500].map((start) => `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${start}\nEND=${start + 1500}\ntitle=Part ${start}`).join('\n')}\n`;

/** What is put in beside the sound, by the name of a recipe's wish. */
interface Beside {
  readonly cover: string;
  readonly chapters: string;
}

const make = (folder: string, { cover, chapters }: Beside, recipe: Recipe): string => {
  const { name, argv, beside, hasTags, build } = recipe;
  const file = join(folder, name);
  if (build !== undefined) {
    writeFileSync(file, build());
    return file;
  }
  const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=3:sample_rate=44100'];
  const others = {
    cover: ['-i', cover],
    film: ['-f', 'lavfi', '-i', 'testsrc=duration=3:size=64x64:rate=10'],
    chapters: ['-i', chapters],
    attached: [],
  };
  const inputs = [...sound, ...(beside === undefined ? [] : others[beside])];
  if (beside === 'cover' || beside === 'film') inputs.push('-map', '0:a', '-map', '1:v');
  if (beside === 'chapters') inputs.push('-map', '0:a', '-map_chapters', '1');
  if (beside === 'attached') inputs.push('-attach', cover, '-metadata:s:t', 'mimetype=image/png');
  const tags = hasTags === false ? ['-map_metadata', '-1', '-fflags', '+bitexact'] : metadata;
  const { status, stderr } = spawnSync(
    'ffmpeg',
    ['-v', 'error', '-y', ...inputs, ...tags, ...argv, `file:${file}`],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`ffmpeg made no ${name}: ${stderr}`);
  return file;
};
const metadata = Object.entries(written).flatMap(([name, value]) => ['-metadata', `${name}=${value}`]);

const told = (reading: SongReading): Told | null => {
  if (reading.kind !== 'song') return null;
  const { tags, durationMs, hasPicture } = reading.song;
  const { title, artists, album, albumArtists, trackNumber, discNumber, year } = tags;
  return {
    title,
    artist: artists.length === 0 ? null : artists.join('; '),
    album,
    albumArtist: albumArtists.length === 0 ? null : albumArtists.join('; '),
    track: trackNumber,
    disc: discNumber,
    year,
    seconds: durationMs === null ? null : durationMs / 1000,
    hasPicture,
  };
};

/**
 * Lengths that are as true as what the other reader tells, and all between them, in seconds; asked for where that differs:
 * of a file that was cut off one may tell what is left of it, what it was, or where its last whole part ends.
 */
type OtherLengths = () => readonly number[];

/** What stands in texts for bytes whose letters were not known. */
const unreadable = '\ufffd';

const compared = ['title', 'artist', 'album', 'albumArtist', 'track', 'disc', 'year'] as const;

/** What one reader tells that the other does not; what we know and the other does not is no fault. */
const differences = (ours: Told | null, theirs: Told | null, others: OtherLengths): string[] => {
  if (theirs === null) return [];
  // What was cut off before its first sound is none.
  if (ours === null) return Math.min(...others()) < leastSeconds ? [] : ['is no song'];
  const found = compared.flatMap((field) =>
    theirs[field] === null || theirs[field] === ours[field] || String(theirs[field]).includes(unreadable)
      ? []
      : [`${field} ${ours[field]} for ${theirs[field]}`],
  );
  const isWithin = (lengths: readonly number[]): boolean => {
    const seconds = ours.seconds ?? 0;
    return seconds >= Math.min(...lengths) - sameSeconds && seconds <= Math.max(...lengths) + sameSeconds;
  };
  if (theirs.seconds !== null && !isWithin([theirs.seconds]) && !isWithin(others()))
    found.push(`lasts ${ours.seconds} for ${theirs.seconds}`);
  if (theirs.hasPicture && !ours.hasPicture) found.push('has no picture');
  return found;
};

/** Ways in which a file becomes another one after it was made. */
const spoiled: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  'twice in a row': (bytes) => Buffer.concat([bytes, bytes]),
  'with noise behind': (bytes) => Buffer.concat([bytes, Buffer.alloc(5000, 0x41)]),
  'with zeros behind': (bytes) => Buffer.concat([bytes, Buffer.alloc(70_000)]),
  'with another ID3v1 behind': (bytes) =>
    Buffer.concat([bytes, Buffer.from('TAG'.padEnd(128, '\0'), 'latin1')]),
  'with zeros in its midst': (bytes) => {
    const middle = Math.floor(bytes.length / 2);
    const zeros = Buffer.alloc(Math.min(200, Math.floor(bytes.length / 50)));
    return Buffer.concat([bytes.subarray(0, middle), zeros, bytes.subarray(middle + zeros.length)]);
  },
};

interface Comparison {
  readonly files: number;
  readonly failures: readonly string[];
}

type Read = (file: string, name: string) => Promise<SongReading>;

/** Looks at files, one after the other, and gathers what differs. */
const createLook = (read: Read) => {
  const failures: string[] = [];
  let files = 0;
  return {
    comparison: (): Comparison => ({ files, failures }),
    /** @param whole what the file was before it was spoiled: it may be told to last as long as that */
    look: async (what: string, file: string, whole: Told | null = null): Promise<Told | null> => {
      files += 1;
      const [ours, theirs] = [told(await read(file, file)), probe(file)];
      // Where nothing tells it, the other guesses by the bytes: what is heard is the truth.
      const others = () => [heardSeconds(file), ...(whole?.seconds == null ? [] : [whole.seconds])];
      failures.push(...differences(ours, theirs, others).map((found) => `${what}: ${found}`));
      return theirs;
    },
  };
};

/**
 * Makes files and compares what is read of them with what ffprobe tells.
 * @param read the product's reader, or what stands in for it
 * @param options.isAsMade they are not spoiled, called something else or cut off besides
 */
export const compareWithProbe = async (
  read: Read,
  some: readonly Recipe[],
  options: { readonly isAsMade?: boolean } = {},
): Promise<Comparison> => {
  await using folder = await tempFolder();
  const beside = { cover: folder.join('cover.png'), chapters: folder.join('chapters.txt') };
  writeFileSync(beside.cover, makePicture({ width: 64 }).data);
  writeFileSync(beside.chapters, chapters);
  const { look, comparison } = createLook(read);
  for (const one of some) {
    const file = make(folder.path, beside, one);
    const theirs = await look(one.name, file);
    if (options.isAsMade === true) continue;
    const whole = readFileSync(file);
    for (const [way, spoil] of Object.entries(spoiled)) {
      const other = folder.join(`spoiled${extname(one.name)}`);
      writeFileSync(other, spoil(whole));
      await look(`${one.name} ${way}`, other, theirs);
    }
    for (const extension of lyingExtensions) {
      const other = folder.join(`lies.${extension}`);
      copyFileSync(file, other);
      await look(`${one.name} called ${extension}`, other);
    }
    // Silence is so small that nothing of what is left of it shows that it was sound.
    if (one.isSilence === true) continue;
    truncateSync(file, Math.floor(statSync(file).size * 0.6));
    await look(`${one.name} cut off`, file, theirs);
  }
  return comparison();
};

/** Compares what the product reads of files that ffmpeg made, in every container and oddly, with what ffprobe reads. */
export const compareOddFiles = async (): Promise<HarnessResult> => {
  const reader = createSongReader({ asksLibrary: true });
  const { files, failures } = await compareWithProbe(reader.read, recipes);
  const control = await compareWithProbe(async () => ({ kind: 'gone' }), recipes.slice(0, 2));
  return {
    lines: [
      ...failures,
      `${files} files of ${recipes.length} kinds compared with ffprobe, ${failures.length} differences`,
      `a reader that finds nothing: ${control.failures.length} differences in ${control.files}`,
    ],
    isGood: failures.length === 0 && control.failures.length > 0,
  };
};
