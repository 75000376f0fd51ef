/** Who may import whom. See docs/architecture.md. */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const {
  featureEdges,
  features,
  nodeModules,
  packageRooms,
  serverEdges,
  tests,
  webEdges,
  workspaceEdges,
} = require('./scripts/lib/walls.cjs');

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

const workspaceRules = Object.entries(workspaceEdges).flatMap(([from, allowed]) => {
  const of = (name, comment, path, besides) =>
    forbid(
      name,
      comment,
      { path: `^${from}/`, ...path },
      {
        path: `^(${[...Object.keys(workspaceEdges), 'scripts'].join('|')})/`,
        pathNot: [`^(${[from, ...allowed].join('|')})/`, ...besides],
      },
    );
  return [
    of('workspace-edges', 'This pair is not in the table of workspaces.', { pathNot: tests }, []),
    of('workspace-edges', 'Tests may import the test kit besides.', {}, ['^(song-files|testkit)/']),
  ];
});

/** One rule for each line of a table of rooms. */
const roomRules = (name, top, table) =>
  Object.entries(table).map(([from, allowed]) =>
    forbid(
      name,
      'This pair is not in the table of rooms: move what both need down, or hand it over from above.',
      { path: `^${top}/${from}/`, pathNot: tests },
      { path: `^${top}/`, pathNot: `^${top}/(${[from, ...allowed].join('|')})(/|$)` },
    ),
  );

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
      'http-in-routes-only',
      'Only *-routes.ts of a feature sees http; rules never know a protocol.',
      { path: '^server/src/features/', pathNot: [tests, '-routes\\.ts$'] },
      { path: '^server/src/http/', dependencyTypesNot: ['type-only'] },
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
    ...workspaceRules,
    ...roomRules('server-edges', 'server/src', serverEdges),
    ...roomRules('web-edges', 'web/src', webEdges),
    ...featureEdgeRules,
    forbid(
      'product-knows-no-test',
      'What tests use is loaded by tests alone.',
      { path: '^(contract|server|web)/src/', pathNot: tests },
      { path: [tests, 'node_modules/(vitest|fast-check|jsdom|@testing-library/.*)/'] },
    ),
    forbid(
      'contract-is-pure',
      'The contract holds schemas only.',
      { path: '^contract/src/', pathNot: tests },
      { pathNot: ['^contract/', 'node_modules/zod/'] },
    ),
    ...Object.entries(packageRooms).map(([packages, room]) =>
      forbid(
        'packages-have-rooms',
        'One room hides this package, and its types: ask that room.',
        { path: '^(contract|server|web)/src/', pathNot: [tests, room] },
        { path: `node_modules/(@types/)?${packages}/` },
      ),
    ),
    ...nodeModules.map(({ name, comment, modules, rooms }) =>
      forbid(
        name,
        comment,
        { path: '^(contract|server)/src/', pathNot: [tests, ...rooms] },
        { path: `^(node:)?${modules}(/|$)`, dependencyTypesNot: ['type-only'] },
      ),
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
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: {
      path: [
        '^(contract|server|web)/dist',
        'node_modules/(?!(@types/)?(zod|kysely|better-sqlite3|pg|fastify|@fastify|sharp|@cwasm|music-metadata|strtok3|koffi|re2js|uqr|lucide-react|vitest|fast-check|jsdom|@testing-library)/)',
      ],
    },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'web/tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
};
