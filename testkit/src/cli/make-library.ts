const help = `Makes a tagged music library for tests and benchmarks; needs nothing but Node.

  node testkit/src/cli/make-library.ts OUT --songs 10000 --seed 1

It writes OUT/music, the library, and OUT/manifest.json, which says what every file holds and how often
search terms occur. Options (each also as --name=value):
  --songs N       how many songs                                       (default 1000)
  --seed S        any text; the same seed makes the same library       (default 1)
  --mix LIST      weights of the formats           (default mp3=46,flac=26,m4a=12,ogg=8,opus=8)
  --embedded P    share of albums with a picture inside each song      (default 0.25)
  --broken N      how many unreadable files to add (default: one per 1000 songs, at least 4)
  --long N        how many songs get 5 minutes of audio (4.8 MB each)  (default 4)
  --light HOW     rows: only OUT/rows.jsonl, a song a line; files: songs of a few kB without sound
  --quiet         print nothing but errors

100,000 songs take a minute or two and about 4 GB.
`;

import { type MakeLibraryOptions, makeLibrary } from '../make-library/make-library.ts';
import { LIBRARY_FORMATS } from '../make-library/seed-specs.ts';
import { readFlags } from './read-flags.ts';

function readOptions(argv: string[]): MakeLibraryOptions & { quiet: boolean } {
  const { values, positionals } = readFlags(help, {
    args: argv,
    allowPositionals: true,
    options: {
      songs: { type: 'string', default: '1000' },
      seed: { type: 'string', default: '1' },
      mix: { type: 'string' },
      embedded: { type: 'string', default: '0.25' },
      broken: { type: 'string' },
      long: { type: 'string', default: '4' },
      light: { type: 'string' },
      quiet: { type: 'boolean', default: false },
    },
  });
  const [out] = positionals;
  if (!out || positionals.length > 1)
    throw new Error('give one output folder: make-library.ts OUT --songs N');
  const embedded = Number(values.embedded);
  if (!(embedded >= 0 && embedded <= 1)) throw new Error('--embedded takes a share from 0 to 1');
  return {
    out,
    songs: whole('songs', values.songs),
    seed: values.seed,
    embedded,
    long: whole('long', values.long),
    quiet: values.quiet,
    ...(values.mix !== undefined && { mix: readMix(values.mix) }),
    ...(values.broken !== undefined && { broken: whole('broken', values.broken) }),
    ...(values.light !== undefined && { light: readLight(values.light) }),
  };
}

function whole(name: string, value: string): number {
  if (!/^\d+$/.test(value)) throw new Error(`--${name} takes a whole number, not ${value}`);
  return Number(value);
}

function readLight(value: string): 'rows' | 'files' {
  if (value !== 'rows' && value !== 'files') throw new Error(`--light takes rows or files, not ${value}`);
  return value;
}

function readMix(value: string): NonNullable<MakeLibraryOptions['mix']> {
  const entries = value.split(',').map((entry) => {
    const [name, weight] = entry.split('=');
    const format = LIBRARY_FORMATS.find((known) => known === name);
    if (!format || !(Number(weight) >= 0)) throw new Error(`--mix does not understand ${entry}`);
    return [format, Number(weight)];
  });
  return Object.fromEntries(entries);
}

try {
  const { quiet, ...options } = readOptions(process.argv.slice(2));
  const say = (text: string) => quiet || process.stderr.write(text);
  const started = Date.now();
  const { songs, bytes } = makeLibrary({ ...options, onProgress: (made) => say(`\r${made} songs`) });
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  say(`\r${songs} songs, ${(bytes / 1e9).toFixed(2)} GB in ${seconds} s\n`);
} catch (error) {
  process.stderr.write(`make-library: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
