import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkedParts } from './linked-parts.ts';

const shown = (text: string, ...names: string[]) =>
  linkedParts(
    text,
    names.map((name) => ({ id: `id of ${name}`, name })),
  ).map(({ text: part, id }) => (id === null ? part : `<${part}>`));

describe('names in a text', () => {
  it('are cut out where they stand', () => {
    expect(shown('Anna feat. Heron', 'Heron', 'Anna')).toEqual(['<Anna>', ' feat. ', '<Heron>']);
  });

  it('that overlap are the longer one', () => {
    expect(shown('Heron Quartet', 'Heron', 'Heron Quartet')).toEqual(['<Heron Quartet>']);
  });

  it('that are not there, or mean nobody, leave the text as it is', () => {
    expect(shown('Anna', 'Heron')).toEqual(['Anna']);
    expect(linkedParts('Various Artists', [{ id: null, name: 'Various Artists' }])).toEqual([
      { text: 'Various Artists', id: null, at: 0 },
    ]);
    expect(linkedParts('', [])).toEqual([]);
  });

  it('never change the text', () => {
    const names = fc.array(fc.record({ id: fc.option(fc.string()), name: fc.string({ maxLength: 3 }) }));
    fc.assert(
      fc.property(fc.string(), names, (text, people) => {
        expect(
          linkedParts(text, people)
            .map((part) => part.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });
});
