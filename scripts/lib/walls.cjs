/** Who may import whom, as tables: `.dependency-cruiser.cjs` makes rules of them, `boundaries.test.ts` tries every pair. */

/** Tests and what only they use. */
const tests = '(\\.test\\.tsx?$|^server/(test|postgres)/|/test-|fake-|/render-player)';

/** Where the product's features are. */
const features = '^server/src/features/';

/** Features that may import another one, through its front door. Every pair that is not here is refused. */
const featureEdges = {
  analysis: ['transcoding'],
  artwork: ['tags'],
  buckets: ['settings', 'tags', 'transcoding'],
  catalogue: ['collection'],
  config: ['ddns', 'settings', 'sources', 'users'],
  ddns: ['settings'],
  lyrics: ['tags'],
  playlists: ['collection'],
  scan: ['tags'],
  scanner: ['scan', 'watching'],
  scrobbling: ['sessions'],
  search: ['catalogue', 'collection'],
  sessions: ['users'],
  streaming: ['transcoding'],
  users: ['setup'],
};

/** What each workspace may import of the others; `scripts` put things together and may import all. */
const workspaceEdges = {
  contract: [],
  server: ['contract'],
  web: ['contract'],
  'song-files': [],
  demo: ['song-files'],
  testkit: ['song-files'],
  e2e: ['contract', 'testkit', 'scripts'],
  bench: ['contract', 'server', 'testkit', 'e2e', 'scripts'],
};

/** What each floor of the server may import of those beneath it. Files of `server/src` itself stand above all. */
const serverEdges = {
  platform: [],
  db: ['platform'],
  library: ['db', 'platform'],
  state: ['db', 'platform'],
  http: ['platform'],
  // What scrobblers are reached by is set there; only its types are taken.
  features: ['http', 'library', 'state', 'db', 'platform', 'process-settings\\.ts'],
};

/** What each room of the web client may import of those beneath it. Its `main.tsx` stands above all. */
const webEdges = {
  lib: ['texts'],
  texts: [],
  storage: ['lib'],
  theme: ['storage', 'lib'],
  ui: ['texts', 'lib'],
  api: ['storage', 'texts', 'lib'],
  menus: ['api', 'storage', 'theme', 'texts', 'ui', 'lib'],
  player: ['menus', 'api', 'storage', 'theme', 'texts', 'ui', 'lib'],
  collection: ['player', 'menus', 'api', 'storage', 'theme', 'texts', 'ui', 'lib'],
  screens: ['collection', 'player', 'menus', 'api', 'storage', 'theme', 'texts', 'ui', 'lib'],
  app: ['screens', 'collection', 'player', 'menus', 'api', 'storage', 'theme', 'texts', 'ui', 'lib'],
};

/** Packages that one room hides from all others, and where that is. */
const packageRooms = {
  '(better-sqlite3|pg)': '^server/src/(db|library)/',
  kysely: `(^server/src/(db|state)/|${features}.*-store\\.ts$)`,
  // What a route is given and gives back has types of the framework.
  '(fastify|@fastify/.*)': `(^server/src/http/|${features}.*-routes\\.ts$|${features}subsonic/call\\.ts$)`,
  '(sharp|@cwasm/nsbmp)': `${features}artwork/pictures/`,
  '(music-metadata|strtok3)': `${features}tags/`,
  koffi: `(${features}watching/|^server/src/platform/memory/)`,
  re2js: '^server/src/platform/text/',
  uqr: '^web/src/screens/settings/apps/',
  'lucide-react': '^web/icon-modules\\.ts$',
};

/** Modules of Node that only some rooms may use, and what the others do. */
const nodeModules = [
  {
    name: 'files-where-files-are-kept',
    comment: 'Files are opened by the rooms that own some: hand the others what they need.',
    modules: 'fs',
    rooms: [
      '^server/src/[^/]+\\.ts$',
      '^server/src/(platform|db|library|state)/',
      '^server/src/http/(media/|api-docs/|static-)',
      `${features}(analysis|artwork|backup|buckets|lyrics|operation|scan|setup|sources|streaming|tags|transcoding|watching)/`,
    ],
  },
  {
    name: 'network-at-the-edges',
    comment: 'Call out through platform/outbound.ts or platform/bucket; requests come in through http.',
    modules: '(http|https|http2|net|tls|dgram|dns)',
    rooms: ['^server/src/http/', '^server/src/platform/(outbound|bucket/bucket-client)\\.ts$'],
  },
  {
    name: 'children-through-platform',
    comment: 'Run threads and processes through platform/child.',
    modules: '(worker_threads|child_process|cluster)',
    rooms: ['^server/src/platform/child/'],
  },
  {
    name: 'modules-by-import',
    comment: 'What is required by name passes every wall: import it.',
    modules: 'module',
    rooms: ['^server/src/run\\.ts$', '^server/src/platform/child/start-process\\.ts$'],
  },
  {
    name: 'one-driver',
    comment: 'SQLite is spoken to by the driver that db hides.',
    modules: 'sqlite',
    rooms: ['^$'],
  },
];

module.exports = {
  featureEdges,
  features,
  nodeModules,
  packageRooms,
  serverEdges,
  tests,
  webEdges,
  workspaceEdges,
};
