// `npm run journeys -- --seen-red`: whether journeys fail when the product does not do what they are about.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { faults } from './lib/faults.mjs';
import { ensureBuilt, nodeBinary, root } from './lib/prepare.mjs';
import { buildWeb } from './lib/web-build.mjs';

/** A journey that waits for what never comes is red after this, in milliseconds. */
const patienceMs = '15000';

const wanted = process.argv.slice(2);
const chosen = faults.filter(
  ({ point, journeys }) => wanted.length === 0 || wanted.includes(String(point)) || wanted.includes(journeys),
);

/** Runs the journey of a fault. @returns how many of its tests passed and failed */
const run = ({ journeys, name }) => {
  const report = join(root, '.cache', 'journeys-red.json');
  rmSync(report, { force: true });
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const argv = ['run', '--config', 'e2e/vitest.config.ts', `tests/${journeys}.test`, '-t', name];
  const env = { ...process.env, TONEARM_PATIENCE_MS: patienceMs };
  const reporters = ['--reporter=json', `--outputFile=${report}`];
  spawnSync(nodeBinary(), [vitest, ...argv, ...reporters], { cwd: root, env, stdio: ['ignore', 2, 2] });
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
  return { passed: numPassedTests, failed: numFailedTests };
};

/** Puts a fault into a source while it is built. */
const faulty = ({ file, from, to }) => {
  const path = join(root, file);
  if (readFileSync(path, 'utf8').split(from).length !== 2) throw new Error(`${file} holds not once: ${from}`);
  return {
    name: 'fault',
    enforce: 'pre',
    transform: (code, id) =>
      id.split('?')[0] === path ? { code: code.replace(from, () => to), map: null } : null,
  };
};

let unseen = 0;
try {
  for (const { point, promise, journeys, name, fault } of chosen) {
    const asItIs = run({ journeys, name });
    // What is built from here on is none that anybody may take for the product.
    rmSync(join(root, '.cache', 'built-by-build-web.mjs'), { force: true });
    await buildWeb([faulty(fault)]);
    const broken = run({ journeys, name });
    ensureBuilt();
    const isSeen = asItIs.failed === 0 && asItIs.passed > 0 && broken.failed > 0;
    if (!isSeen) unseen += 1;
    const found = `${asItIs.passed} passed, ${asItIs.failed} failed; with the fault ${broken.passed} passed, ${broken.failed} failed`;
    console.log(`${isSeen ? 'red' : 'NOT RED'}  ${point}  ${promise} (${journeys}): ${found}`);
  }
} finally {
  ensureBuilt();
}
console.log(`${chosen.length - unseen} of ${chosen.length} faults were seen.`);
process.exit(unseen > 0 || chosen.length === 0 ? 1 : 0);
