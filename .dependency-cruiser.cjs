/** Who may import whom. See docs/architecture.md. */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const tests = '(\\.test\\.tsx?$|^server/test/|/test-|fake-)';

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
      'platform, db and http lie beneath the features.',
      { path: '^server/src/(platform|db|http)/', pathNot: tests },
      { path: '^server/src/features/' },
    ),
    forbid(
      'platform-is-lowest',
      'platform imports nothing of ours.',
      { path: '^server/src/platform/', pathNot: tests },
      { path: '^server/src/(db|http|features)/' },
    ),
    forbid(
      'http-in-routes-only',
      'Only *-routes.ts of a feature sees http; rules never know a protocol.',
      { path: '^server/src/features/', pathNot: [tests, '-routes\\.ts$'] },
      { path: '^server/src/http/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'sql-in-stores-only',
      'Only *-store.ts of a feature sees the query builder.',
      { path: '^server/src/features/', pathNot: [tests, '-store\\.ts$'] },
      { path: 'node_modules/kysely', dependencyTypesNot: ['type-only'] },
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
      { path: '^web/src/(app|screens|collection|player|api)/' },
    ),
    forbid(
      'lib-is-lowest',
      'lib imports nothing of ours.',
      { path: '^web/src/lib/', pathNot: tests },
      { path: '^web/src/(app|screens|collection|player|api|ui|theme|storage)/' },
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
      'api-is-low',
      'api knows no screen and no player.',
      { path: '^web/src/api/', pathNot: tests },
      { path: '^web/src/(screens|app|player|collection|ui)/' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules/(?!zod|kysely)).*' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'web/tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
};
