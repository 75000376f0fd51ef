import { it } from 'vitest';
import { runFailingStorage } from './failing-storage.ts';
import { NoPrivateDiskError } from './private-disk.ts';

it.concurrent.for(['full', 'read-only'] as const)(
  'a server that starts over a data folder that is %s plays, refuses in words and heals by itself',
  async (failure, { expect, skip }) => {
    const result = await runFailingStorage(failure).catch((error: unknown) => {
      // Counted and shown as skipped, with the reason: where no disk can be made, none can be filled.
      if (error instanceof NoPrivateDiskError) return skip(error.message);
      throw error;
    });
    expect(result.failures).toEqual([]);
  },
);
