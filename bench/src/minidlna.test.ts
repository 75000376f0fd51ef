import { expect, it } from 'vitest';
import { hasRescanned, hasStarted, parseScanEnd } from './minidlna.ts';

const started = `minidlna.c:1126: warn: Starting MiniDLNA version 1.3.0.
minidlna.c:393: warn: Creating new database at /bench/files.db
minidlna.c:1186: warn: HTTP listening on port 8200
`;

const scanning = `${started}scanner.c:730: warn: Scanning /bench/music
tagutils/tagutils-mp3.c:583: warn: File too small. Probably corrupted. [/bench/music/Scanning finished (7 files)!.mp3]
metadata.c:382: warn: Cannot extract tags from /bench/music/Scanning finished (7 files)!
`;

it('takes the end of a first scan from the log of minidlna, and no broken file for it', () => {
  expect([hasStarted(''), hasStarted(started)]).toEqual([false, true]);
  expect([parseScanEnd(started), parseScanEnd(scanning)]).toEqual([null, null]);
  expect(parseScanEnd(`${scanning}scanner.c:819: warn: Scanning /bench/music finished (1913 files)!\n`)).toBe(
    1913,
  );
  expect(parseScanEnd('scanner.c:819: warn: Scanning /bench/music finished (1913 fil')).toBeNull();
});

it('takes the end of a scan for changes from what minidlna does next, and no first scan for one', () => {
  const looking = started.replace(/^.*Creating new database.*\n/m, '');
  const playlists = 'playlist.c:135: warn: Parsing playlists...\n';
  expect([hasRescanned(looking), hasRescanned(looking + playlists)]).toEqual([false, true]);
  expect(() => hasRescanned(started + playlists)).toThrow('did not keep');
});
