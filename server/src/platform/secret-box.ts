import { createCipheriv, createDecipheriv } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Random } from './random.ts';

/** Encrypts secrets at rest, with a key that lies beside the databases and not in them. */
export interface SecretBox {
  /** AES-256-GCM: form byte, nonce, tag, then the encrypted text. */
  seal(text: string): Buffer;
  /** @returns null for what was sealed with another key, or damaged */
  open(sealed: Uint8Array): string | null;
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
  const descriptor = openSync(partial, 'w', ownerOnly);
  try {
    writeSync(descriptor, key.toString('base64'));
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(partial, file);
};

const loadKey = (dataFolder: string, random: Random): Buffer => {
  const file = join(dataFolder, keyFileName);
  if (!existsSync(file)) writeKey(file, random.bytes(keyBytes));
  if ((statSync(file).mode & 0o777) !== ownerOnly) chmodSync(file, ownerOnly);
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  if (key.length !== keyBytes) {
    throw new Error(
      `The key file ${file} is damaged. Put back a copy, or remove it and enter the passwords of linked services again.`,
    );
  }
  return key;
};

/** Loads the key file of a data folder, making it (readable by its owner only) when there is none. */
export const createSecretBox = (deps: { dataFolder: string; random: Random }): SecretBox => {
  const { random } = deps;
  const key = loadKey(deps.dataFolder, random);
  return {
    seal: (text) => {
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
};
