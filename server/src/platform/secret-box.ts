import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Random } from './random.ts';
import { writeTrouble } from './storage-trouble.ts';

/** Encrypts secrets at rest, with a key that lies beside the databases and not in them. */
export interface SecretBox {
  /** AES-256-GCM: form byte, nonce, tag, then the encrypted text. */
  seal(text: string): Buffer;
  /** @returns null for what was sealed with another key, or damaged */
  open(sealed: Uint8Array): string | null;
  /** Tells keys apart and nothing of them. */
  fingerprint(): string;
}

/** Name of the key file in the data folder. */
const keyFileName = 'secret.key';
const keyBytes = 32;
const form = 1;
const nonceBytes = 12;
const tagBytes = 16;
const ownerOnly = 0o600;

const writeKey = (file: string, key: Buffer): void => {
  const partial = `${file}.part`;
  // Whatever was left there, or put there: opening a pipe would wait for ever.
  rmSync(partial, { recursive: true, force: true });
  const descriptor = openSync(partial, 'wx', ownerOnly);
  try {
    writeSync(descriptor, key.toString('base64'));
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(partial, file);
};

/** Why the server must not start: what is encrypted would be lost. The message says how to recover. */
export class SecretKeyError extends Error {
  override readonly name = 'SecretKeyError';
}

const wayOut =
  'Put back the copy of secret.key that belongs to state.db. If there is none, start once with --new-secret-key: ' +
  'accounts of Last.fm and ListenBrainz then have to be linked again, and the dynamic DNS password and keys of buckets entered again.';

const readKey = (file: string): Buffer => {
  try {
    if ((statSync(file).mode & 0o777) !== ownerOnly) chmodSync(file, ownerOnly);
  } catch {
    // Not ours to change, or on a disk without rights: it is used as it is.
  }
  const text = readFileSync(file, 'utf8').trim();
  const key = Buffer.from(text, 'base64');
  if (key.length !== keyBytes || key.toString('base64') !== text) {
    throw new SecretKeyError(`The key file ${file} is damaged. ${wayOut}`);
  }
  return key;
};

/** Makes a key where one was lost for good, in the data folder unless it lies elsewhere. */
export const renewKey = (
  { dataFolder, keyFile }: { dataFolder: string; keyFile?: string },
  random: Random,
): void => writeKey(keyFile ?? join(dataFolder, keyFileName), random.bytes(keyBytes));

/**
 * Loads the key file of a data folder. Where there is none and nothing is encrypted, it is made (readable by
 * its owner only) with the first secret: a folder that cannot be written to needs none.
 * @param deps.sealed what was encrypted with the key that should be there
 * @throws SecretKeyError when the key is damaged, or missing beside what it encrypted, or opens nothing of that
 */
export const createSecretBox = (deps: {
  dataFolder: string;
  random: Random;
  sealed?: readonly Uint8Array[];
  /** Where the key lies if not in the data folder. */
  keyFile?: string;
}): SecretBox => {
  const { random } = deps;
  const file = deps.keyFile ?? join(deps.dataFolder, keyFileName);
  let isSaved = existsSync(file);
  const sealed = deps.sealed ?? [];
  if (!isSaved && sealed.length > 0) {
    throw new SecretKeyError(
      `The key file ${file} is missing, and state.db holds secrets encrypted with it. ${wayOut}`,
    );
  }
  const key = isSaved ? readKey(file) : random.bytes(keyBytes);
  const save = (): void => {
    if (!isSaved) writeKey(file, key);
    isSaved = true;
  };
  try {
    save();
  } catch (error) {
    if (writeTrouble(error) === null) throw error;
  }
  const box: SecretBox = {
    fingerprint: () => createHash('sha256').update('tonearm secret.key').update(key).digest('hex'),
    seal: (text) => {
      save();
      const nonce = random.bytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(form), nonce, cipher.getAuthTag(), encrypted]);
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed);
      const textAt = 1 + nonceBytes + tagBytes;
      if (bytes[0] !== form || bytes.length < textAt) return null;
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 1 + nonceBytes));
      decipher.setAuthTag(bytes.subarray(1 + nonceBytes, textAt));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(textAt)), decipher.final()]).toString('utf8');
      } catch {
        // The tag does not fit: another key or damaged bytes, which the caller is told.
        return null;
      }
    },
  };
  // One alone may be damaged.
  if (sealed.length > 0 && sealed.every((secret) => box.open(secret) === null)) {
    throw new SecretKeyError(
      `The key file ${file} belongs to another state.db: nothing that is encrypted there can be opened with it. ${wayOut}`,
    );
  }
  return box;
};
