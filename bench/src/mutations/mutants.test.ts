import { describe, expect, it } from 'vitest';
import { mutantsOf, mutated } from './mutants.ts';

/** What becomes of a source, one text for each change. */
const all = (source: string): string[] => mutantsOf('a.ts', source).map((mutant) => mutated(source, mutant));

describe('changes of a source', () => {
  it('are of conditions', () => {
    expect(all('if (a) b;')).toEqual(['if (true) b;', 'if (false) b;']);
    expect(all('x(a ? 1 : 2)')).toContain('x(false ? 1 : 2)');
    expect(all('while (a) {}')).toEqual(['while (false) {}']);
  });

  it('are of boundaries, sums and what is joined', () => {
    expect(all('const x = a < b')).toEqual(['const x = a <= b', 'const x = a >= b']);
    expect(all('const x = a === b && !c')).toEqual([
      'const x = a === b || !c',
      'const x = a !== b && !c',
      'const x = a === b && c',
    ]);
    expect(all('const x = a + 1')).toEqual(['const x = a - 1']);
    expect(all("const x = a + 'text'")).toEqual([]);
    expect(all('const x = [a.some(f), Math.min(a, true)]')).toEqual([
      'const x = [a.every(f), Math.min(a, true)]',
      'const x = [a.some(f), Math.max(a, true)]',
      'const x = [a.some(f), Math.min(a, false)]',
    ]);
  });

  it('are of statements and what is given back', () => {
    expect(all('save(a);')).toEqual([';']);
    expect(all('x = 1;')).toEqual([';']);
    expect(all('const f = () => { return a; }')).toEqual(['const f = () => { return undefined; }']);
  });

  it('are not of methods that every object has', () => {
    expect(all('x(a.toString(), a.constructor())')).toEqual([';']);
  });

  it('leave alone what is only told to the log, or to the compiler', () => {
    expect(all("deps.log.warn('x', { isBad: a }); log('y');")).toEqual([]);
    expect(all('type A = true extends false ? 1 : 2; interface B { c: true }')).toEqual([]);
  });

  it('say where they are', () => {
    const [mutant] = mutantsOf('a.ts', '\n\nsave(a);');
    expect(mutant).toEqual({ file: 'a.ts', line: 3, start: 2, end: 10, before: 'save(a);', after: ';' });
  });
});
