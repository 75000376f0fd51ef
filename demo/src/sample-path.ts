import { fileURLToPath } from 'node:url';

const samples = fileURLToPath(new URL('../samples/', import.meta.url));

/** Where a committed piece lies, encoded in a format that no encoder of ours can write. */
export const samplePath = (file: string): string => samples + file;
