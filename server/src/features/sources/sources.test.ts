import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAccountServer, temporaryFolder } from '../../../test/account-server.ts';
import { audioExtensions } from '../../platform/paths/audio-formats.ts';
import { listFolders } from './folder-listing.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
  for (const name of ['music/a/b', 'data', 'back\\slash']) {
    mkdirSync(join(folder.path, name), { recursive: true });
  }
});
afterEach(() => folder.remove());

const createServer = () =>
  createAccountServer({ dataFolder: join(folder.path, 'data'), workingFolder: folder.path });

describe('music sources', () => {
  it('are kept in order and as typed, drafts included', async () => {
    await using server = await createServer();
    const list = [
      { source: 'C:\\Music\\', name: 'Windows' },
      { source: '', name: '' },
      { source: join(folder.path, 'music'), name: '' },
      { source: '', name: 'named first' },
      { source: 'music//a/', name: 'relative' },
      { source: ' ', name: ' ' },
    ];
    expect((await server.call('GET /api/mount_dirs')).json()).toEqual([]);
    expect((await server.call('PUT /api/mount_dirs', { body: list })).statusCode).toBe(200);
    expect((await server.call('GET /api/mount_dirs')).json()).toEqual(list);
    expect(server.sources.mounted().map((source) => source.name)).toEqual(['Windows', 'relative']);
  });

  it.each([
    ['music/a/', 'music/a'],
    ['music\\a', 'music/a'],
    ['.\\music\\\\a\\\\', 'music/a'],
    ['music//a//b//', 'music/a/b'],
    ['music/../music', 'music'],
    ['back\\slash', 'back\\slash'],
  ])('take %j for the folder %j', async (source, expected) => {
    await using server = await createServer();
    await server.call('PUT /api/mount_dirs', { body: [{ source, name: 'x' }] });
    expect(server.sources.mounted()).toEqual([{ name: 'x', realPath: join(folder.path, expected) }]);
  });

  it.each([
    [{ source: 'x', name: 'a/b' }, 400, 'invalid_source'],
    [{ source: 'x', name: 'a\\b' }, 400, 'invalid_source'],
    [{ source: '', name: '/' }, 400, 'invalid_source'],
    [{ source: 'x', name: '..' }, 400, 'invalid_source'],
    [{ source: 'x', name: '.' }, 400, 'invalid_source'],
    [{ source: 'x\0', name: 'x' }, 400, 'invalid_source'],
    [{ source: '', name: 'x\0' }, 400, 'invalid_source'],
    [{ source: 'elsewhere', name: 'old' }, 409, 'duplicate_source_name'],
    [{ source: '', name: 'old' }, 409, 'duplicate_source_name'],
    [{ source: '.', name: 'above' }, 400, 'invalid_source'],
    [{ source: 'data', name: 'itself' }, 400, 'invalid_source'],
    [{ source: 'music/link', name: 'link' }, 400, 'invalid_source'],
    [{ source: '/', name: 'root' }, 400, 'invalid_source'],
    [{ source: 'x' }, 400, 'invalid_request'],
    [{ source: 'x'.repeat(4097), name: 'x' }, 400, 'invalid_source'],
    [{ source: 'x', name: '\u00e9'.repeat(128) }, 400, 'invalid_source'],
  ])('refuse a list with %j and keep the old one', async (row, status, code) => {
    symlinkSync(folder.path, join(folder.path, 'music/link'));
    await using server = await createServer();
    const old = [{ source: 'music', name: 'old' }];
    await server.call('PUT /api/mount_dirs', { body: old });
    const answer = await server.call('PUT /api/mount_dirs', { body: [...old, row] });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([status, code]);
    expect(answer.body).not.toContain(folder.path);
    expect((await server.call('GET /api/mount_dirs')).json()).toEqual(old);
  });

  it('are 2,500 at most, with locations of 4,096 bytes and names of 255', async () => {
    await using server = await createServer();
    const put = async (body: unknown) => (await server.call('PUT /api/mount_dirs', { body })).statusCode;
    const drafts = Array.from({ length: 2500 }, () => ({ source: '', name: '' }));
    expect(await put(drafts)).toBe(200);
    expect(await put([...drafts, { source: '', name: '' }])).toBe(400);
    expect(await put([{ source: 'x'.repeat(4096), name: `${'\u00e9'.repeat(127)}x` }])).toBe(200);
  });

  it('do not serve a folder that came to hold the data folder', async () => {
    {
      await using server = await createServer();
      await server.call('PUT /api/mount_dirs', { body: [{ source: 'music/later', name: 'x' }] });
      expect(server.sources.mounted()).toHaveLength(1);
    }
    symlinkSync(folder.path, join(folder.path, 'music/later'));
    await using server = await createServer();
    expect(server.sources.mounted()).toEqual([]);
    expect(server.sources.list()).toHaveLength(1);
  });

  it('may lie beside the data folder, whatever that is called, and not above it', async () => {
    const dataFolder = join(folder.path, 'music/..data/deep');
    mkdirSync(dataFolder, { recursive: true });
    await using server = await createAccountServer({ dataFolder, workingFolder: folder.path });
    const put = async (source: string) =>
      (await server.call('PUT /api/mount_dirs', { body: [{ source, name: 'x' }] })).statusCode;
    for (const above of ['music', 'music/..data', 'music/..data/deep', 'music/missing/..'])
      expect([above, await put(above)]).toEqual([above, 400]);
    for (const beside of ['music/a', 'music/..data/deeper', 'music/..da', 'music/missing/x'])
      expect([beside, await put(beside)]).toEqual([beside, 200]);
  });

  it('are found where links lead, also from a folder that is missing', async () => {
    symlinkSync(folder.path, join(folder.path, 'music/link'));
    const dataFolder = join(folder.path, 'music/link/late/data');
    mkdirSync(dataFolder, { recursive: true });
    await using server = await createAccountServer({ dataFolder, workingFolder: folder.path });
    const put = async (source: string) =>
      (await server.call('PUT /api/mount_dirs', { body: [{ source, name: 'x' }] })).statusCode;
    expect(await put('late')).toBe(400);
    expect(await put('later')).toBe(200);
  });

  it('take many rows', async () => {
    await using server = await createServer();
    const list = Array.from({ length: 2500 }, (_, at) => ({ source: '', name: `n${at}` }));
    await server.call('PUT /api/mount_dirs', { body: list });
    expect((await server.call('GET /api/mount_dirs')).json()).toEqual(list);
  });
});

