import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls, emptyAnswers, refusals } from '../src/features/subsonic/calls.ts';
import { type AppCall, parseXml, type Wanted } from './subsonic-app.ts';
import { type AskedServer, asked, startAsked } from './subsonic-asked.ts';
import { faultsOfRest116, newerCalls } from './subsonic-rest-116.ts';

let started: AskedServer;
beforeAll(async () => {
  started = await startAsked();
});
afterAll(() => started.server[Symbol.asyncDispose]());

/** Apps that are sent no more than REST 1.16 has: some by their names, all others by their version. */
const olderApps: readonly AppCall[] = [
  { client: 'Clementine', version: '1.16.1', format: 'xml' },
  { client: 'of long ago', version: '1.8.0', format: 'xml' },
];

const faultsOf = async (name: string, wanted: Wanted, call: AppCall): Promise<string[]> => {
  const { text } = await started.app.ask(name, started.filled(wanted), call);
  return faultsOfRest116(parseXml(text));
};

const names = [
  ...Object.entries(calls).flatMap(([name, { answer }]) => (answer === 'bytes' ? [] : [name])),
  ...Object.keys(emptyAnswers),
  ...refusals.keys(),
].filter((name) => !newerCalls.has(name));

describe('what an app of REST 1.16 is sent', () => {
  it.each(names)('by %s is in the schema of that version, also when it is refused', async (name) => {
    for (const call of olderApps) {
      expect([name, await faultsOf(name, asked[name] ?? {}, call)]).toEqual([name, []]);
      const nobody = { ...call, scheme: 'none' } as const;
      expect([name, await faultsOf(name, {}, nobody)]).toEqual([name, []]);
    }
  });

  it('by album lists of every type, and by folders told by the id of something else, is in it', async () => {
    const [call = {}] = olderApps;
    const types = ['random', 'newest', 'frequent', 'recent', 'highest', 'starred', 'alphabeticalByName'];
    const lists = [...types, 'alphabeticalByArtist', 'byYear', 'byGenre'].flatMap(
      (type): [string, Wanted][] =>
        ['getAlbumList', 'getAlbumList2'].map((name) => [
          name,
          { type, fromYear: 1990, toYear: 2030, genre: 'Folk' },
        ]),
    );
    const folders = ['1', '#album', '#artist', '#other', '#folder'].map((id): [string, Wanted] => [
      'getMusicDirectory',
      { id },
    ]);
    const walks = ['search2', 'search3'].map((name): [string, Wanted] => [name, { query: '' }]);
    for (const [name, wanted] of [...lists, ...folders, ...walks, ['getAlbum', { id: '#worded' }] as const])
      expect([name, wanted, await faultsOf(name, wanted, call)]).toEqual([name, wanted, []]);
  });
});

describe('the schema of REST 1.16', () => {
  const page = async (name: string): Promise<string> => {
    const call = { client: 'Clementine', format: 'xml' } as const;
    return (await started.app.ask(name, started.filled(asked[name] ?? {}), call)).text;
  };

  it('is not what other apps are sent', async () => {
    const { text } = await started.app.ask('getAlbum', started.filled({ id: '#album' }), { format: 'xml' });
    expect(faultsOfRest116(parseXml(text))).toContain('/album/genres: unknown');
  });

  it('tells an answer without what has to be there, with more, of another type or in another order', async () => {
    const song = await page('getSong');
    const album = await page('getAlbum');
    const info = (children: string): string => album.replace(/<album [\s\S]*<\/album>/, children);
    for (const [spoilt, fault] of [
      [song.replace(/ title="[^"]*"/, ''), '/song@title: missing'],
      [song.replace(' title=', ' colour="red" title='), '/song@colour: unknown'],
      [song.replace(/ duration="\d+"/, ' duration="1.5"'), '/song@duration: no int: 1.5'],
      [song.replace(/ userRating="\d"/, ' userRating="0"'), '/song@userRating: no rating: 0'],
      [song.replace(/ created="[^"]*"/, ' created="2026-11-22"'), '/song@created: no date: 2026-11-22'],
      [song.replaceAll('song', 'tune'), '/tune: unknown'],
      [
        info('<bookmarks><bookmark position="1" username="a"/></bookmarks>'),
        '/bookmarks/bookmark/entry: 0 of them',
      ],
      [info('<searchResult3><album/><artist/></searchResult3>'), '/searchResult3/artist: stands too late'],
    ] as const)
      expect(faultsOfRest116(parseXml(spoilt))).toContain(fault);
  });
});
