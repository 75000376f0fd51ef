import { afterAll, beforeAll, expect, it } from 'vitest';
import { calls, emptyAnswers, refusals } from '../src/features/subsonic/calls.ts';
import { createLog } from '../src/platform/log.ts';
import { parseXml, type Wanted } from './subsonic-app.ts';
import { type AskedServer, asked, jsonOf, startAsked } from './subsonic-asked.ts';
import { faultsOfRest116, newerCalls } from './subsonic-rest-116.ts';
import { faultsOfBody } from './subsonic-schema.ts';

const lines: string[] = [];
let started: AskedServer;
beforeAll(async () => {
  const log = createLog({ write: (line) => void lines.push(line), level: 'debug' });
  started = await startAsked({ log });
});
afterAll(() => started.server[Symbol.asyncDispose]());

/** What calls of bytes, and those that change what there is one of, are asked with. */
const askedBeside: Readonly<Record<string, Wanted>> = {
  stream: { id: '#song' },
  download: { id: '#song' },
  getCoverArt: { id: '#album', size: 64 },
  getAvatar: { username: 'root' },
  getTranscodeStream: { mediaId: '#song', mediaType: 'song', transcodeParams: 'none' },
  createPlaylist: { name: 'More', songId: '#song' },
  deletePlaylist: { id: 'pl-0000000000000000000000' },
  updateInternetRadioStation: {
    id: 'ir-0000000000000000000000',
    name: 'Jazz',
    streamUrl: 'https://a.example',
  },
  deleteInternetRadioStation: { id: 'ir-0000000000000000000000' },
};

const names = [...Object.keys(calls), ...Object.keys(emptyAnswers), ...refusals.keys()];

const parametersOf = (name: string): readonly string[] =>
  Object.keys((calls as Record<string, { parameters: object } | undefined>)[name]?.parameters ?? {});

/** What stands in the place of a value that is right: left out, empty, of another type, out of bounds, hostile, huge. */
const instead: readonly (string | undefined)[] = [
  ...[undefined, '', '-1', '1.5', '99999999999999999999', '1e999', 'NaN', 'true', '\u0000', '\ud800'],
  ...['__proto__', '../../etc/passwd', `<b>"&' OR 1=1 --`, 'tr-0000000000000000000000', 'ü'.repeat(20_000)],
];

/** Twice the same, and one that is right beside one that is not. */
const twice = (own: unknown): string[][] => [
  ['1', '1'],
  ['NaN', 'NaN'],
  ...(own === undefined
    ? []
    : [
        [String(own), ''],
        [String(own), 'x'],
      ]),
];

/** Every call reads the first two, and none the last. */
const common: Readonly<Record<string, readonly string[]>> = {
  v: ['0.1', '2', 'x', '\u0000'],
  f: ['xml', 'jsonp', 'html', '__proto__'],
  nothing: ['ü'.repeat(20_000)],
};

const isSound = (type: string): boolean => /^(?:audio\/|image\/jpeg|image\/webp)/.test(type);

const statusesOf: Readonly<Record<string, readonly number[]>> = {
  getTranscodeStream: [200, 400, 404, 410],
  getTranscodeDecision: [200, 405],
};

const formats = ['json', 'xml', 'jsonp'] as const;

const look = async (name: string, given: Wanted, format: (typeof formats)[number]): Promise<void> => {
  const wanted = format === 'jsonp' ? { callback: 'got', ...given } : given;
  const sent = Object.fromEntries(
    Object.entries(wanted).map(([key, value]) => [key, String(value).slice(0, 60)]),
  );
  const json = jsonOf(name);
  // A long address is refused before any call is looked for.
  const method = JSON.stringify(wanted).length > 4_000 && !('json' in json) ? 'POST' : 'GET';
  const answer = await started.app.ask(name, wanted, {
    ...{ method, format, ...json },
    headers: { range: 'bytes=0-63' },
  });
  const type = answer.headers.get('content-type') ?? '';
  if (isSound(type)) {
    expect([name, sent, [200, 206].includes(answer.status)]).toEqual([name, sent, true]);
    return;
  }
  expect([name, sent, (statusesOf[name] ?? [200]).includes(answer.status)]).toEqual([name, sent, true]);
  if (type.startsWith('text/xml')) {
    const root = parseXml(answer.text);
    expect([name, sent, root.name]).toEqual([name, sent, 'subsonic-response']);
    if (root.attributes['status'] === 'failed' && !newerCalls.has(name))
      expect([name, sent, faultsOfRest116({ ...root, children: [] })]).toEqual([name, sent, []]);
  } else {
    expect([name, sent, type]).toMatchObject([
      ...[name, sent, expect.stringMatching(/^(?:application\/json|text\/javascript); charset=utf-8$/)],
    ]);
    if (!Object.hasOwn(emptyAnswers, name))
      expect([name, sent, faultsOfBody(answer.body)]).toEqual([name, sent, []]);
  }
  expect([name, sent, answer.text.includes('Its log says more')]).toEqual([name, sent, false]);
};

it.each(names)(
  '%s answers as described, whatever any of its parameters is',
  async (name) => {
    const right = started.filled(asked[name] ?? askedBeside[name] ?? {});
    const wishes = parametersOf(name).flatMap((parameter): Wanted[] => {
      const { [parameter]: own, ...others } = right;
      return [...instead, ...twice(own)].map((value) =>
        value === undefined ? others : { ...others, [parameter]: value },
      );
    });
    const ofAll = Object.entries(common).flatMap(([key, values]) =>
      values.map((value): Wanted => ({ ...right, [key]: value })),
    );
    // JSON comes in the body: what is long would have to stand in the address.
    const isTaken = (wanted: Wanted): boolean =>
      !('json' in jsonOf(name)) || JSON.stringify(wanted).length < 4_000;
    const all = [...wishes, ...ofAll].filter(isTaken);
    for (let at = 0; at < all.length; at += 8)
      await Promise.all(
        all.slice(at, at + 8).flatMap((wanted) => formats.map((format) => look(name, wanted, format))),
      );
    expect(lines.filter((line) => line.includes('a call of an app failed'))).toEqual([]);
  },
  60_000,
);
