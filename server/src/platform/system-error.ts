import { constants } from 'node:os';

const namesByNumber: ReadonlyMap<number, string> = new Map(
  Object.entries(constants.errno).map(([name, number]) => [number, name]),
);

/**
 * What an error is called: `ENOENT`, `SQLITE_FULL`, whatever its `code` says. Node.js names few errors of the system and
 * tells others by their number alone: -122 is a full quota, -116 a network drive that lost a file.
 * @returns '' for what has no code
 */
export const errorCodeOf = (error: unknown): string => {
  if (!(error instanceof Error) || !('code' in error)) return '';
  const code = String(error.code);
  if (!code.startsWith('Unknown system error')) return code;
  const number = 'errno' in error && typeof error.errno === 'number' ? -error.errno : 0;
  return namesByNumber.get(number) ?? code;
};

/** Whether the system refused something, and not Node.js or somebody's bytes. */
export const isSystemError = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && 'errno' in error && typeof error.errno === 'number';

/**
 * How the system says that a drive is not there: pulled out, a network drive without its network, one that a program
 * serves which has ended.
 */
const lostDriveCodes: ReadonlySet<string> = new Set([
  'ESTALE',
  'ENODEV',
  'ENXIO',
  'ENOLINK',
  'ETIMEDOUT',
  'ENOTCONN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETRESET',
  'ENETUNREACH',
  'EREMOTEIO',
]);

/** Whether a code of `errorCodeOf` says that a drive is not there. */
export const isLostDrive = (code: string): boolean => lostDriveCodes.has(code);
