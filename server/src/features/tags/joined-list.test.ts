import { describe, expect, it } from 'vitest';
import { withoutJoints } from './joined-list.ts';

describe('a list of people in one text', () => {
  it.each([
    ['Anna/Émile', 'Anna feat. Émile', ['a', 'e'], ['Anna', 'Émile']],
    ['Anna/Émile', 'Anna feat. Émile', ['a/e'], ['Anna', 'Émile']],
    ['Anna/Émile', 'Anna/Émile', ['a', 'e'], ['Anna', 'Émile']],
    ['Anna; Émile', 'Anna & Émile', [], ['Anna', 'Émile']],
    ['AC/DC/Anna', 'AC/DC feat. Anna', ['acdc', 'a'], ['AC/DC', 'Anna']],
    ['AC/DC/Anna', 'AC/DC feat. Anna', [], ['AC/DC', 'Anna']],
    ['AC/DC', 'AC/DC', ['acdc'], ['AC/DC']],
    ['AC/DC', 'AC/DC', [], ['AC/DC']],
    ['AC/DC', 'Anna feat. AC/DC', ['acdc'], ['AC/DC']],
    ['Anna/Émile', 'Somebody', [], ['Anna/Émile']],
    ['Anna/Émile', 'Somebody', ['a', 'e', 'x'], ['Anna/Émile']],
    ['Anna', 'Anna', ['a', 'b'], ['Anna']],
  ])('%s, shown as %s, with identities %j, is %j', (text, shown, mbIds, names) =>
    expect(withoutJoints([text], { shown: [shown], mbIds })).toEqual(names),
  );

  it('stays as it is where it is a list already', () => {
    const list = ['AC/DC', 'Anna/Émile'];
    expect(withoutJoints(list, { shown: ['x'], mbIds: ['1', '2', '3'] })).toBe(list);
  });
});
