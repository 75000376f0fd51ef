import { expect, it } from 'vitest';
import { elementOfJson, parseXml } from '../../../../test/subsonic-app.ts';
import { answerTree, envelopePieces, type Format } from './envelope.ts';
import { textEntries } from './joined.ts';
import { inRuns, type Node, type Run } from './tree.ts';

const written = async (tree: Node, format: Format): Promise<string> => {
  const pieces: Buffer[] = [];
  for await (const piece of envelopePieces(tree, format)) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString();
};

async function* runs(...lists: readonly Run[]): AsyncGenerator<Run> {
  yield* lists;
}

/** More than goes out at once. */
const manyTexts = Array.from({ length: 700 }, (_, at) =>
  JSON.stringify({ id: `${at}`, title: 'é𝄞'.repeat(at) }),
);

it('writes every code point so that both encodings can be read', async () => {
  const points = Array.from({ length: 0x11000 }, (_, at) => String.fromCodePoint(at)).join('');
  const tree = answerTree('1', {
    song: { title: points, value: points, moods: [points], artists: [{ name: points }] },
  });
  const parsed = parseXml(await written(tree, { kind: 'xml' }));
  const song = parsed.children[0];
  const title = song?.attributes['title'] ?? '';
  // The text of an element and an attribute hold the same.
  expect(song?.children[0]?.text).toBe(title);
  expect(title.includes('<&>"\'')).toBe(false);
  for (const kept of ['\t\n\r', '<', '&', '"', '\u00e9', '\ufffd']) expect(title).toContain(kept);
  for (const dropped of ['\u0000', '\u001f', '\ufffe']) expect(title).not.toContain(dropped);
  const json = JSON.parse(await written(tree, { kind: 'json' })) as { 'subsonic-response': { song: Node } };
  const inJson = json['subsonic-response'].song['title'] as string;
  expect(inJson.isWellFormed()).toBe(true);
  expect(inJson).toBe(points.toWellFormed());
});

it('keeps a text that only looks like half a surrogate pair', async () => {
  const tree = answerTree('1', { song: { title: '\\ud800 \ud800' } });
  const json = JSON.parse(await written(tree, { kind: 'json' })) as { 'subsonic-response': { song: Node } };
  expect(json['subsonic-response'].song['title']).toBe('\\ud800 \ufffd');
});

it('tells the same in both encodings, lists that are made while they are sent included', async () => {
  const trees: (() => Node)[] = [
    () => ({}),
    () => ({ playlists: { playlist: [] } }),
    () => ({ openSubsonicExtensions: [{ name: 'formPost', versions: [1, 2] }] }),
    () => ({ genres: { genre: [{ songCount: 1, albumCount: 2, value: 'R&B' }] } }),
    () => ({ albumInfo: { notes: 'a < b', musicBrainzId: undefined } }),
    () => ({ artistInfo2: { biography: 'b', similarArtist: [{ id: 'ar-1', name: 'A' }] } }),
    () => ({
      result: {
        artist: inRuns(runs([], [{ id: '1' }, { id: '2' }], [], [{ id: '3' }])),
        song: [],
        name: 'n',
      },
    }),
    () => ({ result: { song: inRuns(runs()) } }),
    () => ({
      artistInfo2: { biography: 'b', similarArtist: textEntries(() => ['{"id":"ar-1"}', '{"id":"ar-2"}']) },
    }),
    () => ({ genres: { genre: textEntries(() => ['{"songCount":1,"value":"R&B"}']) } }),
    () => ({
      result: {
        song: inRuns(
          runs(
            textEntries(() => manyTexts),
            [{ id: 'last' }],
          ),
        ),
        album: textEntries(() => manyTexts),
      },
    }),
    () => ({ user: { username: 'anna', folder: [1, 2], adminRole: false } }),
  ];
  for (const make of trees) {
    const json = await written(answerTree('1', make()), { kind: 'json' });
    const { 'subsonic-response': body } = JSON.parse(json) as { 'subsonic-response': object };
    const xml = parseXml(await written(answerTree('1', make()), { kind: 'xml' }));
    const { xmlns, ...attributes } = xml.attributes;
    expect(xmlns).toBe('http://subsonic.org/restapi');
    expect({ ...xml, attributes }).toEqual(elementOfJson('subsonic-response', body));
    expect(await written(answerTree('1', make()), { kind: 'jsonp', callback: 'a.b' })).toBe(`a.b(${json});`);
  }
});

it('has lists in JSON also with one entry and with none, and never null', async () => {
  const tree = answerTree('1', {
    a: { none: [], one: [{ id: 'x' }], streamed: inRuns(runs([{ id: 'y' }])), gone: undefined },
  });
  const json = JSON.parse(await written(tree, { kind: 'json' })) as { 'subsonic-response': { a: unknown } };
  expect(json['subsonic-response'].a).toEqual({ none: [], one: [{ id: 'x' }], streamed: [{ id: 'y' }] });
});
