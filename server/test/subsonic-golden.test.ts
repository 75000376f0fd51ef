import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { calls, emptyAnswers } from '../src/features/subsonic/calls.ts';
import { isAboutScans, type Json } from './subsonic-app.ts';
import { type AskedServer, asked, jsonOf, startAsked } from './subsonic-asked.ts';
import { changingCalls } from './subsonic-scanned.ts';

/*
 * What each call answers, as it is written: whoever changes a field, its place or its type sees it here, and says so by
 * changing the file. `UPDATE_GOLDEN=1` writes it anew.
 */

let started: AskedServer;
beforeAll(async () => {
  started = await startAsked();
});
afterAll(() => started.server[Symbol.asyncDispose]());

const golden = join(import.meta.dirname, 'subsonic-answers.golden.txt');

/** What is another in every run: moments, and ids and digits that are made of where and when something is. */
const createSteady = () => {
  const known = new Map<string, string>();
  const nameOf = (kind: string, id: string): string => {
    const name = known.get(id) ?? `${kind}-${known.size + 1}`;
    known.set(id, name);
    return name;
  };
  return (text: string): string =>
    text
      .replaceAll(/"\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z"/g, '"MOMENT"')
      .replaceAll(
        /"([a-z]{2})-([0-9A-Za-z]{22})(_[0-9a-f]{8})?"/g,
        (_, kind: string, id: string, digits?: string) =>
          JSON.stringify(nameOf(kind, `${kind}-${id}`) + (digits === undefined ? '' : '_DIGITS')),
      )
      .replaceAll(/"(lastModified|positionMs|playerId)": \d+/g, '"$1": 1')
      .replaceAll(/"serverVersion": "[^"]*"/g, '"serverVersion": "VERSION"')
      .replaceAll(/"transcodeParams": "[^"]*"/g, '"transcodeParams": "TICKET"');
};

/** Asked in this order, so that what is made is there. */
const told = (): string[] =>
  Object.keys({ ...calls, ...emptyAnswers }).filter(
    (name) =>
      !changingCalls.has(name) &&
      !isAboutScans(name) &&
      (Object.hasOwn(asked, name) || Object.hasOwn(emptyAnswers, name)),
  );

it('is written as it was before, call by call', async () => {
  const steady = createSteady();
  const parts: string[] = [];
  for (const name of told()) {
    const { body } = await started.app.ask(name, started.filled(asked[name] ?? {}), jsonOf(name));
    const { status, version, type, serverVersion, openSubsonic, ...under } = body as Json;
    expect([name, status, version, type, openSubsonic]).toEqual([name, 'ok', '1.16.1', 'tonearm', true]);
    parts.push(`${name}\n${steady(JSON.stringify(under, null, 1))}\n`);
  }
  const text = parts.join('\n');
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(golden, text);
  expect(text).toBe(readFileSync(golden, 'utf8'));
});
