// Bundles the server into server/dist: one file for the answering thread and one for each worker. Node could
// run the sources as they are, but reading a few hundred small files doubles the time to the first answer.
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { METHODS, STATUS_CODES } from 'node:http';
import { basename, join } from 'node:path';
import { rolldown } from 'rolldown';
import { keptBy, keptStart, makerOf } from '../server/kept-start.mjs';
import { root, serverFlags } from './lib/prepare.mjs';
import { functionsOfAStart, inParentheses } from './server-build/start-hints.mjs';

const source = join(root, 'server', 'src');
const dist = join(root, 'server', 'dist');

const entries = globSync('**/*-{worker,process}.ts', { cwd: source }).map((file) => join(source, file));

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

/** Packages with binaries stay where they are. */
const external = ['@cwasm/nsbmp', 'better-sqlite3', 'koffi', 'sharp'];

const bundleWorkers = async (input) => {
  const made = await rolldown({
    input: Object.fromEntries(input.map((file) => [basename(file, '.ts'), file])),
    platform: 'node',
    external,
    plugins: [workersBesideBundle, ownModulesByName],
    logLevel: 'silent',
  });
  const written = await made.write({
    ...{ dir: dist, format: 'esm', sourcemap: true },
    chunkFileNames: '[name]-[hash].js',
  });
  for (const { type, fileName, code } of written.output)
    if (type === 'chunk') writeFileSync(join(dist, fileName), inLatinLetters(code));
};

/** What the answering thread always needs; the rest is loaded when it is asked for. */
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

/** Names the chunk of all that is imported, and not only when it is asked for, from the entry on. */
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
    return needed.has(id) || id.includes('rolldown/runtime') ? 'server' : null;
  };
};

/** The driver of SQLite is a part of the server's file; its program of the machine is found where it lies. */
const programWhereItLies = {
  name: 'program-where-it-lies',
  load: (id) =>
    id.endsWith('better-sqlite3/lib/binding.js')
      ? `let program;
exports.getBinding = () =>
  (program ??= take$(require('node:path').join(take$.resolve('better-sqlite3'), '../binding.js')).getBinding());`
      : null,
};

const runtimeAsked = /take\$\("(\.\/rolldown-runtime-[\w-]+\.cjs)"\)/;

/** What the bundler brings of its own lies in a file of its own, whatever it is told. */
const withRuntime = (code) => {
  const [asked, file] = runtimeAsked.exec(code) ?? [];
  if (asked === undefined) throw new Error('the bundler asks for what it brings in another way');
  const runtime = readFileSync(join(dist, file), 'utf8');
  return code.replace(asked, () => `((exports) => {\n${runtime}\nreturn exports;\n})({})`);
};

/** The server's one file, which asks for everything by a name that its beginning gives a meaning. */
const framed = (code) => {
  const before = readFileSync(join(root, 'scripts', 'server-build', 'before-all.cjs'), 'utf8').replace(
    '{ METHODS: [], STATUS_CODES: {} }',
    JSON.stringify({ METHODS, STATUS_CODES }),
  );
  const asking = code
    .replace(/\brequire\(/g, 'take$$(')
    .replaceAll('process.getBuiltinModule("node:http")', 'take$("node:http")')
    .replace(/\bimport\("koffi"\)/g, () => 'Promise.resolve({ default: take$("koffi") })');
  return `${before}${withRuntime(asking)}`;
};

const bundleServer = async () => {
  const made = await rolldown({
    input: 'server',
    platform: 'node',
    external: external.filter((name) => name !== 'better-sqlite3'),
    plugins: [
      serverEntry,
      programWhereItLies,
      workersBesideBundle,
      httpAlone,
      prefixesCompared,
      withoutUnneeded,
      typesLater,
      kindsByName,
    ],
    logLevel: 'silent',
    transform: { define: { 'import.meta.url': 'own$.url', 'import.meta.dirname': 'own$.folder' } },
  });
  const written = await made.write({
    ...{ dir: dist, format: 'cjs', sourcemap: false, comments: false },
    ...{
      entryFileNames: 'entry.cjs',
      chunkFileNames: ({ name }) => (name === 'server' ? 'server.cjs' : '[name]-[hash].cjs'),
    },
    ...{ minifyInternalExports: false, codeSplitting: { groups: [{ name: alwaysNeeded() }] } },
  });
  for (const { type, fileName, code } of written.output)
    if (type === 'chunk')
      writeFileSync(join(dist, fileName), inLatinLetters(fileName === 'server.cjs' ? framed(code) : code));
  rmSync(join(dist, 'entry.cjs'));
};

/** The server's file with what runs in a start to be compiled at once; as it is where none could be tried. */
const hinted = async () => {
  const code = readFileSync(join(dist, 'server.cjs'), 'latin1');
  try {
    const started = { main: join(dist, 'main.js'), fileName: 'server.cjs', flags: serverFlags() };
    return inParentheses(code, await functionsOfAStart(started));
  } catch (error) {
    process.stderr.write(`What a start needs could not be found out: ${error.message}\n`);
    return code;
  }
};

/**
 * Has Node.js load the server once and keep what it then has in memory, from which `npm start` begins. Where that does
 * not work, the server is loaded at each start.
 */
const keepStart = async () => {
  const made = `${keptStart}.part`;
  const file = join(dist, 'kept.cjs');
  writeFileSync(file, await hinted(), 'latin1');
  const flags = [...serverFlags(), '--no-warnings', '--snapshot-blob', made, '--build-snapshot', file];
  const { status, stderr } = spawnSync(process.execPath, flags, { encoding: 'utf8' });
  if (status === 0) renameSync(made, keptStart);
  else process.stderr.write(`The server will start a little slower, as Node.js cannot keep it:\n${stderr}`);
  for (const each of [made, file]) rmSync(each, { force: true });
  writeFileSync(keptBy, makerOf(process.execPath));
};

rmSync(dist, { recursive: true, force: true });
await bundleWorkers(entries);
await bundleServer();
// Compiled code is kept already when the server is loaded.
writeFileSync(
  join(dist, 'main.js'),
  `import module from 'node:module';
process.umask(0o077);
module.enableCompileCache?.();
await module.createRequire(import.meta.url)('./server.cjs').run();
`,
);
await keepStart();
for (const file of globSync('http/api-docs/*.{html,css,js}', { cwd: source })) {
  cpSync(join(source, file), join(dist, basename(file)));
}
