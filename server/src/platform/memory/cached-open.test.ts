import {
  closeSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statfsSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { release, tmpdir } from 'node:os';
import { type TempFolder, tempFolder } from '@tonearm/testkit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CachedOpen, createCachedOpen, type OpenNoWait, openOpenNoWait } from './cached-open.ts';

const ext4 = 0xef53;
const tmpfs = 0x01021994;
const nfs = 0x6969;

/** What was begun in the background has ended. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('opening what the system knows by heart', () => {
  const song = Buffer.from('/music/Band/song.mp3');
  let asked: string[];
  let answer: ReturnType<OpenNoWait>;
  let kinds: Map<string, number>;
  let nowMs: number;

  beforeEach(() => {
    asked = [];
    answer = 7;
    kinds = new Map([
      ['/music', ext4],
      ['/far', nfs],
    ]);
    nowMs = 0;
  });

  const make = (open: () => Promise<OpenNoWait | null>): CachedOpen =>
    createCachedOpen({
      open,
      monotonicMs: () => nowMs,
      kind: async (folder) => {
        asked.push(`kind of ${folder}`);
        const kind = kinds.get(folder);
        if (kind === undefined) throw new Error('it is not there');
        return kind;
      },
    });

  const call: OpenNoWait = (folder, below) => {
    asked.push(`${folder.toString()}: ${below.toString()}`);
    return answer;
  };

  /** One that has found out about some folders. */
  const begun = async (folders: readonly string[]): Promise<CachedOpen> => {
    const open = make(async () => call);
    for (const folder of folders) expect(open(Buffer.from(`${folder}/a`), [folder])).toBeNull();
    await turn();
    asked = [];
    return open;
  };

  it('opens it from the folder that it lies in', async () => {
    const open = await begun(['/music']);
    expect(open(song, ['/mus', '/music/Band/song.mp3', '/music'])).toBe(7);
    expect(asked).toEqual(['/music: Band/song.mp3']);
  });

  it('leaves to others what would be waited for', async () => {
    const open = await begun(['/music']);
    answer = 'wait';
    expect(open(song, ['/music'])).toBeNull();
    answer = 8;
    expect(open(song, ['/music'])).toBe(8);
  });

  it('leaves to others what lies in none of the folders, and what is no path', async () => {
    const open = await begun(['/music']);
    for (const path of ['/music2/a', '/music', 'music/a', '/music/a\0b'])
      expect(open(Buffer.from(path), ['/music'])).toBeNull();
    expect(asked).toEqual([]);
  });

  it('leaves to others what lies on a drive that somebody else stands behind, or that is away', async () => {
    const open = await begun(['/far', '/away']);
    expect(open(Buffer.from('/far/a'), ['/far'])).toBeNull();
    expect(open(Buffer.from('/away/a'), ['/away'])).toBeNull();
    expect(asked).toEqual([]);
  });

  it('finds out once a minute what kind a folder is of, and leaves files to others meanwhile', async () => {
    const open = await begun(['/music']);
    nowMs = 59_999;
    expect(open(song, ['/music'])).toBe(7);
    nowMs = 60_000;
    kinds.set('/music', nfs);
    expect([open(song, ['/music']), open(song, ['/music'])]).toEqual([null, null]);
    await turn();
    expect(open(song, ['/music'])).toBeNull();
    expect(asked).toEqual(['/music: Band/song.mp3', 'kind of /music']);
    nowMs = 120_000;
    kinds.set('/music', ext4);
    expect(open(song, ['/music'])).toBeNull();
    await turn();
    expect(open(song, ['/music'])).toBe(7);
  });

  it('never asks a system again that does not know how', async () => {
    const open = await begun(['/music']);
    answer = 'never';
    expect([open(song, ['/music']), open(song, ['/music'])]).toEqual([null, null]);
    expect(asked).toHaveLength(1);
    let openings = 0;
    const without = make(async () => {
      openings += 1;
      return null;
    });
    for (let time = 0; time < 3; time += 1) {
      expect(without(song, ['/music'])).toBeNull();
      await turn();
    }
    expect(openings).toBe(1);
  });
});

/** Whether files of tests are opened at once here: Linux 5.12, nothing that forbids calls, and a disk of its own. */
const knowsHow = (): boolean => {
  if (process.platform !== 'linux') return false;
  const [major = 0, minor = 0] = release().split('.').map(Number);
  const isRestricted = !/^Seccomp:\s*0$/m.test(readFileSync('/proc/self/status', 'utf8'));
  return major * 100 + minor >= 512 && !isRestricted && [ext4, tmpfs].includes(statfsSync(tmpdir()).type);
};

describe.runIf(process.platform === 'linux')('the call of the system', () => {
  let folder: TempFolder;

  beforeEach(async () => {
    folder = await tempFolder();
    mkdirSync(folder.join('in'));
    writeFileSync(folder.join('in/sóng'), 'sound');
    symlinkSync('in', folder.join('link'));
    // Followed lately, as far as the file system knows: to note that, it would have to be waited for.
    const inAnHour = Date.now() / 1000 + 3600;
    lutimesSync(folder.join('link'), inAnHour, 0);
    // The system knows it from here on.
    readFileSync(folder.join('link/sóng'));
  });

  afterEach(async () => {
    await folder[Symbol.asyncDispose]();
  });

  const open = async (from: string, below: string): Promise<ReturnType<OpenNoWait> | null> =>
    (await openOpenNoWait())?.(Buffer.from(from), Buffer.from(below)) ?? null;

  it('opens a file that it knows, or says that it does not', async () => {
    const before = readdirSync('/proc/self/fd').length;
    for (const from of [folder.join(), folder.join('link/..')]) {
      const descriptor = await open(from, 'in/sóng');
      // A system without the call, and a file system that always wants to look.
      if (typeof descriptor !== 'number') continue;
      expect(readFileSync(descriptor, 'utf8')).toBe('sound');
      closeSync(descriptor);
    }
    expect(readdirSync('/proc/self/fd').length).toBe(before);
  });

  it.runIf(knowsHow())('opens at once what was just read, where the system knows how', async () => {
    const openCached = createCachedOpen();
    const path = Buffer.from(folder.join('in/sóng'));
    const descriptor = await vi.waitUntil(() => openCached(path, [folder.join('in')]), { timeout: 60_000 });
    expect(readFileSync(descriptor, 'utf8')).toBe('sound');
    closeSync(descriptor);
  });

  it('opens nothing that is not there, behind a link or of another file system', async () => {
    const refusals = ['wait', 'never', null];
    expect(refusals).toContain(await open(folder.join('in'), 'none'));
    expect(refusals).toContain(await open(folder.join('none'), 'sóng'));
    expect(refusals).toContain(await open(folder.join(), 'link/sóng'));
    // Mostly a file system of its own.
    if (statSync('/dev').dev !== statSync('/').dev) expect(refusals).toContain(await open('/', 'dev/null'));
  });
});
