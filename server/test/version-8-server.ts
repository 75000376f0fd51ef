import { join } from 'node:path';
import { library } from '@tonearm/testkit';
import { expect, vi } from 'vitest';
import { startWholeServer } from './whole-server.ts';

/** More than the 200 songs whose details come with a list, and than one batch that an app asks for. */
export const manySongs = 1_203;

const smallCollection = () => {
  const builder = library()
    .album('Hunted', 5, { artist: 'Khemmis', cover: 'Folder.jpg', genre: 'Metal', year: 2016 })
    .album('Picnic', 7, { artist: 'Tobokegao', embedded: true, genres: ['Electronic', 'Pop'] as never })
    .album('50%20off? #1', 2, {
      artists: ['AC/DC', 'Öl & Co'],
      genre: 'R&B/Soul',
      folder: 'odd + names/50%20off? #1',
    })
    .song('Various/guest.mp3', {
      title: 'Guest',
      artists: ['Khemmis', 'Anna'],
      albumArtist: 'Various Artists',
      album: 'Sampler',
      composer: 'Bela',
      lyricist: 'Cleo',
      genre: 'Metal',
    })
    .song('untagged.mp3', { untagged: true });
  for (let at = 0; at < manySongs; at += 1) {
    const title = `Take ${at}`;
    builder.song(`Many/${at}.mp3`, { title, track: at, artist: 'Many', album: 'Takes', genre: 'Pop' });
  }
  return builder;
};

/** A server that nobody has set up, and a folder of music beside it. */
export const startVersion8Server = async () => {
  const server = await startWholeServer();
  const music = join(server.folder, 'small-collection');
  await smallCollection().writeTo(music);
  const address = (path: string): URL => new URL(`api${path}`, server.address);
  return {
    music,
    address,
    /** Waits until everything is in the collection, as the settings page of the web client does: by `state`. */
    untilScanned: async (token: string): Promise<void> => {
      const headers = { authorization: `Bearer ${token}`, 'accept-version': '8' };
      const look = async () => {
        const status = (await (await fetch(address('/index_status'), { headers })).json()) as object;
        expect(status).toMatchObject({ state: 'UpToDate', num_songs_indexed: manySongs + 16 });
      };
      await vi.waitFor(look, { timeout: 150_000, interval: 100 });
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
};
