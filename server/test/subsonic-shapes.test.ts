import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls, emptyAnswers } from '../src/features/subsonic/calls.ts';
import { elementOfJson, type Json, parseXml, type TestApp, type Wanted } from './subsonic-app.ts';
import { type AskedServer, asked, jsonOf, startAsked } from './subsonic-asked.ts';
import { changingCalls } from './subsonic-scanned.ts';
import { faultsOfBody, spoilings } from './subsonic-schema.ts';

let started: AskedServer;
let app: TestApp;
let filled: AskedServer['filled'];
beforeAll(async () => {
  started = await startAsked();
  ({ app, filled } = started);
});
afterAll(() => started.server[Symbol.asyncDispose]());

/** Calls whose answers are looked at elsewhere: they make or take away what there is one of. */
const elsewhere = [
  'updateInternetRadioStation',
  'deleteInternetRadioStation',
  'createPlaylist',
  'deletePlaylist',
];

const bodies = Object.entries(calls).filter(([, { answer }]) => answer !== 'bytes');

describe('every answer', () => {
  it('is looked at', () => {
    const names = bodies.map(([name]) => name).filter((name) => !elsewhere.includes(name));
    expect(names.filter((name) => !Object.hasOwn(asked, name))).toEqual([]);
  });

  it.each(Object.keys(asked))('of %s is what the protocol says, in every format', async (name) => {
    const wanted = filled(asked[name] ?? {});
    const { body, text } = await app.ask(name, wanted, jsonOf(name));
    expect([body['error'], faultsOfBody(body)]).toEqual([undefined, []]);
    const { answer } = calls[name as keyof typeof calls];
    const keys = Object.keys(body).filter((key) => typeof body[key] === 'object');
    expect(keys).toEqual(answer === null ? [] : [(answer as { key: string }).key]);
    if (changingCalls.has(name) || /^(?:create|save|update|report)/.test(name)) return;
    const wrapped = await app.ask(name, { ...wanted, callback: 'got' }, { ...jsonOf(name), format: 'jsonp' });
    const xml = parseXml((await app.ask(name, wanted, { ...jsonOf(name), format: 'xml' })).text);
    const { xmlns: _, ...attributes } = xml.attributes;
    expect(wrapped.text).toBe(`got(${text});`);
    expect({ ...xml, attributes }).toEqual(elementOfJson('subsonic-response', body));
  });

  it('tells what is read of works, movements and groupings, and that others have none', async () => {
    const of = async (id: string) => (await app.ask('getSong', filled({ id }))).body['song'];
    expect(await of('#composed')).toMatchObject({
      groupings: ['Baroque'],
      works: [{ name: 'Suite in D', musicBrainzId: '6e1d2a8e-1f5b-4b0e-8f0a-3c1d9d3b7a11' }],
      movements: [{ name: 'Gigue', number: 6, count: 7 }],
    });
    expect(await of('#song')).toMatchObject({ groupings: [], works: [], movements: [] });
  });

  it('tells words one by one to who asks for it, with places in bytes, and only then', async () => {
    const of = async (enhanced: boolean) => {
      const wanted = filled({ id: '#worded', enhanced });
      const { body } = await app.ask('getLyricsBySongId', wanted);
      expect(faultsOfBody(body)).toEqual([]);
      const xml = parseXml((await app.ask('getLyricsBySongId', wanted, { format: 'xml' })).text);
      const { xmlns: _, ...attributes } = xml.attributes;
      expect({ ...xml, attributes }).toEqual(elementOfJson('subsonic-response', body));
      return (body['lyricsList'] as { structuredLyrics: Json[] }).structuredLyrics[0] ?? {};
    };
    const line = [
      { start: 1000, value: 'Où one' },
      { start: 2500, value: 'two' },
    ];
    const plain = await of(false);
    expect(plain).toMatchObject({ lang: 'und', synced: true, offset: -250, line });
    expect(Object.keys(plain).filter((key) => ['kind', 'cueLine', 'agents'].includes(key))).toEqual([]);
    const cue = [
      { start: 1000, end: 1500, byteStart: 0, byteEnd: 2, value: 'Où' },
      { start: 1500, end: 2000, byteStart: 4, byteEnd: 6, value: 'one' },
    ];
    expect(await of(true)).toEqual({
      ...plain,
      kind: 'main',
      cueLine: [{ index: 0, start: 1000, end: 2000, value: 'Où one', cue }],
    });
  });

  it('about what there is none of is empty and whole', async () => {
    for (const name of Object.keys(emptyAnswers)) {
      const { body } = await app.ask(name);
      expect([name, body['status']]).toEqual([name, 'ok']);
      expect(body).toMatchObject(emptyAnswers[name as keyof typeof emptyAnswers]);
    }
  });

  const nobody = 'tr-0000000000000000000000';
  it.each<[string, Wanted, number]>([
    ['getSong', {}, 10],
    ['getSong', { id: nobody }, 70],
    ['getSong', { id: '../..' }, 70],
    ['getAlbum', { id: nobody }, 70],
    ['getArtist', { id: '' }, 10],
    ['getMusicDirectory', { id: '99' }, 70],
    ['getAlbumList2', {}, 10],
    ['getAlbumList2', { type: 'byYear' }, 10],
    ['getAlbumList2', { type: 'none' }, 0],
    ['getAlbumList2', { type: 'newest', size: -1 }, 0],
    ['getAlbumList2', { type: 'newest', size: 'many' }, 0],
    ['setRating', { id: '#song', rating: 6 }, 0],
    ['star', {}, 10],
    ['star', { id: nobody }, 70],
    ['getPlaylist', { id: nobody }, 70],
    ['savePlayQueueByIndex', { id: '#song' }, 10],
    ['getUser', { username: 'nobody' }, 70],
    ['jukeboxControl', { action: 'start' }, 50],
    ['createUser', { username: 'x' }, 50],
    ['getCoverArt', { id: nobody }, 70],
    ['stream', {}, 10],
  ])('of %s with %j is refused with %i, whole', async (name, wanted, code) => {
    const answer = await app.ask(name, filled(wanted));
    expect([answer.status, answer.code, faultsOfBody(answer.body)]).toEqual([200, code, []]);
  });
});

