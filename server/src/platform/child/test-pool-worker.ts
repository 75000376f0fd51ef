import { closeSync, openSync, writeFileSync } from 'node:fs';
import { threadId } from 'node:worker_threads';
import { serveTasks } from './serve-tasks.ts';

/* A worker for the pool's tests: does what each step of its task says. */
serveTasks<readonly string[], string>(async (steps, { step }) => {
  const kept: unknown[] = [];
  for (const what of steps) {
    step();
    if (what === 'spin') for (;;);
    if (what === 'wait') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    if (what === 'eat') for (;;) kept.push(new Array(1e5).fill(kept.length));
    if (what.startsWith('note ')) writeFileSync(what.slice('note '.length), '');
    if (what.startsWith('open ')) closeSync(openSync(what.slice('open '.length), 'r'));
    if (what === 'throw') throw new Error('as told');
  }
  return { result: steps.map((what) => (what === 'who' ? `thread ${threadId}` : what)).join(' ') };
});
