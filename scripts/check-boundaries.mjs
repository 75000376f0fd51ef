// Checks who imports whom. Fails when the tool read no modules, because it then reports success.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { findCrowdedFolders } from './lib/crowded-folders.mjs';
import { nodeBinary, root } from './lib/prepare.mjs';

/** The project has hundreds; far fewer means that the tool could not read the sources. */
const fewestModules = 150;

const folders = [
  'contract/src',
  'server/src',
  'server/test',
  'web/src',
  'song-files/src',
  'demo/src',
  'testkit/src',
  'e2e',
  'bench',
];
const cli = join(root, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruiser.mjs');
const result = spawnSync(
  nodeBinary(),
  [cli, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...folders],
  {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  },
);
if (result.stdout === '') {
  process.stderr.write(result.stderr);
  process.exit(1);
}
const { modules, summary } = JSON.parse(result.stdout);
for (const violation of summary.violations) {
  const { rule, from, to } = violation;
  process.stdout.write(`${rule.severity} ${rule.name}: ${from} → ${to}\n`);
}
process.stdout.write(
  `${summary.totalCruised} modules, ${summary.totalDependenciesCruised} imports, ${summary.error} errors\n`,
);
if (summary.totalCruised < fewestModules) {
  process.stdout.write(
    `Only ${summary.totalCruised} modules were read; at least ${fewestModules} were expected.\n`,
  );
  process.exit(1);
}
const sources = modules.flatMap(({ source }) =>
  folders.some((folder) => source.startsWith(`${folder}/`)) ? [source] : [],
);
const crowded = findCrowdedFolders(sources);
for (const { folder, count } of crowded) {
  process.stdout.write(
    `error folder-of-one-room: ${folder} holds ${count} files; give what belongs together a folder\n`,
  );
}
process.exit(summary.error === 0 && crowded.length === 0 ? 0 : 1);
