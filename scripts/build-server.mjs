// Bundles the server into server/dist: one file for the answering thread and one for each worker. Node could
// run the sources as they are, but reading a few hundred small files doubles the time to the first answer.
import { cpSync, globSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from './lib/prepare.mjs';

const source = join(root, 'server', 'src');
const dist = join(root, 'server', 'dist');

const workers = globSync('**/*-{worker,process}.ts', { cwd: source }).map((file) => join(source, file));

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

/**
 * What the framework and its companion could do and never do here: compile schemas of their own, write a log, be called
 * by tests, and be streams where Node.js has none.
 */
const unneeded = new Map([
  ['@fastify/ajv-compiler', 'export default () => {};'],
  ['@fastify/fast-json-stringify-compiler', 'export default () => {};'],
  ['light-my-request', 'export default () => {};'],
  ['pino', 'export default () => {};'],
  ['readable-stream', "export { Readable, Transform } from 'node:stream';"],
]);

const withoutUnneeded = {
  name: 'without-unneeded',
  resolveId: (name) => (unneeded.has(name) ? `\0${name}` : null),
  load: (id) => (id.startsWith('\0') ? (unneeded.get(id.slice(1)) ?? null) : null),
};

const typesAtOnce = "const mimedb = require('mime-db')";

/** All types of files that there are are a fifteenth of the bundle, and only asked for when one of few is not it. */
const typesLater = {
  name: 'types-later',
  transform: (code, id) => {
    if (!id.endsWith('@fastify/compress/index.js')) return null;
    if (!code.includes(typesAtOnce)) throw new Error('the framework asks for types of files in another way');
    return code.replace(typesAtOnce, '').replaceAll('mimedb[', "require('mime-db')[");
  },
};

/** Answers of a client of the web, and its streams: none is ever made here. */
const webKinds = ['Response', 'ReadableStream'];

/**
 * The framework's companion asks of each answer whether it is one of a client of the web, by that client's own classes:
 * Node.js has all of that client loaded for it, which took a seventh of the time to the first answer.
 */
const kindsByName = {
  name: 'kinds-by-name',
  transform: (code, id) => {
    if (!id.endsWith('@fastify/compress/lib/utils.js')) return null;
    return webKinds.reduce((text, kind) => {
      const asked = `obj instanceof ${kind}`;
      if (!text.includes(asked)) throw new Error(`the framework asks for ${kind} in another way`);
      return text.replace(asked, `Object.prototype.toString.call(obj) === '[object ${kind}]'`);
    }, code);
  },
};

/** A text in which a single letter is not of Latin-1 takes two bytes for each of its letters, and is read more slowly. */
const inLatinLetters = (code) =>
  code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

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
    external: ['@cwasm/nsbmp', 'better-sqlite3', 'koffi', 'sharp'],
    plugins: [
      serverEntry,
      workersBesideBundle,
      httpAlone,
      prefixesCompared,
      withoutUnneeded,
      typesLater,
      kindsByName,
      ownModulesByName,
    ],
    logLevel: 'silent',
  });
  const written = await made.write({ dir: dist, format: 'esm', sourcemap: true, ...output });
  for (const { type, fileName, code } of written.output)
    if (type === 'chunk') writeFileSync(join(dist, fileName), inLatinLetters(code));
};

rmSync(dist, { recursive: true, force: true });
await bundle(Object.fromEntries(workers.map((file) => [basename(file, '.ts'), file])), {
  chunkFileNames: '[name]-[hash].js',
});
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
