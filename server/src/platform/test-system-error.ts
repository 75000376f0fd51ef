import { getSystemErrorMap } from 'node:util';

/** An error as Node.js makes it of a number of the system: named where it has a name for it. */
export const systemError = (number: number, syscall = 'read'): Error => {
  const code = getSystemErrorMap().get(-number)?.[0] ?? `Unknown system error -${number}`;
  return Object.assign(new Error(`${code}: ${syscall}`), { code, errno: -number, syscall });
};
