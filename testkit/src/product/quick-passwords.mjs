/*
 * Loaded first into what journeys start: a password is hashed in well under a millisecond in place of a tenth of a second.
 * Journeys sign in hundreds of times, and ask nothing of how hard a hash is to guess.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const { argon2 } = crypto;
const cheapest = { memory: 64, passes: 1 };
crypto.argon2 = (algorithm, parameters, callback) =>
  argon2(algorithm, { ...parameters, ...cheapest }, callback);
syncBuiltinESMExports();
