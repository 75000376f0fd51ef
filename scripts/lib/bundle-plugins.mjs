// What is changed of sources and packages on their way into the bundles of the server.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './prepare.mjs';

const source = join(root, 'server', 'src');

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

/** Modules of Node.js whose functions are asked for by the first call of one of them: nobody hashes for the first answer. */
const askedLater = new Set(['node:crypto', 'node:child_process', 'node:fs/promises']);

/** Functions that take a module from Node.js when the first of them is called. */
const takenLater = (module, names) => {
  const theModule = `$${module.replaceAll(/\W/g, '_')}`;
  const ours = names.split(',').map((name) => {
    const [theirs, own = theirs] = name.trim().split(' as ');
    if (typeof process.getBuiltinModule(module)[theirs] !== 'function' || /^[A-Z]/.test(theirs))
      throw new Error(`${theirs} of ${module} is no function, and cannot be asked for later`);
    return `const ${own} = (...of) => ${theModule}().${theirs}(...of);`;
  });
  const taken = `let ${theModule}_; const ${theModule} = () => ${theModule}_ ??= process.getBuiltinModule("${module}");`;
  return [taken, ...ours].join(' ');
};

/**
 * What is imported of Node.js itself is taken from it by name. An import has it look at all that a module exports, and
 * some of that is loaded by looking at it: web cryptography, comparing texts, an assistant for command lines.
 */
const ownModulesByName = {
  name: 'own-modules-by-name',
  renderChunk: (code) => {
    const taken = code.replace(ownImport, (...match) => {
      const { whole, space, names, module } = match.at(-1);
      if (askedLater.has(module) && whole === undefined && space === undefined)
        return takenLater(module, names);
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
 * by tests, be streams where Node.js has none, look whether patterns of routes take for ever, of which there are none, and
 * compare their versions, which the lock file holds.
 */
const unneeded = new Map([
  ['@fastify/ajv-compiler', 'export default () => {};'],
  ['@fastify/fast-json-stringify-compiler', 'export default () => {};'],
  ['light-my-request', 'export default () => {};'],
  ['pino', 'export default () => {};'],
  ['readable-stream', "export { Readable, Transform } from 'node:stream';"],
  ['safe-regex2', 'module.exports = () => true;'],
  ['semver', 'export const satisfies = () => true;'],
]);

const withoutUnneeded = {
  name: 'without-unneeded',
  resolveId: (name) => (unneeded.has(name) ? `\0${name}` : null),
  load: (id) => (id.startsWith('\0') ? (unneeded.get(id.slice(1)) ?? null) : null),
};

const allTypes = "const mimedb = require('mime-db')";

/**
 * All types of files that there are would be a sixteenth of the bundle; that some of them are smaller when they are packed
 * is all that is asked of them.
 */
const typesToPack = {
  name: 'types-to-pack',
  transform: (code, id) => {
    if (!id.endsWith('@fastify/compress/index.js')) return null;
    if (
      !code.includes(allTypes) ||
      code.split('mimedb').length !== 3 ||
      !code.includes('data.compressible === true')
    )
      throw new Error('the framework asks for types of files in another way');
    const types = Object.entries(createRequire(id)('mime-db')).filter(
      ([, { compressible }]) => compressible === true,
    );
    const table = `Object.fromEntries(${JSON.stringify(types.map(([type]) => type))}.map((type) => [type, { compressible: true }]))`;
    return code.replace(allTypes, '').replace('mimedb[', `(mimedb ??= ${table})[`).concat('\nlet mimedb;\n');
  },
};

const besideItself = "path.join(__dirname, '..', ";

/**
 * The driver of SQLite comes as twenty small files beside its program. They are in the bundle; the program stays where it
 * is, and is looked for from there.
 */
const driverInside = {
  name: 'driver-inside',
  transform: (code, id) => {
    if (!id.endsWith(join('better-sqlite3', 'lib', 'binding.js'))) return null;
    if (code.split('__dirname').length !== code.split(besideItself).length)
      throw new Error('better-sqlite3 looks for its program in another way');
    return code.replaceAll(
      besideItself,
      "path.join(path.dirname(require.resolve('better-sqlite3/package.json')), ",
    );
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

export const plugins = [
  workersBesideBundle,
  httpAlone,
  prefixesCompared,
  withoutUnneeded,
  typesToPack,
  kindsByName,
  driverInside,
  ownModulesByName,
];
