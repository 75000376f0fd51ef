import { expect, it } from 'vitest';
import { nextRequestId } from './request-id.ts';

it('gives each request another id, of letters, digits and a dash', () => {
  const ids = Array.from({ length: 2000 }, nextRequestId);
  expect(new Set(ids).size).toBe(2000);
  for (const id of ids) expect(id).toMatch(/^[0-9a-z]+-[0-9a-z]+$/);
});
