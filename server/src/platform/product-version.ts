import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the product calls itself. */
export const productName = 'Tonearm';

/** The project's folder is as far above the sources as above the bundle, which is flat. */
const manifests = ['../../package.json', '../../../package.json'];

/** The version in the project's manifest, such as `0.1.0`. */
export const productVersion = (): string => {
  for (const manifest of manifests) {
    const { name, version } = readManifest(join(import.meta.dirname, manifest));
    if (name === 'tonearm' && version !== undefined) return version;
  }
  throw new Error('The manifest of the project is missing.');
};

const readManifest = (file: string): { name?: string; version?: string } => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as { name?: string; version?: string };
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return {};
    throw error;
  }
};
