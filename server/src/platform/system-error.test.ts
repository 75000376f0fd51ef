import { statSync } from 'node:fs';
import { constants } from 'node:os';
import { describe, expect, it } from 'vitest';
import { writeTrouble } from './storage-trouble.ts';
import { errorCodeOf, isLostDrive, isSystemError } from './system-error.ts';
import { systemError } from './test-system-error.ts';

const thrownBy = (work: () => void): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
};

describe('an error of the system', () => {
  it('has its name, where Node.js has none for it too', () => {
    expect(errorCodeOf(thrownBy(() => statSync('/nowhere at all')))).toBe('ENOENT');
    expect(errorCodeOf(systemError(constants.errno.EDQUOT))).toBe('EDQUOT');
    expect(errorCodeOf(systemError(constants.errno.ESTALE))).toBe('ESTALE');
    expect(errorCodeOf(systemError(4711))).toBe('Unknown system error -4711');
    expect(errorCodeOf(Object.assign(new Error(), { code: 'SQLITE_FULL' }))).toBe('SQLITE_FULL');
    for (const other of [new Error('plain'), { code: 'ENOENT' }, null, 'ENOENT'])
      expect(errorCodeOf(other)).toBe('');
  });

  it('is told from errors of others', () => {
    expect(isSystemError(thrownBy(() => statSync('/nowhere at all')))).toBe(true);
    expect(isSystemError(systemError(4711))).toBe(true);
    expect(isSystemError(thrownBy(() => Buffer.alloc(2).readUInt32LE(0)))).toBe(false);
    expect(isSystemError(Object.assign(new Error(), { code: 'SQLITE_IOERR' }))).toBe(false);
  });

  it('says that a drive is lost, however the network lost it', () => {
    for (const name of ['ESTALE', 'ENOTCONN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENODEV'] as const) {
      expect([name, isLostDrive(errorCodeOf(systemError(constants.errno[name])))]).toEqual([name, true]);
    }
    expect(isLostDrive('EACCES')).toBe(false);
  });

  it('says that a quota is full as that a disk is', () => {
    expect(writeTrouble(systemError(constants.errno.EDQUOT))).toBe('full');
    expect(writeTrouble(systemError(constants.errno.ENOSPC))).toBe('full');
    expect(writeTrouble(systemError(constants.errno.ESTALE))).toBeNull();
  });
});