describe('the folder picker', () => {
  const listing = async (path: string) => {
    await using server = await createServer();
    const answer = await server.call(`GET /api/folders?path=${encodeURIComponent(path)}`);
    return answer.json<{ state: string; folders: { name: string }[]; parent: string | null; path: string }>();
  };

  it('lists folders in natural order, and links that lead to folders', async () => {
    for (const name of ['Disc 10', 'disc 2', '.hidden', 'Écoute'])
      mkdirSync(join(folder.path, 'music', name));
    writeFileSync(join(folder.path, 'music/file'), '');
    symlinkSync(join(folder.path, 'music/a'), join(folder.path, 'music/linked'));
    symlinkSync(join(folder.path, 'music/file'), join(folder.path, 'music/linked file'));
    const found = await listing('music');
    expect(found.folders.map((entry) => entry.name)).toEqual(['a', 'disc 2', 'Disc 10', 'Écoute', 'linked']);
    expect(found.path).toBe(join(folder.path, 'music'));
    expect(found.parent).toBe(folder.path);
  });

  it('lists folders in the same order whatever the language of the machine', async () => {
    for (const name of ['Zebra', 'Äpfel', 'ırmak', 'iz']) mkdirSync(join(folder.path, 'music', name));
    const program = `import { listFolders } from ${JSON.stringify(new URL('./folder-listing.ts', import.meta.url).href)};
      const { folders } = await listFolders(${JSON.stringify(join(folder.path, 'music'))});
      console.log(JSON.stringify(folders.map(({ name }) => name)));`;
    for (const language of ['C', 'tr_TR.UTF-8', 'sv_SE.UTF-8']) {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ['--input-type=module', '--eval', program],
        { env: { LC_ALL: language } },
      );
      expect(JSON.parse(stdout)).toEqual(['a', 'Äpfel', 'iz', 'ırmak', 'Zebra']);
    }
  });

  it('tells ok, empty, missing, unreadable and not a folder apart', async () => {
    expect((await listing('music')).state).toBe('empty');
    writeFileSync(join(folder.path, 'music/a/b/Song.MP3'), '');
    expect((await listing('music')).state).toBe('ok');
    expect((await listing('nowhere')).state).toBe('missing');
    expect((await listing('music/a/b/Song.MP3')).state).toBe('not_a_folder');
    if (process.getuid?.() !== 0) {
      chmodSync(join(folder.path, 'music'), 0);
      expect((await listing('music')).state).toBe('unreadable');
      chmodSync(join(folder.path, 'music'), 0o700);
    }
  });

  it.each(audioExtensions)(
    'says that there is music where there is only a .%s, as a scan does',
    async (extension) => {
      writeFileSync(join(folder.path, `music/a/b/song.${extension}`), '');
      expect((await listFolders(join(folder.path, 'music'))).state).toBe('ok');
    },
  );

  it('looks four folders down for something to play, and takes what is deeper for music', async () => {
    const music = join(folder.path, 'music');
    const stateWith = async (below: string) => {
      mkdirSync(join(music, below), { recursive: true });
      return (await listFolders(music)).state;
    };
    expect(await stateWith('1/2/3/4')).toBe('empty');
    writeFileSync(join(music, '1/2/3/4/notes.txt'), '');
    expect(await stateWith('.hidden/2')).toBe('empty');
    for (const hidden of ['.hidden', '@eaDir', '1/@eaDir']) {
      mkdirSync(join(music, hidden), { recursive: true });
      writeFileSync(join(music, hidden, 'song.mp3'), '');
    }
    mkdirSync(join(music, '1/folder.mp3'));
    expect(await stateWith('1/2')).toBe('empty');
    writeFileSync(join(music, '1/2/3/4/song.mp3'), '');
    expect(await stateWith('1/2')).toBe('ok');
    rmSync(join(music, '1/2/3/4/song.mp3'));
    expect(await stateWith('1/2/3/4/5')).toBe('ok');
  });

  it('lists 2,000 folders at most', async () => {
    for (let number = 0; number < 2_002; number += 1) mkdirSync(join(folder.path, 'music/a', String(number)));
    const { folders } = await listFolders(join(folder.path, 'music/a'));
    expect([folders.length, new Set(folders.map(({ path }) => path)).size]).toEqual([2_000, 2_000]);
  });

  it('knows no folder above the root', async () => {
    expect(await listFolders('/')).toMatchObject({ path: '/', parent: null });
  });

  it('starts at home', async () => {
    await using server = await createServer();
    expect((await server.call('GET /api/folders')).json()).toMatchObject({ path: homedir() });
  });
});
