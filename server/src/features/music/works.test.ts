import type { WholeWork, WorksOfComposer } from '@tonearm/contract';
import { library, tempFolder } from '@tonearm/testkit';
import { expect, it } from 'vitest';
import { createEmbeddedReading } from '../../library/read/embedded-reading.ts';
import { createTestApp, signedIn } from '../collection/test-app.ts';
import { createTestScanner } from '../scan/tests/test-scan.ts';
import { createMusic } from './music.ts';
import { createMusicRoutes } from './music-routes.ts';

const movement = (work: string, title: string, tags: object) => ({
  artist: 'Anna',
  composer: 'Bach',
  title,
  comments: { WORK: [work] },
  ...tags,
});

it('works of a composer have their recordings by year, however they are spelt', async () => {
  await using folder = await tempFolder();
  await library()
    .song('new/1.flac', movement('suite 2', 'Prelude anew', { album: 'New', year: 2010 }))
    .song('old/2.flac', movement('Suite 2', 'Gigue', { album: 'Old', year: 1960, track: 2 }))
    .song('old/1.flac', movement('Suite 2', 'Prelude', { album: 'Old', year: 1960, track: 1 }))
    .song('old/3.flac', movement('Suite 10', 'Air', { album: 'Old', year: 1960, track: 3 }))
    .song('loud/1.flac', { artist: 'Zoe', title: 'Loud', album: 'Loud' })
    .writeTo(folder.join('music'));
  await using scanner = createTestScanner(folder.join('data'));
  scanner.sources = [{ name: 'M', realPath: folder.join('music') }];
  await scanner.scan();
  const { music: reading, lookup } = createEmbeddedReading({ raw: scanner.library });
  const liked = { lists: async () => [], of: async () => new Map() };
  const names = { filter: async () => [] };
  const music = createMusic({ reading, lookup, liked, names, nowMs: () => 0 });
  const app = await createTestApp(createMusicRoutes({ music, reading, lookup }));
  const get = async (url: string) =>
    await app.inject({ method: 'GET', url: `/api/music/${url}`, headers: signedIn });
  const artists = (await get('artists')).json<{ id: string; name: string }[]>();
  const idOf = (name: string) => artists.find((artist) => artist.name === name)?.id;

  const works = (await get(`works/${idOf('Bach')}`)).json<WorksOfComposer>();
  expect(works.composer.name).toBe('Bach');
  expect(works.works.map((work) => [work.name, work.song_count, work.album_count])).toEqual([
    ['Suite 2', 3, 2],
    ['Suite 10', 1, 1],
  ]);
  const work = (await get(`work/${idOf('Bach')}?name=SUITE_2`)).json<WholeWork>();
  expect(work.name).toBe('Suite 2');
  expect(work.recordings.map(({ album, songs }) => [album?.title, songs.map(({ title }) => title)])).toEqual([
    ['Old', ['Prelude', 'Gigue']],
    ['New', ['Prelude anew']],
  ]);
  expect((await get(`work/${idOf('Bach')}?name=Other`)).json()).toMatchObject({ code: 'work_not_found' });
  expect((await get('works/nobody')).json()).toMatchObject({ code: 'artist_not_found' });
  expect((await get(`works/${idOf('Zoe')}`)).json<WorksOfComposer>().works).toEqual([]);
  await app.close();
});
