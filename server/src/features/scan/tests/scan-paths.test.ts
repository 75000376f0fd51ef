import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { library, tempFolder } from '@tonearm/testkit';
import { describe, expect, it } from 'vitest';
import { makePipes } from '../../../../test/named-pipe.ts';
import { createScannerStore } from '../../scanner/scanner-store.ts';
import { createTestScanner } from './test-scan.ts';

describe('a scan of odd names and links', () => {
  it('leaves out what is hidden, ignored or not sound', async () => {
    await using folder = await tempFolder();
    await library()
      .song('ok.mp3')
      .song('.hidden.mp3')
      .song('.git/x.mp3')
      .song('@eaDir/x.mp3')
      .song('#recycle/x.mp3')
      .song('ringtones/x.mp3')
      .nomedia('ringtones')
      .song('skipped/deep/x.mp3')
      .file('skipped/.ndignore')
      .file('notes.txt', 'hi')
      .writeTo(folder.join('music'));
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: folder.join('music') }];
    await test.scan();
    expect(test.songs()).toEqual(['Music/ok.mp3']);
    expect(test.directory('Music/ringtones')).toBeUndefined();
  });

  it('shows names that are not UTF-8, each under a name of its own', async () => {
    await using folder = await tempFolder();
    const named = (name: string) => Buffer.from(name, 'latin1');
    await library()
      .song(named('caf\xe9.mp3'), { title: 'Acute' })
      .song(named('caf\xe8.mp3'), { title: 'Grave' })
      .song(Buffer.concat([named('d\xfcr/'), Buffer.from('in.mp3')]), { title: 'In' })
      .song('Café NFC.mp3'.normalize('NFC'))
      .song('Café NFC.mp3'.normalize('NFD'))
      .writeTo(folder.join('music'));
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: folder.join('music') }];
    await test.scan();
    expect(test.songs()).toHaveLength(5);
    expect(test.song('Music/caf\ufffd.mp3')).toMatchObject({
      title: 'Grave',
      real_name: named('caf\xe8.mp3'),
    });
    expect(test.song('Music/caf\ufffd (2).mp3')).toMatchObject({ title: 'Acute' });
    expect(test.song('Music/d\ufffdr/in.mp3')).toMatchObject({ title: 'In', real_name: null });
    await test.scan();
    expect(test.scanner.status().files_to_read).toBe(0);
  });

  it('knows the bytes of a name that is shown as another one was before', async () => {
    await using folder = await tempFolder();
    const root = folder.join('music');
    const named = (name: string) => Buffer.from(name, 'latin1');
    const realPath = (name: string) => Buffer.concat([Buffer.from(`${root}/`), named(name)]);
    await library()
      .song(named('caf\xe8/1.mp3'), { title: 'Grave' })
      .song(named('caf\xe9/1.mp3'), { title: 'Acute', seconds: 5 })
      .song(named('s\xe8.mp3'), { title: 'Song' })
      .picture(named('p\xe8.png'))
      .song('keeps/1.mp3')
      .writeTo(root);
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: root }];
    await test.scan();
    expect(test.song('Music/caf\ufffd (2)/1.mp3')).toMatchObject({ title: 'Acute' });
    rmSync(realPath('caf\xe8'), { recursive: true });
    renameSync(realPath('s\xe8.mp3'), realPath('s\xe9.mp3'));
    renameSync(realPath('p\xe8.png'), realPath('p\xe9.png'));
    test.scanner.triggerFolders(['Music', 'Music/caf\ufffd']);
    await test.settled();
    expect(test.song('Music/caf\ufffd/1.mp3')).toMatchObject({ title: 'Acute' });
    expect(test.song('Music/caf\ufffd (2)/1.mp3')).toBeUndefined();
    expect(test.directory('Music/caf\ufffd')).toMatchObject({ real_name: named('caf\xe9') });
    expect(test.song('Music/s\ufffd.mp3')).toMatchObject({ title: 'Song', real_name: named('s\xe9.mp3') });
    const { library: database } = test;
    const picture = database.prepare('SELECT real_name FROM pictures').pluck();
    expect(picture.all()).toEqual([named('p\xe9.png')]);
    renameSync(realPath('caf\xe9'), realPath('caf\xea'));
    await test.scan();
    expect(test.directory('Music/caf\ufffd')).toMatchObject({ real_name: named('caf\xea') });
    expect(test.scanner.status().files_read).toBe(0);
    renameSync(realPath('caf\xea'), `${root}/caf\ufffd`);
    await test.scan();
    expect(test.directory('Music/caf\ufffd')).toMatchObject({ real_name: null });
    expect(test.songs()).toHaveLength(3);
  });

  it('reports what is new and cannot be looked at, until it can', async () => {
    await using folder = await tempFolder();
    const root = folder.join('music');
    // Too long a path is what not even an administrator may open.
    const long = folder.join('l'.repeat(200));
    symlinkSync(root, long);
    const longest = 4095;
    const names: string[] = [];
    const lengthOf = () => `${long}/${names.join('/')}`.length;
    while (lengthOf() < longest - 250) names.push('d'.repeat(200));
    names.push('e'.repeat(longest - lengthOf() - 51));
    const parent = names.join('/');
    const [album, song] = ['a'.repeat(60), `${'s'.repeat(60)}.mp3`];
    mkdirSync(`${root}/${parent}`, { recursive: true });
    await library().song('in.mp3').writeTo(`${root}/${parent}/${album}`);
    await library().song(song).writeTo(`${root}/${parent}`);
    await library().song('here.mp3').writeTo(root);
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: long }];
    const { library: database } = test;
    const problems = () => createScannerStore(database).problems({ limit: 10, offset: 0 });
    for (const songCount of [1, 3]) {
      await test.scan();
      expect(test.songs()).toHaveLength(songCount);
      expect(problems().toSorted((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
        {
          path: `Music/${parent}/${album}`,
          reason: 'This folder cannot be read.',
          reason_code: 'folder_unreadable',
          next_try_at: null,
        },
        {
          path: `Music/${parent}/${song}`,
          reason: 'This file cannot be looked at.',
          reason_code: 'entry_unreadable',
          next_try_at: null,
        },
      ]);
      // Whatever it looks like the next time, it is looked at.
      expect(test.directory(`Music/${parent}`)).toMatchObject({ entries_key: null });
      test.sources = [{ name: 'Music', realPath: root }];
      await test.scan();
      expect(test.songs()).toHaveLength(3);
      expect(problems()).toEqual([]);
      test.sources = [{ name: 'Music', realPath: long }];
    }
  });

  it('follows links inside the sources, never in circles, and not to the outside', async () => {
    await using folder = await tempFolder();
    await library().song('outside.mp3').writeTo(folder.join('outside'));
    await library()
      .album('Picnic', 1)
      .symlink('by-year', 'Picnic')
      .symlink('Picnic/loop', '..')
      .symlink('self', 'self')
      .symlink('dead.mp3', 'nowhere.mp3')
      .symlink('secret', '../outside')
      .symlink('secret.mp3', '../outside/outside.mp3')
      .writeTo(folder.join('music'));
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: folder.join('music') }];
    await test.scan();
    expect(test.songs().map((path) => path.split('/').slice(0, 2).join('/'))).toEqual([
      'Music/by-year',
      'Music/Picnic',
    ]);
    expect(test.scanner.status().problem_count).toBe(0);
  });

  it('takes no device for a song, nor what leads to one, where links to the outside are followed', async () => {
    await using folder = await tempFolder();
    const root = folder.join('music');
    await library().song('here.mp3').writeTo(root);
    makePipes(folder.join('pipe'));
    const targets = { 'zero.mp3': '/dev/zero', 'null.FLAC': '/dev/null', 'tty.ogg': '/dev/tty' };
    for (const [name, target] of Object.entries(targets)) symlinkSync(target, `${root}/${name}`);
    symlinkSync(folder.join('pipe'), `${root}/pipe.wav`);
    symlinkSync('/proc/self/mem', `${root}/memory.m4a`);
    await using test = createTestScanner(folder.join('data'), { followsLinksOutside: true });
    test.sources = [{ name: 'Music', realPath: root }];
    await test.scan();
    expect(test.songs()).toEqual(['Music/here.mp3']);
    const rows = test.library.prepare('SELECT name, reason FROM problems ORDER BY name').all();
    expect(rows).toEqual([
      { name: 'memory.m4a', reason: expect.stringMatching(/^(file_empty|file_disk_error|file_forbidden)$/) },
      ...['null.FLAC', 'pipe.wav', 'tty.ogg', 'zero.mp3'].map((name) => ({ name, reason: 'not_a_file' })),
    ]);
  });

  it('follows links to the outside where that is allowed', async () => {
    await using folder = await tempFolder();
    await library().song('outside.mp3').writeTo(folder.join('outside'));
    await library().symlink('linked', '../outside').writeTo(folder.join('music'));
    symlinkSync('..', folder.join('outside', 'up'));
    await using test = createTestScanner(folder.join('data'), { followsLinksOutside: true });
    test.sources = [{ name: 'Music', realPath: folder.join('music') }];
    await test.scan();
    expect(test.songs()).toContain('Music/linked/outside.mp3');
  });
});
