import type { Plugin } from 'vite';

/**
 * Parts of the query library that its client carries for everybody, each with what stands in for it: the product sends
 * changes by calls of its own and has no lists without an end.
 */
export const sparedParts = {
  mutationCache: `
    export class MutationCache {
      findAll() { return []; }
      resumePausedMutations() { return Promise.resolve(); }
      clear() {}
    }`,
  infiniteQueryBehavior: `
    export const infiniteQueryBehavior = () => undefined;
    export const hasNextPage = () => false;
    export const hasPreviousPage = () => false;`,
} as const;

/** What does nothing useful without them. */
const needing = /[\\/]query-core[\\/].*[\\/](mutation|mutationObserver|infiniteQueryObserver)\.js$/;

const partOf = (id: string): string | undefined => /[\\/]query-core[\\/].*[\\/](\w+)\.js$/.exec(id)?.[1];

/**
 * Leaves these parts out of a build: 2 kB of what a first screen loads. The build fails when something in it needs
 * them after all: a change by `useMutation`, say.
 */
export const sparedQueryParts = (): Plugin => ({
  name: 'spared-query-parts',
  apply: 'build',
  load: (id) => Object.entries(sparedParts).find(([name]) => name === partOf(id))?.[1],
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      const found = neededIn(chunk.modules);
      if (found !== undefined) {
        this.error(
          `${found} is used, but web/spared-query-parts.ts leaves out what it needs: take it from there.`,
        );
      }
    }
  },
});

/** The first module of those that a file is made of which needs what is left out. */
export const neededIn = (
  modules: Readonly<Record<string, { readonly renderedLength: number }>>,
): string | undefined =>
  Object.entries(modules).find(([id, { renderedLength }]) => renderedLength > 0 && needing.test(id))?.[0];