describe('an answer that is spoilt', () => {
  it('is told from one that is right, whatever is null, of another type, or no list', async () => {
    let count = 0;
    for (const name of [
      'getAlbum',
      'getArtists',
      'getPlaylist',
      'getPlayQueue',
      'getUser',
      'getLyricsBySongId',
    ]) {
      const { body } = await app.ask(name, filled(asked[name] ?? {}));
      for (const { what, body: spoilt } of spoilings(body)) {
        count += 1;
        expect([name, what, faultsOfBody(spoilt).length > 0]).toEqual([name, what, true]);
      }
    }
    expect(count).toBeGreaterThan(300);
  });

  it.each(['id', 'parent', 'isDir', 'title', 'album', 'artist', 'size', 'suffix', 'duration', 'created'])(
    'is told when a song has no %s',
    async (key) => {
      const { body } = await app.ask('getSong', filled(asked['getSong'] ?? {}));
      const { [key]: _, ...song } = body['song'] as Json;
      expect(faultsOfBody({ ...body, song })).toEqual([`song.${key}: missing`]);
    },
  );

  it('is told when it has what nobody knows, an empty date, or an error that is none', async () => {
    const { body } = await app.ask('getSong', filled(asked['getSong'] ?? {}));
    const song = body['song'] as Json;
    expect(faultsOfBody({ ...body, song: { ...song, colour: 'red' } })).toEqual(['song.colour: unknown']);
    expect(faultsOfBody({ ...body, song: { ...song, played: '' } })).toEqual(['song.played: no d']);
    expect(faultsOfBody({ ...body, error: { code: 70, message: 'No.' } })).toEqual(['error']);
    const failed = (await app.ask('getSong')).body;
    expect(faultsOfBody({ ...failed, error: { code: '10', message: 'No.' } })).toEqual(['error.code: no e']);
    expect(faultsOfBody({ ...failed, error: { code: 51, message: 'No.' } })).toEqual(['error.code: no e']);
  });
});
