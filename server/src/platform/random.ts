import { randomBytes } from 'node:crypto';

/** Where unpredictable bytes come from. Handed in, so that tests can foresee them. */
export interface Random {
  bytes(length: number): Buffer;
}

/** The machine's own source. */
export const systemRandom: Random = { bytes: (length) => randomBytes(length) };
