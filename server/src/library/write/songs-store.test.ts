import { library, tempFolder } from '@tonearm/testkit';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { createTestScanner } from '../../features/scan/tests/test-scan.ts';
import { naturalSongId, nextSongId } from '../model/public-id.ts';
import { createSongsStore } from './songs-store.ts';

it('finds songs by their bytes or their sound, and hands out no others', async () => {
  await using folder = await tempFolder();
  await library().song('a.flac').song('b.flac').song('c.flac').writeTo(folder.join('music'));
  await using test = createTestScanner(folder.join('data'));
  test.sources = [{ name: 'Music', realPath: folder.join('music') }];
  await test.scan();
  const raw = new Database(folder.join('data', 'library.db'), { readonly: true });
  const songs = createSongsStore(raw);
  const keyOf = (name: string, key: string) =>
    Buffer.from(test.song(`Music/${name}`)?.[key] as Uint8Array).toString('hex');
  const idOf = (name: string) => test.song(`Music/${name}`)?.['id'] as number;
  const keys = { content: [keyOf('a.flac', 'content_key')], sound: [keyOf('c.flac', 'sound_key'), '00'] };
  const found = (after: number) => songs.withKeys(after, keys).map(({ name }) => name);
  expect(found(0).toSorted()).toEqual(['a.flac', 'c.flac']);
  expect(found(idOf('a.flac'))).not.toContain('a.flac');
  expect(songs.withKeys(0, { content: [], sound: [] })).toEqual([]);
  raw.close();
});

it('gives a song that comes to a path another id where some song has the one of that path', async () => {
  await using folder = await tempFolder();
  await library().song('a.flac').writeTo(folder.join('music'));
  await using test = createTestScanner(folder.join('data'));
  test.sources = [{ name: 'Music', realPath: folder.join('music') }];
  await test.scan();
  const installation = test.state.prepare("SELECT value FROM meta WHERE key = 'installation_id'").pluck();
  const taken = naturalSongId(String(installation.get()), 'Music/b.flac');
  const raw = new Database(folder.join('data', 'library.db'));
  raw.prepare('UPDATE songs SET public_id = ?').run(taken);
  raw.close();
  await library().song('a.flac').song('b.flac').song('c.flac').writeTo(folder.join('music'));
  await test.scan();
  expect(test.songs()).toEqual(['Music/a.flac', 'Music/b.flac', 'Music/c.flac']);
  expect(test.song('Music/a.flac')).toMatchObject({ public_id: taken });
  expect(test.song('Music/b.flac')).toMatchObject({ public_id: nextSongId(taken) });
});
