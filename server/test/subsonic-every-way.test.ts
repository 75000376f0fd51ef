import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { calls, emptyAnswers, refusals } from '../src/features/subsonic/calls.ts';
import {
  type AppAccount,
  type AppAnswer,
  addApp,
  createApp,
  elementOfJson,
  isAboutScans,
  type Json,
  parseXml,
  type Scheme,
  type Wanted,
  withoutScan,
} from './subsonic-app.ts';
import { changingCalls } from './subsonic-scanned.ts';
import { startWholeServer, type WholeServer } from './whole-server.ts';

/*
 * Every call, whatever is sent of who asks, in every format, by GET and POST, with and without `.view`: who is let in
 * is the same in all of them, and so is what is said.
 */

let server: WholeServer;
let anna: AppAccount;
let plainRoot: AppAccount;
let fullRoot: AppAccount;

beforeAll(async () => {
  server = await startWholeServer();
  await server.createUser('root');
  await server.createUser('anna', server.mint('root'));
  anna = await addApp(server, 'anna');
  plainRoot = await addApp(server, 'root');
  fullRoot = await addApp(server, 'root', { mayAdminister: true });
});
afterAll(() => server[Symbol.asyncDispose]());

interface Asker {
  readonly account: AppAccount;
  readonly scheme: Scheme;
  readonly beside?: Wanted;
  /** The code that every call is refused with; null for who is let in. */
  readonly refusal: 10 | 40 | 43 | 44 | null;
  readonly mayAdminister?: boolean;
}

const schemes = ['key', 'plain', 'hex', 'token'] as const;
const salted = { t: 'f00df00df00df00df00df00df00df00d', s: 'pinch' };

const right = schemes.map((scheme): [string, () => Asker] => [
  `the right ${scheme}`,
  () => ({ account: fullRoot, scheme, refusal: null, mayAdminister: true }),
]);
const wrong = schemes.map((scheme): [string, () => Asker] => [
  `a wrong ${scheme}`,
  () => ({
    account: { ...fullRoot, secret: `${fullRoot.secret}x` },
    scheme,
    refusal: scheme === 'key' ? 44 : 40,
  }),
]);
const mixed = (
  [
    ['key', { u: 'root' }],
    ['key', { p: 'x' }],
    ['key', { t: salted.t }],
    ['key', { s: salted.s }],
    ['plain', { t: salted.t }],
    ['plain', { s: salted.s }],
    ['plain', salted],
    ['token', { p: 'x' }],
  ] as const
).map(([scheme, beside]): [string, () => Asker] => [
  `a right ${scheme} beside ${Object.keys(beside).join(' and ')}`,
  () => ({ account: fullRoot, scheme, beside, refusal: 43 }),
]);

const askers: readonly [string, () => Asker][] = [
  ['nothing', () => ({ account: anna, scheme: 'none', refusal: 10 })],
  ...[...right, ...wrong, ...mixed],
  ['an app of a user', () => ({ account: anna, scheme: 'token', refusal: null })],
  ['an app of an administrator', () => ({ account: plainRoot, scheme: 'token', refusal: null })],
];

const names = [...Object.keys(calls), ...Object.keys(emptyAnswers), ...refusals.keys()];

const accessOf = (name: string): string | undefined =>
  (calls as Record<string, { access: string } | undefined>)[name]?.access;

/** What an answer begins to say: a refusal of who asks, or `in` for whatever comes then. */
const expected = (name: string, { refusal, mayAdminister = false }: Asker): number | 'in' => {
  const access = accessOf(name);
  if (access === 'anyone') return 'in';
  if (refusal !== null) return refusal;
  if (access === 'admin' && !mayAdminister) return 50;
  return refusals.get(name)?.code === 50 ? 50 : 'in';
};

const verdictOf = (error: Json | undefined): number | 'in' => {
  const code = Number(error?.['code'] ?? Number.NaN);
  // Parameters that are missing have the code of a sign-in that is.
  const isOfSignIn =
    code === 10 && (error?.['helpUrl'] !== undefined || String(error?.['message']).endsWith('who are you?'));
  return isOfSignIn || (code >= 40 && code <= 50) ? code : 'in';
};

const formats = ['json', 'jsonp', 'xml'] as const;
const ways = (['GET', 'POST'] as const).flatMap((method) =>
  ['', '.view'].map((suffix) => ({ method, suffix })),
);

/** Calls whose answers are other ones each time, or by what they are sent with. */
const differs = (name: string): boolean =>
  changingCalls.has(name) || isAboutScans(name) || name === 'getTranscodeDecision';

/** An answer as the tree that XML is, whatever it came in. */
const treeOf = (format: (typeof formats)[number], { text, body }: AppAnswer) => {
  if (format !== 'xml') return elementOfJson('subsonic-response', body);
  const { attributes, ...element } = parseXml(withoutScan(text));
  const { xmlns: _, ...others } = attributes;
  return { ...element, attributes: others };
};

const errorOf = ({ children }: ReturnType<typeof treeOf>): Json | undefined =>
  children.find(({ name }) => name === 'error')?.attributes;

it.each(askers)(
  'with %s every call is answered as declared, in every format and every way',
  async (_, ask) => {
    const asker = ask();
    const app = createApp(server.address, asker.account);
    const faults: unknown[] = [];
    for (const name of names) {
      const answers = await Promise.all(
        ways.flatMap(({ method, suffix }) =>
          formats.map(async (format) => {
            const wanted = { ...asker.beside, ...(format === 'jsonp' ? { callback: 'got' } : {}) };
            const answer = await app.ask(name, wanted, { scheme: asker.scheme, method, suffix, format });
            return { how: `${name}${suffix} ${method} ${format}`, tree: treeOf(format, answer) };
          }),
        ),
      );
      const [first] = answers;
      for (const { how, tree } of answers) {
        const verdict = verdictOf(errorOf(tree));
        if (verdict !== expected(name, asker)) faults.push([how, verdict, expected(name, asker)]);
        if (!differs(name) && !isDeepStrictEqual(tree, first?.tree)) faults.push([how, tree]);
      }
    }
    expect(faults).toEqual([]);
  },
);
