// Bundles the server into server/dist: one file for the answering thread and one for each worker. Node could
// run the sources as they are, but reading a few hundred small files doubles the time to the first answer.
import { cpSync, globSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from './lib/prepare.mjs';

const source = join(root, 'server', 'src');
const dist = join(root, 'server', 'dist');

const entries = globSync('**/{main,*-worker,*-process}.ts', { cwd: source }).map((file) =>
  join(source, file),
);

/** Workers lie beside the bundle: `new URL('./x-worker.ts', import.meta.url)` becomes `./x-worker.js`. */
const workersBesideBundle = {
  name: 'workers-beside-bundle',
  transform: (code, id) =>
    id.startsWith(source)
      ? code.replace(
          /new URL\(\s*'\.{1,2}\/(?:[\w.-]+\/)*([\w-]+-(?:worker|process))\.ts',\s*import\.meta\.url,?\s*\)/g,
          "new URL('./$1.js', import.meta.url)",
        )
      : null,
};

/** What of them is asked for. */
const servers = { https: ['createServer'], http2: ['createServer', 'createSecureServer'] };

/**
 * The framework asks for encrypted HTTP and HTTP/2 before it is told whether anybody wants them: nobody does here, and
 * they take as long to load as all of plain HTTP.
 */
const httpAlone = {
  name: 'http-alone',
  transform: (code, id) => {
    if (!id.endsWith('fastify/lib/server.js')) return null;
    let alone = code;
    for (const [name, functions] of Object.entries(servers)) {
      const asked = `const ${name} = require('node:${name}')`;
      if (!alone.includes(asked)) throw new Error(`fastify asks for node:${name} in another way`);
      const later = functions.map((each) => `${each}: (...of) => require('node:${name}').${each}(...of)`);
      alone = alone.replace(asked, `const ${name} = { ${later.join(', ')} }`);
    }
    return alone;
  },
};

const prefixCompiled = /return new Function\('path', 'i', .*$/m;

/**
 * The framework compiles a function for every part of every path while the server starts, to compare a few letters with
 * what was asked: a thirtieth of the start.
 */
const prefixesCompared = {
  name: 'prefixes-compared',
  transform: (code, id) => {
    if (!id.endsWith('find-my-way/lib/node.js')) return null;
    if (!prefixCompiled.test(code)) throw new Error('find-my-way compares prefixes in another way');
    return code.replace(prefixCompiled, 'return (path, i) => path.startsWith(prefix, i)');
  },
};

const ownImport =
  /^import (?:(?<whole>[\w$]+)|\* as (?<space>[\w$]+))?(?:, )?(?:\{(?<names>[^}]*)\})? from "(?<module>node:[\w/]+)";$/gm;

/**
 * What is imported of Node.js itself is taken from it by name. An import has it look at all that a module exports, and
 * some of that is loaded by looking at it: web cryptography, comparing texts, an assistant for command lines.
 */
const ownModulesByName = {
  name: 'own-modules-by-name',
  renderChunk: (code) => {
    const taken = code.replace(ownImport, (...match) => {
      const { whole, space, names, module } = match.at(-1);
      const wanted = [whole, space, names === undefined ? undefined : `{${names.replaceAll(' as ', ': ')}}`];
      return wanted
        .filter((what) => what !== undefined)
        .map((what) => `const ${what} = process.getBuiltinModule("${module}");`)
        .join(' ');
    });
    const left = /^import .*"node:.*/m.exec(taken);
    if (left !== null) throw new Error(`an import of Node.js itself is of another form: ${left[0]}`);
    return taken;
  },
};

rmSync(dist, { recursive: true, force: true });
const bundle = await rolldown({
  input: Object.fromEntries(entries.map((file) => [basename(file, '.ts'), file])),
  platform: 'node',
  // Packages with binaries stay where they are.
  external: ['@cwasm/nsbmp', 'better-sqlite3', 'koffi', 'sharp'],
  plugins: [workersBesideBundle, httpAlone, prefixesCompared, ownModulesByName],
  logLevel: 'silent',
});
await bundle.write({ dir: dist, format: 'esm', chunkFileNames: '[name]-[hash].js', sourcemap: true });
for (const file of globSync('http/api-docs/*.{html,css,js}', { cwd: source })) {
  cpSync(join(source, file), join(dist, basename(file)));
}
