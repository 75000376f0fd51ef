import { addressOf } from './address.ts';

/** How long a server may take for a sign of life, in milliseconds. */
export const patienceMs = 8_000;

/** Asks the server for next to nothing. @returns whether it answered, and is not in trouble itself */
export const signOfLife = async (): Promise<boolean> => {
  try {
    const { status } = await fetch(addressOf('initialSetup', undefined, {}), {
      cache: 'no-store',
      signal: AbortSignal.timeout(patienceMs),
    });
    return status < 500;
  } catch {
    return false;
  }
};
