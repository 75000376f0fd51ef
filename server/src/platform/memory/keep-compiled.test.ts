import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const kept = fileURLToPath(new URL('./keep-compiled.ts', import.meta.url));

/** Whether a function that is made anew runs compiled code of one before it, when all garbage has been collected. */
const isStillCompiled = (isKept: boolean): boolean => {
  const program = `
    import { keepCompiled } from ${JSON.stringify(kept)};
    const createSum = () => {
      let sum = 0;
      return { add: (more) => { for (let times = 0; times < 10; times += 1) sum += more; return sum; } };
    };
    if (${isKept}) keepCompiled(createSum());
    const addOften = (times) => {
      const { add } = createSum();
      for (let count = 0; count < times; count += 1) add(count);
      // By the bits of V8's runtime.h: whether its last compiler made it.
      return (%GetOptimizationStatus(add) & (1 << 6)) !== 0;
    };
    for (let tries = 0; !addOften(2); tries += 1) {
      if (tries === 1000) throw new Error('nothing is compiled');
      addOften(5000);
    }
    await new Promise((resolve) => setImmediate(resolve));
    gc();
    process.stdout.write(String(addOften(2)));
  `;
  const flags = ['--expose-gc', '--allow-natives-syntax', '--no-concurrent-recompilation'];
  const run = [...flags, '--input-type=module', '--eval', program];
  const { stdout, stderr } = spawnSync(process.execPath, run, { encoding: 'utf8', env: {} });
  if (stdout !== 'true' && stdout !== 'false') throw new Error(stderr);
  return stdout === 'true';
};

it('keeps what was compiled of functions that are made anew', () => {
  expect(isStillCompiled(true)).toBe(true);
});

it('is needed for that: V8 forgets it with the last of them', () => {
  expect(isStillCompiled(false)).toBe(false);
});
