import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('dist/', import.meta.url));

/** What Node.js begins from. */
export const keptStart = join(dist, 'server.blob');

/** Of which Node.js, and for which folder, that was made or could not be. */
export const keptBy = join(dist, 'server.blob.json');

/**
 * What a Node.js is told apart by, and the folder of the server: paths in what was kept are of the place where it was made.
 * @param {string} node
 */
export const makerOf = (node) => {
  const { size, mtimeMs } = statSync(node);
  return JSON.stringify({ dist, size, mtimeMs });
};

/**
 * Whether what there is was made by this Node.js.
 * @param {string} node
 */
export const isKeptBy = (node) => existsSync(keptBy) && readFileSync(keptBy, 'utf8') === makerOf(node);

/**
 * Flags with which a Node.js begins from what was kept when the server was built; none where there is nothing of this
 * one, and it loads the server as ever.
 * @param {string} node
 * @returns {readonly string[]}
 */
export const keptStartFlags = (node) =>
  existsSync(keptStart) && isKeptBy(node) ? ['--snapshot-blob', keptStart] : [];
