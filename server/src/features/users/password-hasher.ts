import { argon2, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../platform/app-error.ts';
import { createFairQueue } from '../../platform/fair-queue.ts';
import type { Random } from '../../platform/random.ts';

/** Cost of one argon2id hash. */
export interface PasswordCost {
  readonly memoryKib: number;
  readonly passes: number;
}

/** About 95 ms on one of two cores of a small server (measured; see docs/measurements). */
const defaultCost: PasswordCost = { memoryKib: 32_768, passes: 3 };

/** Longest password, in bytes of UTF-8. */
export const longestPasswordBytes = 1024;

/** How many hashes run at once (each takes 32 MiB and a core), and how many may wait. */
const hashesAtOnce = 2;
const mostWaiting = 200;

const saltBytes = 16;
const digestBytes = 32;

/** Hashes and checks passwords, few at a time, taking turns between lanes (such as client addresses). */
export interface PasswordHasher {
  /** @returns a text that holds the cost and the salt, for the database */
  hash(password: string, lane: string): Promise<string>;
  /**
   * Checks a password. Without a stored hash (no such user) it takes the same time and finds no match.
   * @returns `isOutdated` when the stored hash was made at another cost than today's
   */
  verify(
    password: string,
    stored: string | null,
    lane: string,
  ): Promise<{ isMatch: boolean; isOutdated: boolean }>;
}

interface Hash {
  readonly cost: PasswordCost;
  readonly salt: Buffer;
  readonly digest: Buffer;
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

const textOf = ({ cost, salt, digest }: Hash): string =>
  `$argon2id$v=19$m=${cost.memoryKib},t=${cost.passes},p=1$${unpadded(salt)}$${unpadded(digest)}`;

const parse = (text: string): Hash => {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([\w+/]+)\$([\w+/]+)$/.exec(text);
  const [, memory, passes, salt, digest] = match ?? [];
  if (memory === undefined || passes === undefined || salt === undefined || digest === undefined) {
    throw new Error('a stored password hash is damaged');
  }
  return {
    cost: { memoryKib: Number(memory), passes: Number(passes) },
    salt: Buffer.from(salt, 'base64'),
    digest: Buffer.from(digest, 'base64'),
  };
};

const digestOf = (password: string, salt: Buffer, cost: PasswordCost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const parameters = {
      message: Buffer.from(password),
      nonce: salt,
      parallelism: 1,
      tagLength: digestBytes,
      memory: cost.memoryKib,
      passes: cost.passes,
    };
    argon2('argon2id', parameters, (error, digest) => (error === null ? resolve(digest) : reject(error)));
  });

/**
 * Checks the wording of a new password.
 * @throws AppError blank_password or password_too_long
 */
export const assertUsablePassword = (password: string): void => {
  if (password.trim() === '') throw new AppError('blank_password', 'The password cannot be blank.');
  if (Buffer.byteLength(password) > longestPasswordBytes) {
    throw new AppError(
      'password_too_long',
      `The password cannot be longer than ${longestPasswordBytes} bytes.`,
    );
  }
};

/** argon2id at most two at a time. `cost` is lowered in tests only. */
export const createPasswordHasher = (options: { random: Random; cost?: PasswordCost }): PasswordHasher => {
  const cost = options.cost ?? defaultCost;
  const queue = createFairQueue({
    slots: hashesAtOnce,
    mostWaiting,
    refusal: 'Too many people are signing in right now. Please try again.',
  });
  /** Stands in for the hash of a user who does not exist. */
  const nobody = (): Hash => ({
    cost,
    salt: options.random.bytes(saltBytes),
    digest: options.random.bytes(digestBytes),
  });
  return {
    hash: (password, lane) =>
      queue.run(lane, async () => {
        const salt = options.random.bytes(saltBytes);
        return textOf({ cost, salt, digest: await digestOf(password, salt, cost) });
      }),
    verify: (password, stored, lane) =>
      queue.run(lane, async () => {
        const known = stored === null ? nobody() : parse(stored);
        const digest = await digestOf(password, known.salt, known.cost);
        const isEqual = digest.length === known.digest.length && timingSafeEqual(digest, known.digest);
        return {
          isMatch: isEqual && stored !== null,
          isOutdated: known.cost.memoryKib !== cost.memoryKib || known.cost.passes !== cost.passes,
        };
      }),
  };
};
