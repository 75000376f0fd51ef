import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { migrateLibrary } from '../../migrations/library.ts';
import { defaultModelSettings, modelRules } from '../../model/model-settings.ts';
import { createLatePeople } from './late-people.ts';
import { createNamesStore } from './names-store.ts';

it('brings artists up to date after some songs, and less often the longer a scan lasts', () => {
  const raw = new Database(':memory:');
  migrateLibrary(raw);
  const names = createNamesStore(raw);
  const people = createLatePeople(raw, names);
  const { placeOf } = modelRules(defaultModelSettings);
  const name = names.idOf({ name: 'Anna', folded: 'anna', mbId: '', sortName: '' });
  const isWaiting = raw.prepare("SELECT count(*) FROM meta WHERE key = 'people_to_settle'").pluck();
  const artists = raw.prepare('SELECT name FROM artists').pluck();
  const settledAfter: number[] = [];
  for (let thousands = 1; thousands <= 100; thousands += 1) {
    names.addUses(name, 1000);
    people.note([name], 1000, placeOf);
    if (isWaiting.get() === 0) settledAfter.push(thousands);
    expect(artists.all()).toEqual(thousands < 10 ? [] : ['Anna']);
  }
  expect(settledAfter).toEqual([10, 20, 30, 45, 68]);
  people.settle(placeOf);
  expect(isWaiting.get()).toBe(0);
});
