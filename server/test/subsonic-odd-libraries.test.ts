import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { flacWith, library } from '@tonearm/testkit';
import { afterEach, expect, it } from 'vitest';
import { addApp, createApp, elementOfJson, type Json, parseXml, type TestApp } from './subsonic-app.ts';
import { asked } from './subsonic-asked.ts';
import { changingCalls, scanMusic } from './subsonic-scanned.ts';
import { faultsOfBody } from './subsonic-schema.ts';
import { startWholeServer, type WholeServer } from './whole-server.ts';

/*
 * Libraries that few people have: with nothing in them, with nothing but broken files, with names and tags of every byte
 * and every character. Each is told whole, in both encodings.
 */

let server: WholeServer | null = null;
afterEach(async () => {
  await server?.[Symbol.asyncDispose]();
  server = null;
});

const startWith = async (write: (music: string) => unknown, songs: number) => {
  server = await startWholeServer();
  const music = join(server.folder, 'music');
  mkdirSync(music);
  await write(music);
  await server.createUser('root');
  await scanMusic(server, songs);
  return { music, app: createApp(server.address, await addApp(server, 'root', { mayAdminister: true })) };
};

/** Calls that read and name nothing. */
const readers = Object.entries(asked).filter(
  ([name, wanted]) =>
    /^(?:get|search|ping|tokenInfo)/.test(name) &&
    !Object.values(wanted).some((value) => String(value).startsWith('#')),
);

/** Each is answered as the protocol says, and the same in XML. */
const expectWhole = async (app: TestApp): Promise<void> => {
  for (const [name, wanted] of readers) {
    const { body } = await app.ask(name, wanted);
    expect([name, body['error'], faultsOfBody(body)]).toEqual([name, undefined, []]);
    const xml = parseXml((await app.ask(name, wanted, { format: 'xml' })).text);
    if (changingCalls.has(name)) continue;
    const { xmlns: _, ...attributes } = xml.attributes;
    expect({ ...xml, attributes }).toEqual(spoken(elementOfJson('subsonic-response', body)));
  }
};

type Element = ReturnType<typeof elementOfJson>;

// What XML 1.0 cannot hold.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is left out
const unspeakable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** The same without the characters that XML cannot hold. */
const spoken = ({ name, attributes, children, text }: Element): Element => ({
  name,
  attributes: Object.fromEntries(
    Object.entries(attributes).map(([key, value]) => [key, value.replaceAll(unspeakable, '')]),
  ),
  children: children.map(spoken),
  text: text.replaceAll(unspeakable, ''),
});

const songsOf = async (app: TestApp): Promise<Json[]> =>
  (await app.get<{ song: Json[] }>('search3', { query: '', songCount: 10_000 }, 'searchResult3')).song;

/** Ids of the songs that folders lead to. */
const walkFolders = async (app: TestApp, id: string): Promise<string[]> => {
  const { child } = await app.get<{ child: Json[] }>('getMusicDirectory', { id }, 'directory');
  const found = await Promise.all(
    child.map(async ({ id: own, isDir }) => (isDir === true ? walkFolders(app, String(own)) : [String(own)])),
  );
  return found.flat();
};

const sorted = (list: readonly unknown[]): string[] => list.map(String).toSorted();

it('with nothing in it', async () => {
  const { app } = await startWith(() => undefined, 0);
  await expectWhole(app);
});

it('with nothing but broken files and tags', async () => {
  const ends = ['mp3', 'flac', 'ogg', 'm4a', 'wav'];
  const broken = ['empty', 'garbage', 'truncated', 'huge-tag', 'text'] as const;
  const { app } = await startWith(
    (music) => {
      const all = library();
      for (const kind of broken) for (const end of ends) all.brokenFile(`${kind}/one.${end}`, kind);
      for (const end of ends) all.song(`untagged/one.${end}`, { untagged: true });
      return all.writeTo(music);
    },
    // Of what is broken one is a song that says nothing.
    ends.length + 1,
  );
  await expectWhole(app);
  const songs = await songsOf(app);
  expect(new Set(songs.map(({ title }) => title))).toEqual(new Set(['one']));
  expect(sorted(await walkFolders(app, '1'))).toEqual(sorted(songs.map(({ id }) => id)));
});

it('with every character there is in tags', async () => {
  // Planes between are empty.
  const points = [
    [0x1, 0xd7ff],
    [0xe000, 0x3_ffff],
    [0xe_0000, 0xe_0fff],
    [0x10_ff00, 0x10_ffff],
  ].flatMap(([first = 0, last = 0]) => Array.from({ length: last - first + 1 }, (_, at) => first + at));
  // As much as is kept of one text, in halves of surrogate pairs, too.
  const perSong = 2000;
  const texts = Array.from({ length: Math.ceil(points.length / perSong) }, (_, at) =>
    String.fromCodePoint(...points.slice(at * perSong, (at + 1) * perSong)),
  );
  const { app } = await startWith((music) => {
    for (const [at, text] of texts.entries())
      writeFileSync(
        join(music, `${at}.flac`),
        flacWith([
          `TITLE=${text}`,
          `ARTIST=a${text}`,
          `ALBUM=b${text}`,
          `GENRE=${text.slice(0, 200)}`,
          `COMMENT=${text}`,
        ]),
      );
  }, texts.length);
  const songs = await songsOf(app);
  expect(songs).toHaveLength(texts.length);
  await expectWhole(app);
  const everything = { query: '', songCount: 10_000, albumCount: 10_000, artistCount: 10_000 };
  const { body } = await app.ask('search3', everything);
  const { children } = parseXml((await app.ask('search3', everything, { format: 'xml' })).text);
  expect(children).toEqual(spoken(elementOfJson('subsonic-response', body)).children);
  // Blanks and controls are told as blanks, and marks stand with what is before them.
  const plain = (text: unknown): string =>
    String(text)
      .normalize()
      .replaceAll(/[\s\p{C}]/gu, '');
  for (const song of songs) {
    const text = texts[Number(/(\d+)\.flac$/.exec(String(song['path']))?.[1])] ?? '';
    expect([song['path'], plain(song['title']) === plain(text)]).toEqual([song['path'], true]);
  }
});

it('with every byte there is in names', async () => {
  const bytes = Array.from({ length: 255 }, (_, at) => at + 1).filter((byte) => byte !== 0x2f);
  const { app } = await startWith(async (music) => {
    for (const byte of bytes) {
      const folder = Buffer.concat([Buffer.from(`${music}/d`), Buffer.from([byte]), Buffer.from('d')]);
      mkdirSync(folder);
      writeFileSync(
        Buffer.concat([folder, Buffer.from('/s'), Buffer.from([byte]), Buffer.from('.flac')]),
        flacWith([`COMMENT=${byte}`]),
      );
    }
  }, bytes.length);
  await expectWhole(app);
  const songs = await songsOf(app);
  const ids = sorted(songs.map(({ id }) => id));
  expect(new Set(ids).size).toBe(bytes.length);
  expect(sorted(await walkFolders(app, '1'))).toEqual(ids);
  for (const song of songs) {
    const head = await app.fetch('stream', { id: String(song['id']) }, { method: 'HEAD' });
    expect([song['path'], head.status, head.headers.get('content-length')]).toEqual([
      ...[song['path'], 200, String(song['size'])],
    ]);
  }
});
