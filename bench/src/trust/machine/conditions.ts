import { globSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/** A machine unlike the one that runs now, as far as one can be made without being root. */
export interface Condition {
  /** A sentence without its end, for the report. */
  readonly name: string;
  /** Bits that new files do not get, in octal. */
  readonly umask: string;
  /** What the environment is; nothing is taken over. */
  readonly environment: Readonly<NodeJS.ProcessEnv>;
  /** Loops that keep processors busy meanwhile. */
  readonly busyLoops: number;
}

/** Bigger than any difference that a wrong clock, a battery gone flat or a container may make. */
const shiftDays = 3650;

/** Where Debian, and others, keep the library that shifts clocks; undefined where it is not installed. */
export const findFaketime = (): string | undefined =>
  globSync('/usr/lib{,64}/{,*/}faketime/libfaketimeMT.so.1').at(0);

/** Only the shell and Node.js are programmes of these machines. */
const binFolder = (folder: string, shell: string): string => {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  symlinkSync(process.execPath, join(bin, 'node'));
  symlinkSync(shell, join(bin, 'sh'));
  return bin;
};

const temporaryFolder = (folder: string, name: string): string => {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
};

const shifted = (library: string, days: number): Record<string, string> => ({
  LD_PRELOAD: library,
  FAKETIME: `${days > 0 ? '+' : ''}${days}d`,
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
});

/**
 * The machines on which tests have to hold. Each changes several things at once, because a run takes minutes; what is
 * red is then looked for by hand.
 * @param folder an empty one that they may use, and whose folders stay as long as they do
 * @param faketime from `findFaketime`; without it dates stay as they are
 */
export const conditionsIn = (folder: string, faketime: string | undefined): readonly Condition[] => {
  const PATH = binFolder(folder, '/bin/sh');
  const dated = (days: number) => (faketime === undefined ? {} : shifted(faketime, days));
  const years = (text: string) => (faketime === undefined ? '' : `, ${text}`);
  return [
    {
      name: `Turkish, Kathmandu, private files, a temporary folder with spaces${years('ten years ahead')}`,
      umask: '077',
      environment: {
        PATH,
        HOME: temporaryFolder(folder, 'home'),
        LC_ALL: 'tr_TR.UTF-8',
        TZ: 'Asia/Kathmandu',
        TMPDIR: temporaryFolder(folder, 'zwei Wörter ışık'),
        ...dated(shiftDays),
      },
      busyLoops: 0,
    },
    {
      name: `no language, no home, Apia${years('ten years back')}`,
      umask: '002',
      environment: { PATH, LC_ALL: 'C', TZ: 'Pacific/Apia', ...dated(-shiftDays) },
      busyLoops: 0,
    },
    {
      name: 'German, St. John’s, four busy loops beside',
      umask: '022',
      environment: { PATH, HOME: '/nonexistent', LANG: 'de_DE.UTF-8', TZ: 'America/St_Johns' },
      busyLoops: 4,
    },
  ];
};
