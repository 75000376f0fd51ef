import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppAccount, addApp, elementOfJson, parseXml } from './subsonic-app.ts';
import { askCollection, type Song, startScanned } from './subsonic-scanned.ts';
import { faultsOfBody } from './subsonic-schema.ts';
import type { WholeServer } from './whole-server.ts';

/*
 * Requests spelled as apps are known to spell them, and what each cannot do without in the answer; those of Jamstash,
 * bonob, Amperfy and Aonsoku were read in their sources. Each row is what differs from the requests of all others.
 */

let server: WholeServer;
let account: AppAccount;
let song: Song;
let playlist: string;

beforeAll(async () => {
  const started = await startScanned();
  ({ server } = started);
  account = await addApp(server, 'root');
  const songs = await askCollection(() => started.app).everySong();
  song = songs.find(({ path }) => path.includes('Picnic')) as Song;
  const made = await started.app.get<{ id: string }>(
    'createPlaylist',
    { name: 'Walk', songId: songs.map(({ id }) => id) },
    'playlist',
  );
  playlist = made.id;
});
afterAll(() => server[Symbol.asyncDispose]());

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
const hexOf = (text: string): string => Buffer.from(text, 'utf8').toString('hex');

/** How each app says who it is and what it wants, as it stands in the address or the form. */
const apps = {
  // A page that reads no answer of another origin: everything by address, the name of the function is the page's.
  Jamstash: () =>
    `u=root&p=enc:${hexOf(account.secret)}&f=jsonp&v=1.6.0&c=Jamstash&callback=angular.callbacks._0`,
  Subfire: () => `u=root&p=${account.secret}&f=jsonp&v=1.11.0&c=subfireplayer&callback=jQuery1910_1700000000`,
  // Tries the version of the server, then its own.
  Amperfy: () => `v=1.16.1&c=Amperfy&u=root&t=${md5(`${account.secret}abc`)}&s=abc`,
  // Its name says what it plays.
  bonob: () => `u=root&v=1.16.1&c=bonob%2Baudio%2Fflac&t=${md5(`${account.secret}a1`)}&s=a1&f=json`,
  Ultrasonic: () => `u=root&t=${md5(`${account.secret}0f`)}&s=0f&c=Ultrasonic&f=json&v=1.16.0`,
  'Ultrasonic of before': () =>
    `u=root&p=enc:${hexOf(account.secret).toUpperCase()}&c=Ultrasonic&f=json&v=1.7.0`,
  DSub: () => `u=root&p=enc:${hexOf(account.secret)}&v=1.2.0&c=DSub`,
  // One salt for ever, and parameters that it does not fill.
  Aonsoku: () =>
    `u=root&t=${md5(`${account.secret}salt`)}&s=salt&v=1.16.0&c=Aonsoku&f=json&musicFolderId=&genre=`,
  Feishin: () => `u=root&s=x&t=${md5(`${account.secret}x`)}&v=1.13.0&c=Feishin&f=json&musicFolderId=`,
  'of a key': () => `apiKey=${account.secret}&v=1.16.1&c=Symfonium&f=json`,
  // A gate before the server asks for a password of its own.
  Supersonic: () => `u=root&t=${md5(`${account.secret}go`)}&s=go&v=1.8.0&c=supersonic&f=json`,
  'with no version': () => `u=root&p=${account.secret}&c=small&f=json`,
  'with every parameter twice': () => {
    const once = `u=root&p=${account.secret}&c=twice&v=1.16.1&f=json`;
    return `${once}&${once}`;
  },
  // As people type what they read on another screen.
  'typed on a phone': () => {
    const typed = account.secret.replaceAll(/(.{5})(?=.)/g, '$1-');
    return `u=ROOT&p=${typed.charAt(0).toUpperCase()}${typed.slice(1)}&c=phone&f=json`;
  },
} as const satisfies Readonly<Record<string, () => string>>;

type App = keyof typeof apps;

type Way = 'GET' | 'POST' | 'split' | 'lists in the form';

const headers = { authorization: 'Basic Z2F0ZTpvcGVu', 'user-agent': 'okhttp/4.12.0' };
const formType = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' };

/** Sends a call of an app, with all in the address, all in a form, or in both. */
const send = (app: App, call: string, wanted: string, way: Way = 'GET'): Promise<Response> => {
  const url = new URL(`rest/${call}`, server.address).href;
  const credentials = apps[app]();
  switch (way) {
    case 'GET':
      return fetch(`${url}?${credentials}&${wanted}`, { headers });
    case 'POST':
      return fetch(url, {
        method: 'POST',
        body: `${credentials}&${wanted}`,
        headers: { ...headers, ...formType },
      });
    case 'split':
      return fetch(`${url}?${wanted}`, {
        method: 'POST',
        body: credentials,
        headers: { ...headers, ...formType },
      });
    case 'lists in the form':
      return fetch(`${url}?${credentials}`, {
        method: 'POST',
        body: wanted,
        headers: { ...headers, ...formType },
      });
  }
};

type Body = Readonly<Record<string, unknown>>;

