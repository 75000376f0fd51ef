// Bundles the server into server/dist: what the answering thread always needs as one file, what it needs once in a while
// beside it, and one file for each worker. Node could run the sources as they are, but reading a few hundred small files
// doubles the time to the first answer.
import { cpSync, globSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { rolldown } from 'rolldown';
import { plugins } from './lib/bundle-plugins.mjs';
import { root } from './lib/prepare.mjs';

const source = join(root, 'server', 'src');
const dist = join(root, 'server', 'dist');

const workers = globSync('**/*-{worker,process}.ts', { cwd: source }).map((file) => join(source, file));

/**
 * A text in which a single letter is not of Latin-1 takes two bytes for each of its letters, and is read more slowly. Each
 * start reads all of it: what is written for people is left out.
 */
const bundleText = { charset: 'ascii', comments: { legal: true, annotation: false, jsdoc: false } };

/** What the answering thread always needs is loaded from here on; the rest when it is asked for. */
const serverEntry = {
  name: 'server-entry',
  resolveId: (name) => (name === 'server' ? name : null),
  load: (id) =>
    id === 'server'
      ? `export { run } from '${join(source, 'run.ts')}';
import '${join(source, 'serve.ts')}';
import '${join(source, 'config.ts')}';`
      : null,
};

/** Names the file of all that is imported, and not only when it is asked for, from the entry on. */
const alwaysNeeded = () => {
  let needed = null;
  const reach = (id, modules, found = new Set()) => {
    if (found.has(id)) return found;
    found.add(id);
    for (const each of modules.getModuleInfo(id)?.importedIds ?? []) reach(each, modules, found);
    return found;
  };
  return (id, modules) => {
    needed ??= reach('server', modules);
    return needed.has(id) ? 'server' : null;
  };
};

const bundle = async (input, output) => {
  const made = await rolldown({
    input,
    platform: 'node',
    // Packages with binaries stay where they are.
    external: ['@cwasm/nsbmp', 'better-sqlite3/package.json', 'koffi', 'sharp'],
    plugins: [serverEntry, ...plugins],
    logLevel: 'silent',
  });
  await made.write({ dir: dist, format: 'esm', sourcemap: true, ...bundleText, ...output });
};

rmSync(dist, { recursive: true, force: true });
// Each by itself: a part that several share would be a file of its own, and a process would find, read and check thirty.
for (const file of workers) {
  await bundle({ [basename(file, '.ts')]: file }, { chunkFileNames: '[name]-[hash].js' });
}
// One file: finding, reading and checking some thirty took a twentieth of the start. It is compiled by a later one, which
// has asked for what was compiled before to be kept.
await bundle(
  { entry: 'server' },
  {
    chunkFileNames: ({ name }) => (name === 'server' ? 'server.js' : '[name]-[hash].js'),
    codeSplitting: { groups: [{ name: alwaysNeeded() }] },
    minifyInternalExports: false,
  },
);
for (const file of globSync('entry.js*', { cwd: dist })) rmSync(join(dist, file));
writeFileSync(
  join(dist, 'main.js'),
  `process.umask(0o077);
process.getBuiltinModule?.('node:module').enableCompileCache?.();
const { run } = await import('./server.js');
await run();
`,
);
for (const file of globSync('http/api-docs/*.{html,css,js}', { cwd: source })) {
  cpSync(join(source, file), join(dist, basename(file)));
}
