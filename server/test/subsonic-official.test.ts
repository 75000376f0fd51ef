import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls, emptyAnswers, refusals } from '../src/features/subsonic/calls.ts';
import { answerOf, type OpenApi, schemaFaults } from './schema-faults.ts';
import type { Wanted } from './subsonic-app.ts';
import { type AskedServer, asked, jsonOf, startAsked } from './subsonic-asked.ts';
import { newerCalls } from './subsonic-rest-116.ts';

/*
 * The official texts, which are not in the project: they say nothing of a licence that was found. Whoever has them names
 * them: SUBSONIC_XSD, that of REST 1.16.1, for which xmllint has to be there; SUBSONIC_OPENAPI, that of OpenSubsonic in
 * one file. The command stands in docs/measurements/clients.md.
 */
const { SUBSONIC_XSD: xsd, SUBSONIC_OPENAPI: openApi } = process.env;

const listTypes = [
  ...['random', 'newest', 'frequent', 'recent', 'highest', 'starred', 'alphabeticalByName'],
  ...['alphabeticalByArtist', 'byYear', 'byGenre'],
];

/** Every call as it answers something and without what it needs, and lists and folders of every kind. */
const wishes: readonly (readonly [name: string, wanted: Wanted])[] = [
  ...[
    ...Object.entries(calls).flatMap(([name, { answer }]) => (answer === 'bytes' ? [] : [name])),
    ...Object.keys(emptyAnswers),
    ...refusals.keys(),
  ].flatMap((name): [string, Wanted][] => [
    [name, asked[name] ?? {}],
    [name, {}],
  ]),
  ...listTypes.flatMap((type): [string, Wanted][] =>
    ['getAlbumList', 'getAlbumList2'].map((name) => [
      name,
      { type, fromYear: 1990, toYear: 2030, genre: 'Folk' },
    ]),
  ),
  ...['1', '#album', '#artist', '#other', '#folder'].map((id): [string, Wanted] => [
    'getMusicDirectory',
    { id },
  ]),
  ['search2', { query: '' }],
  ['getSong', { id: '#composed' }],
  ['getLyricsBySongId', { id: '#worded', enhanced: true }],
];

describe.skipIf(xsd === undefined && openApi === undefined /* neither may be given away with the product */)(
  'every answer, by the official texts',
  () => {
    let started: AskedServer;
    let folder: string;
    beforeAll(async () => {
      started = await startAsked();
      folder = mkdtempSync(join(tmpdir(), 'official-'));
    });
    afterAll(async () => {
      rmSync(folder, { recursive: true });
      await started.server[Symbol.asyncDispose]();
    });

    it.skipIf(openApi === undefined /* only the other one was named */)(
      'is what OpenSubsonic says, in JSON',
      async () => {
        const api = JSON.parse(readFileSync(openApi ?? '', 'utf8')) as OpenApi;
        const looked = new Set<string>();
        for (const [name, wanted] of wishes) {
          const schema = answerOf(api, name);
          if (schema === null) continue;
          const { text } = await started.app.ask(name, started.filled(wanted), jsonOf(name));
          expect([name, wanted, schemaFaults(api, schema, JSON.parse(text))]).toEqual([name, wanted, []]);
          looked.add(name);
        }
        expect(looked.size).toBeGreaterThan(40);
      },
    );

    it.skipIf(xsd === undefined /* only the other one was named */)(
      'is what REST 1.16.1 says, to apps of before, in XML',
      async () => {
        const files: string[] = [];
        for (const [name, wanted] of wishes) {
          if (newerCalls.has(name)) continue;
          for (const client of ['Clementine', 'DSub']) {
            const { text } = await started.app.ask(name, started.filled(wanted), {
              ...jsonOf(name),
              ...{ format: 'xml', client },
            });
            const file = join(folder, `${files.length}-${name}.xml`);
            // Three attributes of OpenSubsonic on the root are meant, and that ids are texts.
            const cut = text
              .replace(/ type="[^"]*" serverVersion="[^"]*" openSubsonic="true"/, '')
              .replace(/(<playQueue [^>]*?)current="[^"]*"/, '$1current="1"');
            writeFileSync(file, cut);
            files.push(file);
          }
        }
        const { stderr, status, error } = spawnSync('xmllint', ['--noout', '--schema', xsd ?? '', ...files], {
          encoding: 'utf8',
        });
        const faults = stderr.split('\n').filter((line) => line !== '' && !line.endsWith(' validates'));
        expect([error, status, faults]).toEqual([undefined, 0, []]);
        expect(files.length).toBeGreaterThan(200);
      },
    );
  },
);

describe('what holds answers against OpenAPI', () => {
  const whole = {
    components: { named: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } } },
  };
  const date = { type: 'string', format: 'date-time' };
  it.each([
    [{ $ref: '#/components/named' }, { name: 'Anna', more: 1 }, []],
    [{ $ref: '#/components/named' }, {}, ['.name: missing']],
    [{ $ref: '#/components/named' }, { name: 1 }, ['.name: no string']],
    [{ $ref: '#/components/named' }, null, [': no object']],
    [
      { type: 'array', items: { type: 'integer', minimum: 1 } },
      [1, 0, 1.5],
      ['[1]: out of bounds', '[2]: no integer'],
    ],
    [{ type: 'array', minItems: 1 }, [], [': too short']],
    [{ type: 'string', enum: ['ok'] }, 'failed', [': none of the words']],
    [date, '2026-11-24', [': no date']],
    [date, '2026-11-24T03:00:00.000Z', []],
    [{ allOf: [{ required: ['one'] }, { required: ['other'] }] }, { one: 1 }, ['.other: missing']],
    [{ oneOf: [{ type: 'string' }, { type: 'boolean' }] }, 'a', []],
    [
      { oneOf: [{ type: 'string' }, { type: 'boolean' }] },
      1,
      [': fits 0 of several', ': no string', ': no boolean'],
    ],
  ])('finds what is wrong: %j with %j', (schema, value, faults) => {
    expect(schemaFaults(whole, schema, value)).toEqual(faults);
  });

  it('finds the answer of a call, wherever the text has it', () => {
    const schema = { type: 'object' };
    const said = { content: { 'application/json': { schema } } };
    const api = {
      components: { said },
      paths: {
        '/rest/ping': { get: { responses: { '200': { $ref: '#/components/said' } } } },
        '/rest/getTranscodeDecision': { post: { responses: { '200': said } } },
        '/rest/stream': { get: { responses: { '200': { content: {} } } } },
      },
    };
    expect(['ping', 'getTranscodeDecision', 'stream', 'none'].map((name) => answerOf(api, name))).toEqual([
      ...[schema, schema, null, null],
    ]);
    expect(() => schemaFaults(api, { $ref: '#/components/none' }, {})).toThrow('#/components/none is not in');
  });
});
