import { createMemoryStore } from './test-memory-store.ts';
import { describeStore } from './test-store-suite.ts';

describeStore('in memory', async () => {
  const store = createMemoryStore();
  return { one: store, other: store, [Symbol.asyncDispose]: async () => {} };
});
