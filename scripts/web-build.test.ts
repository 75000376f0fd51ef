import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

const { href } = pathToFileURL(join(import.meta.dirname, 'lib/web-build.mjs'));

/** Scripts of a build that is started from a process with this environment. */
const scriptsBuiltUnder = (environment: NodeJS.ProcessEnv): string => {
  const folder = mkdtempSync(join(tmpdir(), 'tonearm-web-build-'));
  try {
    const program = `import { buildWebInto } from '${href}'; await buildWebInto(${JSON.stringify(folder)});`;
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      env: { ...process.env, ...environment },
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
    const assets = join(folder, 'assets');
    const scripts = readdirSync(assets).filter((file) => file.endsWith('.js'));
    return scripts.map((file) => readFileSync(join(assets, file), 'utf8')).join('\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

it.each(['test', 'development'])('builds for people where NODE_ENV is %s', (mode) => {
  const scripts = scriptsBuiltUnder({ NODE_ENV: mode });
  expect(scripts).toContain('useDeferredValue');
  // What React says to those who develop.
  expect(scripts.includes('React DevTools')).toBe(false);
});
