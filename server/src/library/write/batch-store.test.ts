import { tempFolder } from '@tonearm/testkit';
import { expect, it } from 'vitest';
import { defaultModelSettings, modelRules } from '../model/model-settings.ts';
import { openLibraryWriter } from '../open-library.ts';
import { createSearchIndex } from '../search-index/search-index-store.ts';
import { createLibrary } from './create-library.ts';

it('commits what comes first after few rows, and then after as many as came before, up to 8,000', async () => {
  await using folder = await tempFolder();
  const { raw, close } = openLibraryWriter(folder.path);
  let commits = 0;
  const { batch, sources } = createLibrary({
    raw,
    search: createSearchIndex(raw),
    rules: () => modelRules(defaultModelSettings),
    songIds: () => ({ at: () => Buffer.alloc(16) }),
    nowMs: () => 0,
    beforeCommit: () => {},
    onCommit: () => {
      commits += 1;
    },
  });
  const committedAfter: number[] = [];
  for (let row = 1; row <= 24_000; row += 1) {
    const before = commits;
    batch.begin(1);
    if (row % 100 === 0) sources.setMeta('row', String(row));
    // By rows alone: how long it takes is the machine's.
    if (row % 500 === 0) batch.commitIfDue();
    if (commits > before) committedAfter.push(row);
  }
  batch.commit();
  close();
  expect(committedAfter).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 24_000]);
});
