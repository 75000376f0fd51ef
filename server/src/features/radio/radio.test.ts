import { type TempFolder, tempFolder } from '@tonearm/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestState } from '../../../test/test-state.ts';
import { createRadio, type Radio } from './radio.ts';

let folder: TempFolder;
let state: ReturnType<typeof openTestState>;
let radio: Radio;
beforeEach(async () => {
  folder = await tempFolder();
  state = openTestState(folder.path);
  radio = createRadio(state);
});
afterEach(async () => {
  state.close();
  await folder[Symbol.asyncDispose]();
});

const station = { name: 'Jazz', streamUrl: 'http://radio.example/jazz.mp3', homePageUrl: null };

it('keeps stations in the order in which they were made', async () => {
  const first = await radio.add({ ...station, name: ' Jazz ' });
  await radio.add({ ...station, name: 'Folk', homePageUrl: 'https://folk.example' });
  await radio.change({ ...station, id: first, name: 'Swing', homePageUrl: '  ' });
  expect((await radio.list()).map(({ name, homePageUrl }) => [name, homePageUrl])).toEqual([
    ['Swing', null],
    ['Folk', 'https://folk.example'],
  ]);
  await radio.remove(first);
  expect((await radio.list()).map(({ name }) => name)).toEqual(['Folk']);
  await expect(radio.remove(first)).rejects.toMatchObject({ code: 'station_not_found' });
  await expect(radio.change({ ...station, id: first })).rejects.toMatchObject({ code: 'station_not_found' });
});

it.each([
  { name: ' ' },
  { streamUrl: '' },
  { streamUrl: 'javascript:alert(1)' },
  { streamUrl: 'file:///etc/passwd' },
  { streamUrl: 'ftp://radio.example/a' },
  { streamUrl: 'http://anna:secret@radio.example/a' },
  { streamUrl: `http://radio.example/${'a'.repeat(2000)}` },
  { homePageUrl: 'data:text/html,x' },
])('refuses %o', async (wrong) => {
  await expect(radio.add({ ...station, ...wrong })).rejects.toMatchObject({ code: 'invalid_station' });
  expect(await radio.list()).toEqual([]);
});
