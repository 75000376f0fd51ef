import { expect, it } from 'vitest';
import { away } from '../db/live-connection.ts';
import { AppError } from '../platform/app-error.ts';
import { createNotYetKnown } from './not-yet-known.ts';

const notFound = new AppError('song_not_found', 'There is no such song in the collection.');

it('says of what is not in a library that is being filled that it was not found yet', () => {
  const told = createNotYetKnown(() => true)(notFound);
  expect(told).toMatchObject({ code: 'unavailable', status: 503, headers: { 'Retry-After': '5' } });
  expect(String(told)).toContain('was not found yet');
});

it('leaves what is not found in a library that is whole, and every other error', () => {
  expect(createNotYetKnown(() => false)(notFound)).toBe(notFound);
  for (const error of [
    new AppError('playlist_not_found', 'x'),
    new AppError('not_found', 'x'),
    new Error('x'),
  ])
    expect(createNotYetKnown(() => true)(error)).toBe(error);
});

it('tells of a library that cannot be read just there', () => {
  const trouble = away();
  const explain = createNotYetKnown(() => {
    throw trouble;
  });
  expect(explain(notFound)).toBe(trouble);
});
