import { once } from 'node:events';
import { renameSync, rmSync, utimesSync } from 'node:fs';
import { createServer } from 'node:net';
import { library, tempFolder } from '@tonearm/testkit';
import { describe, expect, it } from 'vitest';
import { makePipes } from '../../../../test/named-pipe.ts';
import { createTestScanner } from './test-scan.ts';

describe('a scan', () => {
  it('says of a pipe and a socket named like songs what they are, and never opens them', async () => {
    await using folder = await tempFolder();
    await library().album('Picnic', 4).song('a.mp3').song('b.mp3').writeTo(folder.join('music'));
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: folder.join('music') }];
    const { library: rows } = test;
    const problems = () => rows.prepare('SELECT name, reason FROM problems ORDER BY name').all();
    await test.scan();
    rmSync(folder.join('music', 'a.mp3'));
    makePipes(...['a.mp3', 'pipe.flac', 'pipe.txt'].map((name) => folder.join('music', name)));
    const server = createServer().listen(folder.join('music', 'socket.ogg'));
    await once(server, 'listening');
    await test.scan();
    const reason = 'not_a_file';
    expect(problems()).toEqual(['a.mp3', 'pipe.flac', 'socket.ogg'].map((name) => ({ name, reason })));
    expect(test.songs()).toHaveLength(5);
    server.close();
    await once(server, 'close');
    rmSync(folder.join('music', 'pipe.flac'));
    await test.scan();
    expect(problems()).toEqual([{ name: 'a.mp3', reason }]);
    await test.scan();
    expect(test.scanner.status()).toMatchObject({ files_to_read: 0, problem_count: 1 });
  });

  it('lists a file that cannot be read, and takes it in once it can', async () => {
    await using folder = await tempFolder();
    const root = folder.join('music');
    await library().song('a.mp3').brokenFile('b.mp3', 'empty').writeTo(root);
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: root }];
    await test.scan();
    expect(test.library.prepare('SELECT name, reason FROM problems').all()).toEqual([
      { name: 'b.mp3', reason: 'file_empty' },
    ]);
    await library().song('b.mp3').writeTo(root);
    await test.scan();
    expect(test.songs()).toHaveLength(2);
    expect(test.scanner.status().problem_count).toBe(0);
  });

  it('lists a file no more that is again as it was before it broke', async () => {
    await using folder = await tempFolder();
    const root = folder.join('music');
    await library().song('a.mp3').song('b.mp3').writeTo(root);
    utimesSync(`${root}/a.mp3`, 10, 10);
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: root }];
    await test.scan();
    const songs = test.songs();
    renameSync(`${root}/a.mp3`, folder.join('whole'));
    await library().brokenFile('a.mp3', 'garbage').writeTo(root);
    await test.scan();
    expect(test.scanner.status()).toMatchObject({ problem_count: 1, song_count: 1 });
    renameSync(folder.join('whole'), `${root}/a.mp3`);
    await test.scan();
    expect(test.songs()).toEqual(songs);
    expect(test.scanner.status()).toMatchObject({ problem_count: 0, files_read: 0 });
  });

  it('tries a file again by each scan as long as it may not be opened', async () => {
    await using folder = await tempFolder();
    await library().song('a.mp3').song('b.mp3').writeTo(folder.join('music'));
    const refused = new Set(['b.mp3']);
    await using test = createTestScanner(folder.join('data'), { isRefused: (name) => refused.has(name) });
    test.sources = [{ name: 'Music', realPath: folder.join('music') }];
    await test.scan();
    await test.scan();
    expect(test.scanner.status()).toMatchObject({ problem_count: 1, song_count: 1, files_to_read: 1 });
    refused.clear();
    await test.scan();
    expect(test.scanner.status()).toMatchObject({ problem_count: 0, song_count: 2 });
    await test.scan();
    expect(test.scanner.status()).toMatchObject({ files_to_read: 0 });
  });
});
