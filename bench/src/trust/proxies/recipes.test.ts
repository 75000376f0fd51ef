import { expect, it } from 'vitest';
import { flagsFor, proxyNames, readRecipes, stageRecipe } from './recipes.ts';

const stage = {
  publicPort: 8443,
  productPort: 6001,
  certificate: '/x/c.pem',
  key: '/x/k.pem',
  both: '/x/b.pem',
};

it('reads every proxy of the page at the root of a host and below /music', () => {
  const found = readRecipes().map(({ proxy, basePath }) => `${proxy} ${basePath}`.trim());
  expect(found.toSorted()).toEqual(proxyNames.flatMap((name) => [name, `${name} /music`]).toSorted());
});

it('gives the server the flags of the page', () => {
  const flags = ['--host', '127.0.0.1', '--trusted-proxies', '127.0.0.1'];
  for (const recipe of readRecipes()) {
    expect(flagsFor(recipe)).toEqual(recipe.basePath === '' ? flags : [...flags, '--base-path', '/music']);
  }
});

it('leaves no port and no file of the page in what is run', () => {
  for (const recipe of readRecipes()) {
    const staged = stageRecipe(recipe, stage);
    expect(staged).toContain('127.0.0.1:6001');
    expect(staged).not.toMatch(/:5050|\b443\b|\/etc\//);
  }
});
