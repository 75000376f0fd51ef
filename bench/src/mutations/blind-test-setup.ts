import { expect } from 'vitest';

/*
 * Makes every matcher agree, whatever it is given: tests that are set up with this run all of their code, wait for
 * what they wait for, and notice crashes only.
 */
const agrees = function agrees(this: { readonly isNot: boolean }) {
  return { pass: !this.isNot, message: () => '' };
};

const matchers = new Set<string>();
for (let level: object | null = expect(0); level !== null; level = Object.getPrototypeOf(level)) {
  for (const name of Object.getOwnPropertyNames(level)) if (/^to[A-Z]/.test(name)) matchers.add(name);
}
expect.extend(Object.fromEntries([...matchers].map((name) => [name, agrees])));
