// Stands before all of `server/dist/server.cjs`. That file is loaded as it is, or Node.js loads it once, while the
// product is built, and keeps what it then has in memory: `npm start` begins from there. No name of these can be one in
// the bundle.
const file$ = require('node:path').join(__dirname, 'server.cjs');
const own$ = { url: require('node:url').pathToFileURL(file$).href, folder: __dirname };

// What is kept is no module: it has none.
var exports;
exports ??= {};

const { startupSnapshot: kept$ } = require('node:v8');

/**
 * Of these Node.js keeps nothing: its own HTTP it cannot, and a thread could not load cryptography where this one began
 * with it. Until they are loaded there is of them what never changes.
 */
const later$ = { http: { METHODS: [], STATUS_CODES: {} }, crypto: {} };

/** What is asked for by name: until it begins, of that what can be kept. */
let take$ = kept$.isBuildingSnapshot()
  ? (name) => later$[name.replace('node:', '')] ?? require(name)
  : require;

/** What was kept begins to work here: from now on there is all of Node.js, and whatever lies in a folder. */
const begin$ = () => {
  const { createRequire, Module } = process.getBuiltinModule('node:module');
  take$ = createRequire(own$.url);
  for (const [name, part] of Object.entries(later$)) Object.setPrototypeOf(part, take$(`node:${name}`));
  // Parts that are loaded later ask for this file, and find it as it is.
  const itself = new Module(file$);
  itself.exports = exports;
  itself.loaded = true;
  take$.cache[file$] = itself;
};

if (kept$.isBuildingSnapshot())
  kept$.setDeserializeMainFunction(() => {
    begin$();
    exports.run();
  });
