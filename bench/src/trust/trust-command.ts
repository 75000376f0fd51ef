import { parseArgs } from 'node:util';
import type { Harness, TrustOptions } from './harness.ts';

/** What a command line of `npm run trust` asks for. */
export type TrustCommand =
  | { readonly kind: 'help' }
  | { readonly kind: 'run'; readonly harnesses: readonly Harness[]; readonly options: TrustOptions };

const countOf = (text: string, what: string): number => {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1) throw new Error(`${text} is not a number of ${what}.`);
  return count;
};

/** Reads a command line. @throws Error for a harness or a flag that there is not */
export const readTrustCommand = (argv: readonly string[], all: readonly Harness[]): TrustCommand => {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      kills: { type: 'string', default: '100' },
      rounds: { type: 'string', default: '5' },
      images: { type: 'string', default: '5000' },
      minutes: { type: 'string', default: '10' },
      percent: { type: 'string', default: '100' },
      only: { type: 'string', default: '' },
    },
  });
  if (values.help) return { kind: 'help' };
  const harnesses = positionals.map((name) => {
    const harness = all.find((candidate) => candidate.name === name);
    if (harness !== undefined) return harness;
    throw new Error(`There is no harness ${name}: ${all.map((candidate) => candidate.name).join(', ')}.`);
  });
  return {
    kind: 'run',
    harnesses: harnesses.length === 0 ? all : harnesses,
    options: {
      kills: countOf(values.kills, 'kills'),
      rounds: countOf(values.rounds, 'rounds'),
      images: countOf(values.images, 'images'),
      minutes: countOf(values.minutes, 'minutes'),
      percent: countOf(values.percent, 'percent'),
      only: values.only.split(',').filter((name) => name !== ''),
    },
  };
};

/** Text of `--help`. */
export const trustHelp = (all: readonly Harness[]): string =>
  [
    'The long reliability harnesses; `npm test` runs some of them in a short mode.',
    '',
    '  npm run trust -- [HARNESS…] [--kills N] [--rounds N] [--images N] [--minutes N] [--percent N] [--only NAME,…]',
    '',
    ...all.map(({ name, summary }) => `  ${name.padEnd(10)} ${summary}`),
    '',
    '  --kills N    how often `kills`, `scrobbles` and `several` kill a server, `migrations` an upgrade and `moves` a move, and how often `races` starts two servers (default 100)',
    '  --rounds N   how often `properties` draws other examples, `taggers` tags albums of each kind, `queries` asks, `storm` blows (default 5)',
    '  --images N   how many disks after a power cut `power` looks at (default 5000)',
    '  --only NAMES which scenarios of `several` run, with commas between them (default: all, in their order)',
    '  --minutes N  how long `soak` uses a server (default 10; 120 before a release)',
    '  --percent N  of one processor, that `soak` and its server take together (default 100: as much as it comes to)',
    '',
    '  npm run trust -- mutations [--only AREA,…] [--max N] [--seed N] [--minutes N] [--file PART] [--again FILE]',
    '',
    '  changes sources a little, in a copy, and looks whether a test notices; takes long, and runs only when asked for',
    '',
    'Without a name all of them run. Ends with exit code 1 when one of them fails.',
    '',
  ].join('\n');