/** What came under the envelope, from JSON in whatever wrapping. */
const bodyOf = async (answer: Response): Promise<Body> => {
  const text = (await answer.text()).replace(/^[\w.$]+\(/, '').replace(/\);$/, '');
  return (JSON.parse(text) as { 'subsonic-response': Body })['subsonic-response'];
};

/** What apps ask when they are opened, and when a list is scrolled to its end. */
const asked = [
  'ping.view?',
  'getLicense.view?',
  'getMusicFolders?',
  'getIndexes.view?ifModifiedSince=0',
  'getArtists?musicFolderId=1',
  'getGenres?',
  'getUser?username=root',
  'getScanStatus?',
  'getPlaylists?username=root',
  'getStarred2?',
  'getBookmarks?',
  'getPlayQueue?',
  'getNowPlaying?',
  'getPodcasts?includeEpisodes=false',
  'getNewestPodcasts?count=20',
  'getShares?',
  'getVideos?',
  'getChatMessages?since=0',
  'getInternetRadioStations?',
  'getAlbumList?type=newest&size=500&offset=0',
  'getAlbumList2?type=frequent&size=100000&offset=0',
  'getAlbumList2?type=byYear&fromYear=2100&toYear=0&size=50',
  'getAlbumList2?type=byGenre&genre=Rock+%26+Roll&size=20&offset=20',
  'getAlbumList2?type=alphabeticalByArtist&size=500&offset=999999',
  'getRandomSongs?size=500&fromYear=&toYear=',
  'getSongsByGenre?genre=no+such+genre&count=500',
  'search2.view?query=pic*&artistCount=0&albumCount=0&songCount=100000',
  'search3?query=%22%22&songCount=500&songOffset=0&albumCount=0&artistCount=0',
  'search3?query=&artistCount=500&albumCount=500&songCount=500',
  'search3?songCount=20',
  'getTopSongs?artist=nobody+at+all&count=10',
  'getLyrics?artist=&title=',
] as const;

describe('what an app asks when it is opened', () => {
  const names = (Object.keys(apps) as App[]).filter((name) => !['Amperfy', 'DSub'].includes(name));

  it.each(names)('is answered to %s as the protocol says', async (name) => {
    for (const each of asked) {
      const [call = '', wanted = ''] = each.split('?');
      const body = await bodyOf(await send(name, call, wanted));
      expect([each, body['error'], body['status'], faultsOfBody(body)]).toEqual([each, undefined, 'ok', []]);
    }
  });

  it.each(['Amperfy', 'DSub'] as const)('is answered to %s in XML that says the same', async (name) => {
    for (const each of asked) {
      const [call = '', wanted = ''] = each.split('?');
      const xml = parseXml(await (await send(name, call, wanted)).text());
      expect([each, xml.attributes['status']]).toEqual([each, 'ok']);
      if (name === 'DSub' || /Random|NowPlaying|ScanStatus/.test(call)) continue;
      const json = await bodyOf(await send('Ultrasonic', call, wanted));
      const { xmlns: _, ...attributes } = xml.attributes;
      expect({ ...xml, attributes }).toEqual(elementOfJson('subsonic-response', json));
    }
  });

  it.each(['POST', 'split', 'lists in the form'] as const)('is answered by a form, too: %s', async (way) => {
    for (const name of ['Ultrasonic', 'of a key', 'Jamstash'] as const)
      for (const each of asked) {
        const [call = '', wanted = ''] = each.split('?');
        const body = await bodyOf(await send(name, call, wanted, way));
        expect([name, each, body['error']]).toEqual([name, each, undefined]);
      }
  });
});

