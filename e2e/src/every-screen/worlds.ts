import { library, startProduct, tempFolder } from '@tonearm/testkit';
import { openAccessibilityStage } from '../accessibility-walk.ts';
import { openPage, type PageOptions, type WatchedPage } from '../browser.ts';
import { callApi } from '../journeys.ts';
import { linkIn } from '../parts.ts';
import { openStage, type Stage } from '../stage.ts';
import { type Looks, learnLooks } from './look-at.ts';
import type { Ids, World } from './state.ts';

/** Every world, running. */
export interface Worlds extends AsyncDisposable {
  readonly ids: Ids;
  readonly looks: Looks;
  /** Opens a page in a world; whoever opens it disposes it. @returns it, and the address that hash routes follow */
  open(world: World, options: PageOptions): Promise<{ watched: WatchedPage; address: string }>;
}

const reader = { username: 'cleo', password: 'a quiet reader' } as const;

const longTitle =
  'Concerto for an Unreasonable Number of Bassoons, Three Kettles and a Door That Would Not Shut: III. Presto';
const longName = 'The Philharmonic Society of Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch';
const words = ['Wake up, the kettle sings', 'its one long note of steam', '', 'and nobody is home'];

/** What the suite's own walk has no song of: long names, words that are sung, albums without a picture. */
const addOdd = (music: ReturnType<typeof library>): ReturnType<typeof library> =>
  music
    .album('Untitled', 2, { artist: 'Eve', year: 1999 })
    .song('Long/01.mp3', {
      title: longTitle,
      artist: longName,
      album: `${longTitle} (Complete Recordings, Remastered)`,
      year: 2003,
      genre: 'Chamber',
      lyrics: words.join('\n'),
    })
    .song(`Long/${longName}/${longTitle}.mp3`, { title: longTitle, artist: longName, album: longName });

interface Named {
  readonly id: string;
  readonly title?: string;
  readonly name?: string;
}

const looksOf = async (stage: Stage): Promise<Looks> => {
  await using watched = await stage.open();
  await linkIn(watched.page, 'Music').waitFor();
  return await learnLooks(watched.page);
};

/** Starts what every state needs. */
export const openWorlds = async (): Promise<Worlds> => {
  const { stage } = await openAccessibilityStage(addOdd);
  const ask = async <T>(path: string): Promise<T> =>
    (await (await callApi(stage.product, path, { token: stage.token })).json()) as T;
  const put = (path: string, body: unknown, method = 'PUT') =>
    callApi(stage.product, path, { method, body, token: stage.token });
  await put('playlist/Nothing yet', { tracks: [] });
  await put('smart_list/Nobody', { query: 'artist:nobody' });
  await put('user', { name: reader.username, password: reader.password, admin: false }, 'POST');
  const idOf = async (path: string, wanted: string): Promise<string> => {
    const answer = await ask<Named[] | { readonly items: Named[] }>(`${path}?limit=100`);
    const all = 'items' in answer ? answer.items : answer;
    const found = all.find(({ title, name }) => (title ?? name)?.startsWith(wanted) === true);
    if (found === undefined) throw new Error(`${path} has no ${wanted}`);
    return found.id;
  };
  const ids: Ids = {
    album: await idOf('music/albums', 'Picnic'),
    longAlbum: await idOf('music/albums', 'Concerto'),
    artist: await idOf('music/artists', 'Anna'),
    composer: await idOf('music/artists', 'Dora'),
    genre: await idOf('music/genres', 'Chamber'),
  };
  await put('annotations/rating', { albums: [ids.album], artists: [ids.artist], rating: 5 });
  const looks = await looksOf(stage);
  const empty = await openStage(library().folder('Nothing'));
  const folder = await tempFolder();
  const fresh = await startProduct({ dataFolder: folder.path });
  return {
    ids,
    looks,
    open: async (world, options) => {
      if (world === 'fresh') {
        return { watched: await openPage(stage.browser, options), address: fresh.address };
      }
      const there = world === 'empty' ? empty : stage;
      const somebody = world === 'nobody' ? { as: null } : world === 'reader' ? { as: reader } : {};
      const watched = await there.open({ ...options, ...somebody, at: 'favicon.svg' });
      return { watched, address: there.product.address };
    },
    [Symbol.asyncDispose]: async () => {
      await fresh.stop();
      await folder[Symbol.asyncDispose]();
      await empty[Symbol.asyncDispose]();
      await stage[Symbol.asyncDispose]();
    },
  };
};
