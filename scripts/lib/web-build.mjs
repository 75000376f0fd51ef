// How the web client is built.
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { root } from './prepare.mjs';

const web = join(root, 'web');
const dist = join(web, 'dist');
const building = join(web, 'dist', '.building');
const previous = join(web, 'dist', 'previous');

const compressible = /\.(js|css|html|svg|json|webmanifest)$/;
/** Smaller files do not gain from compression, in bytes. */
const smallestCompressed = 512;

const compressBelow = (folder) => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      compressBelow(path);
    } else if (compressible.test(entry.name)) {
      const bytes = readFileSync(path);
      if (bytes.length < smallestCompressed) continue;
      writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
      writeFileSync(
        `${path}.br`,
        brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
      );
    }
  }
};

/**
 * Builds what people are given, whatever NODE_ENV says: under `test` or `development` it would be twice as heavy, with
 * what React brings for those who develop.
 * @param {string} folder that is emptied and written to
 * @param {import('vite').Plugin[]} plugins besides those of the client's own settings
 */
export const buildWebInto = async (folder, plugins = []) => {
  process.env.NODE_ENV = 'production';
  await build({ root: web, logLevel: 'warn', plugins, build: { outDir: folder, emptyOutDir: true } });
};

/**
 * Builds the web client into web/dist, keeps the assets of the build before it for tabs that are still open, and writes
 * compressed copies beside each text asset.
 * @param {import('vite').Plugin[]} plugins besides those of its own settings
 */
export const buildWeb = async (plugins = []) => {
  rmSync(building, { recursive: true, force: true });
  await buildWebInto(building, plugins);
  compressBelow(building);

  const oldAssets = join(dist, 'assets');
  rmSync(previous, { recursive: true, force: true });
  if (existsSync(oldAssets)) renameSync(oldAssets, previous);
  cpSync(building, dist, { recursive: true });
  rmSync(building, { recursive: true, force: true });
};