describe('what an app asks about one thing', () => {
  it('is answered by the id of any kind that it has at hand', async () => {
    const { id, parent, albumId, artistId } = song;
    for (const [call, ids] of [
      ['getMusicDirectory', [parent, albumId, artistId, '1']],
      ['getAlbum', [albumId, id, parent]],
      ['getAlbumInfo', [albumId, id, parent]],
      ['getAlbumInfo2', [albumId, id, parent]],
      ['getArtistInfo', [artistId, albumId, parent, id]],
      ['getArtistInfo2', [artistId, albumId, parent, id]],
      ['getSimilarSongs', [id, albumId, artistId, parent]],
      ['getSimilarSongs2', [id, albumId, artistId, parent]],
      ['star', [id, albumId, artistId, parent]],
      ['unstar', [id, albumId, artistId, parent]],
      ['download', [id, albumId, artistId, parent, playlist]],
      [
        'getCoverArt',
        [song.coverArt ?? '', id, albumId, parent, artistId, playlist, `al-${albumId}`, `mf-${id}`],
      ],
    ] as const)
      for (const each of ids) {
        const answer = await send('Supersonic', `${call}.view`, `id=${each}&size=300&count=10`);
        const type = answer.headers.get('content-type') ?? '';
        const error = type.startsWith('application/json') ? (await bodyOf(answer))['error'] : undefined;
        expect([call, each, answer.status, error]).toEqual([call, each, 200, undefined]);
      }
  });

  it('is answered with the song, whatever a player says beside its id', async () => {
    for (const wanted of [
      '',
      'maxBitRate=0',
      'maxBitRate=0&format=raw',
      'format=raw&estimateContentLength=true',
      'format=&maxBitRate=&timeOffset=',
      'timeOffset=0&converted=true&size=',
      '_=1700000000&.mp3',
    ])
      for (const range of ['', 'bytes=0-', 'bytes=0-1', 'bytes=-5'])
        for (const method of ['GET', 'HEAD']) {
          const url = new URL(`rest/stream.view?${apps.bonob()}&id=${song.id}&${wanted}`, server.address);
          const answer = await fetch(url, { method, headers: range === '' ? {} : { range } });
          const length = Number(answer.headers.get('content-length'));
          const bytes = (await answer.arrayBuffer()).byteLength;
          expect([wanted, range, answer.status, answer.headers.get('content-type')]).toEqual([
            wanted,
            range,
            // Parts are of GET alone.
            range === '' || method === 'HEAD' ? 200 : 206,
            'audio/mpeg',
          ]);
          expect(length).toBeGreaterThan(1);
          if (method === 'GET') expect([wanted, range, bytes]).toEqual([wanted, range, length]);
        }
  });

  it('is told by HEAD as by GET', async () => {
    for (const call of ['ping', 'getArtists', `getCoverArt`, 'download']) {
      const url = new URL(`rest/${call}?${apps.Ultrasonic()}&id=${song.id}`, server.address);
      const [head, whole] = [await fetch(url, { method: 'HEAD' }), await fetch(url)];
      expect([call, head.status, (await head.arrayBuffer()).byteLength]).toEqual([call, whole.status, 0]);
      expect([call, head.headers.get('content-type')]).toEqual([call, whole.headers.get('content-type')]);
    }
  });
});

describe('the way of an answer', () => {
  it.each([
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['identity', null],
    ['', null],
    ['*', undefined],
  ])('to an app that takes %j is one that it takes, and sound is never packed', async (accepted, wanted) => {
    const url = new URL(`rest/search3?${apps.Ultrasonic()}&query=&songCount=500`, server.address);
    const answer = await fetch(url, { headers: { 'accept-encoding': accepted } });
    if (wanted !== undefined) expect(answer.headers.get('content-encoding')).toBe(wanted);
    expect((await bodyOf(answer))['status']).toBe('ok');
    const sound = new URL(`rest/stream?${apps.Ultrasonic()}&id=${song.id}`, server.address);
    const heard = await fetch(sound, { headers: { 'accept-encoding': accepted } });
    expect(heard.headers.get('content-encoding')).toBeNull();
    await heard.arrayBuffer();
  });

  it('to a page of another origin is open beforehand for every call, known or not', async () => {
    for (const call of [
      'ping.view',
      'stream',
      'getCoverArt.view',
      'search3',
      'getTranscodeDecision',
      'none',
    ]) {
      const answer = await fetch(new URL(`rest/${call}`, server.address), {
        method: 'OPTIONS',
        headers: {
          origin: 'https://player.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type, range, x-nd-authorization',
        },
      });
      expect([call, answer.status]).toEqual([call, 204]);
      expect(answer.headers.get('access-control-allow-headers')).toContain('range');
    }
  });
});

describe('what an app changes', () => {
  const json = async (call: string, wanted: string, way: Way = 'GET'): Promise<Body> =>
    bodyOf(await send('Aonsoku', call, wanted, way));

  it('is changed by lists of every length, by address and by form', async () => {
    const many = Array.from({ length: 3000 }, () => `songId=${song.id}`).join('&');
    for (const way of ['GET', 'POST', 'lists in the form'] as const) {
      const made = await json('createPlaylist', `name=${encodeURIComponent(`Löng ${way}`)}&${many}`, way);
      expect([way, made['error'], (made['playlist'] as { songCount: number }).songCount]).toEqual([
        way,
        undefined,
        3000,
      ]);
    }
  });

  it('is what was played, by times in seconds, in milliseconds or none', async () => {
    const now = Date.now();
    for (const wanted of [
      `id=${song.id}`,
      `id=${song.id}&submission=False`,
      `id=${song.id}&submission=true&time=${now - 600_000}`,
      `id=${song.id}&id=${song.id}&time=${now - 1_200_000}&time=${now - 1_800_000}`,
      `id=${song.id}&submission=1&time=${Math.round(now / 1000) - 3600}`,
    ])
      expect([wanted, (await json('scrobble', wanted))['error']]).toEqual([wanted, undefined]);
  });

  it('is the place in the queue, also of a queue that is emptied', async () => {
    for (const wanted of [
      `id=${song.id}&current=${song.id}&position=0`,
      `id=${song.id}&current=&position=`,
      `id=${song.id}&current=${song.id}&position=12345`,
      '',
    ]) {
      expect([wanted, (await json('savePlayQueue', wanted, 'POST'))['error']]).toEqual([wanted, undefined]);
      const { playQueue } = await json('getPlayQueue', '');
      expect([wanted, (playQueue as { entry: unknown[] }).entry.length]).toEqual([
        wanted,
        wanted === '' ? 0 : 1,
      ]);
    }
  });
});
