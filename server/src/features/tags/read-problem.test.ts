import { constants } from 'node:os';
import { expect, it } from 'vitest';
import { systemError } from '../../platform/test-system-error.ts';
import { problemOf, problemTerms } from './read-problem.ts';

const reasonOf = (error: unknown): string => {
  const problem = problemOf(error);
  return problem.kind === 'problem' ? problem.reason : problem.kind;
};

it.each([
  ['ESTALE', 'file_lost'],
  ['ENOTCONN', 'file_lost'],
  ['ETIMEDOUT', 'file_lost'],
  ['EHOSTUNREACH', 'file_lost'],
  ['EIO', 'file_disk_error'],
  ['ENOMEM', 'file_disk_error'],
  ['EACCES', 'file_forbidden'],
  ['EMFILE', 'too_many_files_open'],
  ['ENOENT', 'gone'],
] as const)('says %s of the drive, and of no file: %s', (name, reason) => {
  expect(reasonOf(systemError(constants.errno[name]))).toBe(reason);
});

it('holds nothing against a file for good that the system said', () => {
  for (const [name, number] of Object.entries(constants.errno)) {
    const problem = problemOf(systemError(number));
    if (problem.kind === 'problem') expect([name, problemTerms[problem.reason]]).toEqual([name, 'passing']);
  }
  expect(problemTerms[reasonOf(systemError(4711)) as 'file_lost']).toBe('passing');
});

it('says of bytes what they are', () => {
  expect(reasonOf(new RangeError('out of range'))).toBe('impossible_size');
  expect(reasonOf(new Error('whatever the library says'))).toBe('not_audio');
  expect(reasonOf(Object.assign(new Error(), { name: 'EndOfStreamError' }))).toBe('cut_off');
});
