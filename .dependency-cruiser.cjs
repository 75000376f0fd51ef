/** Who may import whom. See docs/architecture.md. */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

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

const tests = '(\\.test\\.tsx?$|^server/test/|/test-|fake-)';

const features = '^server/src/features/';

/** One rule for each line of the table, and one for the features that import none. */
const featureEdgeRules = [
  ...Object.entries(featureEdges).map(([from, allowed]) =>
    forbid(
      'feature-edges',
      'This pair is not in the table of features: move what both need down, or let compose.ts hand it over.',
      { path: `${features}${from}/`, pathNot: tests },
      { path: features, pathNot: `${features}(${[from, ...allowed].join('|')})/` },
    ),
  ),
  forbid(
    'feature-edges',
    'This feature imports no other: move what both need down, or let compose.ts hand it over.',
    { path: `${features}(?!(?:${Object.keys(featureEdges).join('|')})/)([^/]+)/`, pathNot: tests },
    { path: features, pathNot: `${features}$1/` },
  ),
];

module.exports = {
  forbidden: [
    forbid('no-cycles', 'Cut the cycle: move what both need below both.', {}, { circular: true }),
    forbid(
      'no-orphans',
      'Nothing imports this file: use it or delete it.',
      {
        orphan: true,
        pathNot: [
          '\\.d\\.ts$',
          '\\.test\\.tsx?$',
          '(vite|vitest)\\.config\\.ts$',
          '/cli/',
          '-worker\\.ts$',
          'test-setup\\.ts$',
          '/api-docs/page\\.js$',
        ],
      },
      {},
    ),
    forbid(
      'contract-is-pure',
      'The contract holds schemas only.',
      { path: '^contract/' },
      { pathNot: ['^contract/', 'node_modules/zod'] },
    ),
    forbid(
      'web-not-server',
      'The wire is the contract: import @tonearm/contract.',
      { path: '^web/' },
      { path: '^server/' },
    ),
    forbid(
      'server-not-web',
      'The wire is the contract: import @tonearm/contract.',
      { path: '^server/' },
      { path: '^web/' },
    ),
    forbid(
      'testkit-in-tests-only',
      'Production code never imports the testkit.',
      { path: '^(server|web)/src/', pathNot: tests },
      { path: '^testkit/' },
    ),
    forbid(
      'product-makes-no-music',
      'The product reads music; only the demo and the tests write it.',
      { path: '^(contract|server|web)/src/', pathNot: tests },
      { path: '^(demo|song-files)/' },
    ),
    forbid(
      'song-files-is-lowest',
      'song-files imports nothing of ours.',
      { path: '^song-files/' },
      { path: '^(contract|server|web|demo|testkit|e2e|bench)/' },
    ),
    forbid(
      'demo-knows-song-files-only',
      'The demo writes files; the server is told about them from outside.',
      { path: '^demo/', pathNot: tests },
      { path: '^(contract|server|web|testkit|e2e|bench)/' },
    ),
    forbid(
      'web-has-no-zod',
      'The web takes types only from the contract.',
      { path: '^web/src/', pathNot: tests },
      { path: '^contract/', pathNot: '^contract/src/themes\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'tables-are-data',
      'Browser, build and reading threads load these tables: they import nothing.',
      { path: '^contract/src/(themes|song-fields)\\.ts$' },
      { path: '.' },
    ),
    forbid(
      'floor-knows-no-feature',
      'platform and http lie beneath the features.',
      { path: '^server/src/(platform|http)/', pathNot: tests },
      { path: '^server/src/features/' },
    ),
    forbid(
      'platform-is-lowest',
      'platform imports nothing of ours.',
      { path: '^server/src/platform/', pathNot: tests },
      { path: '^server/src/(db|library|state|http|features)/' },
    ),
    forbid(
      'http-in-routes-only',
      'Only *-routes.ts of a feature sees http; rules never know a protocol.',
      { path: '^server/src/features/', pathNot: [tests, '-routes\\.ts$'] },
      { path: '^server/src/http/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'library-lies-beneath',
      'The library knows db, platform and the contract only.',
      { path: '^server/src/library/', pathNot: tests },
      { path: '^server/src/', pathNot: '^server/src/(library|db|platform)/' },
    ),
    forbid(
      'state-lies-beneath',
      'The state knows db, platform and the contract only.',
      { path: '^server/src/state/', pathNot: tests },
      { path: '^server/src/', pathNot: '^server/src/(state|db|platform)/' },
    ),
    forbid(
      'db-knows-no-schema',
      'db is what both databases need: their owners are library and state.',
      { path: '^server/src/db/', pathNot: tests },
      { path: '^server/src/', pathNot: '^server/src/(db|platform)/' },
    ),
    forbid(
      'http-knows-no-storage',
      'Routes of a feature bring what is answered.',
      { path: '^server/src/http/', pathNot: tests },
      { path: '^server/src/(db|library|state)/' },
    ),
    forbid(
      'front-doors',
      'Import a feature through its index.ts.',
      { path: `${features}([^/]+)/`, pathNot: tests },
      { path: features, pathNot: [`${features}$1/`, `${features}[^/]+/index\\.ts$`] },
    ),
    forbid(
      'front-doors-from-outside',
      'Import a feature through its index.ts.',
      { path: '^(server/src|bench|testkit|e2e)/', pathNot: [features, tests] },
      { path: features, pathNot: `${features}[^/]+/index\\.ts$` },
    ),
    ...featureEdgeRules,
    forbid(
      'driver-beneath-stores',
      'Not even its types: ask library/read or the builder of state/state-access.ts, and hand a Connection on to db.',
      {
        path: '^server/src/',
        pathNot: [tests, '^server/src/(db|library)/'],
      },
      { path: 'node_modules/(@types/)?(better-sqlite3|pg)/' },
    ),
    forbid(
      'builder-in-stores-only',
      'state/state-access.ts has its types; only db, state and *-store.ts of a feature say SQL with it.',
      {
        path: '^server/src/',
        pathNot: [tests, '^server/src/(db|state)/', `${features}.*-store\\.ts$`],
      },
      { path: 'node_modules/kysely' },
    ),
    forbid(
      'scan-process-has-no-builder',
      'What only the answering thread needs is not loaded by every scan.',
      { path: `${features}scan/scan-process\\.ts$` },
      { path: 'node_modules/kysely', reachable: true },
    ),
    forbid(
      'statements-are-the-librarys',
      'What is read of the library is asked of library/read; its connection is opened by what keeps or scans it.',
      { path: features, pathNot: [tests, `${features}(scan|scanner|watching)/`] },
      { path: '^server/src/library/(read/.*-store|open-library|connection|write/.*)\\.ts$' },
    ),
    forbid(
      'files-where-files-are-kept',
      'Files are opened by the rooms that own some: hand the others what they need.',
      {
        path: '^(contract|server)/src/',
        pathNot: [
          tests,
          '^server/src/[^/]+\\.ts$',
          '^server/src/(platform|db|library|state)/',
          '^server/src/http/(media/|api-docs/|static-)',
          `${features}(analysis|artwork|backup|buckets|lyrics|operation|scan|setup|sources|streaming|tags|transcoding|watching)/`,
        ],
      },
      { path: '^(node:)?fs(/|$)', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'network-at-the-edges',
      'Call out through platform/outbound.ts or platform/bucket; requests come in through http.',
      {
        path: '^(contract|server)/src/',
        pathNot: [tests, '^server/src/http/', '^server/src/platform/(outbound|bucket/bucket-client)\\.ts$'],
      },
      { path: '^(node:)?(http|https|http2|net|tls|dgram|dns)(/|$)', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'children-through-platform',
      'Run threads and processes through platform/child.',
      {
        path: '^(contract|server)/src/',
        pathNot: [tests, '^server/src/platform/child/'],
      },
      { path: '^(node:)?(worker_threads|child_process|cluster)$', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'web-runs-in-browsers',
      'A browser has no modules of Node.',
      { path: '^web/src/', pathNot: tests },
      { dependencyTypes: ['core'] },
    ),
    forbid(
      'compose-mounts-routes',
      'Only compose.ts knows routes of features.',
      {
        path: '^server/src/',
        pathNot: [tests, '^server/src/compose\\.ts$', '/index\\.ts$', '-routes\\.ts$'],
      },
      { path: '^server/src/features/.*-routes\\.ts$' },
    ),
    forbid(
      'ui-knows-nothing',
      'ui knows no song and no API.',
      { path: '^web/src/ui/', pathNot: tests },
      { path: '^web/src/(app|screens|collection|player|menus|api)/' },
    ),
    forbid(
      'lib-is-lowest',
      'lib imports nothing of ours.',
      { path: '^web/src/lib/', pathNot: tests },
      { path: '^web/src/(app|screens|collection|player|menus|api|ui|theme|storage)/' },
    ),
    forbid(
      'screens-not-app',
      'Screens are shown by the app; what both need is below both.',
      { path: '^web/src/screens/', pathNot: tests },
      { path: '^web/src/app/' },
    ),
    forbid(
      'collection-not-screens',
      'Lists, rows and actions are shared by screens and know none.',
      { path: '^web/src/collection/', pathNot: tests },
      { path: '^web/src/(screens|app)/' },
    ),
    forbid(
      'player-not-screens',
      'The player knows no screen and no list of the collection.',
      { path: '^web/src/player/', pathNot: tests },
      { path: '^web/src/(screens|app|collection)/' },
    ),
    forbid(
      'player-front-door',
      'Import the player through player/index.ts.',
      { path: '^web/src/', pathNot: [tests, '^web/src/player/', '/test-collection\\.tsx$'] },
      { path: '^web/src/player/', pathNot: '^web/src/player/index\\.ts$' },
    ),
    forbid(
      'player-core-is-pure',
      'The core decides; it knows no page, no storage and no call.',
      { path: '^web/src/player/core/', pathNot: tests },
      { path: '^web/src/', pathNot: '^web/src/(player/core|lib)/' },
    ),
    forbid(
      'player-rooms-meet-in-core',
      'Rooms of the player meet in core; browser-player.ts puts them together.',
      { path: '^web/src/player/(engine|tabs|storing|system)/', pathNot: tests },
      { path: '^web/src/player/(?!core/)', pathNot: '^web/src/player/$1/' },
    ),
    forbid(
      'player-ui-through-core',
      'What the player shows comes from its state and goes to its actions.',
      { path: '^web/src/player/ui/', pathNot: tests },
      { path: '^web/src/player/(engine|tabs|storing|system)/' },
    ),
    forbid(
      'menus-are-low',
      'Player and collection share the menus: what only one of them knows is handed in.',
      { path: '^web/src/menus/', pathNot: tests },
      { path: '^web/src/(screens|app|player|collection)/' },
    ),
    forbid(
      'api-is-low',
      'api knows no screen and no player.',
      { path: '^web/src/api/', pathNot: tests },
      { path: '^web/src/(screens|app|player|collection|menus|ui)/' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^(contract|server|web)/dist', 'node_modules/(?!zod|kysely|better-sqlite3|pg/)'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'web/tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
};
