import type { CorrectionRule } from '@tonearm/contract';
import { columnFields } from '@tonearm/contract/song-fields';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCorrector } from './corrections.ts';
import { foldedName } from './folded-name.ts';
import { type CorrectableTags, moreTags } from './song-facts.ts';
import { createSplitter, defaultSplitting } from './splitting.ts';

const splitter = createSplitter(defaultSplitting);
const noTags = {
  ...Object.fromEntries(columnFields.map(({ name }) => [name, null])),
  more: null,
} as unknown as CorrectableTags;
const song = { publicId: null, tree: () => 'T' };
const list = (names: readonly string[]): string | null => (names.length === 0 ? null : JSON.stringify(names));
const corrected = (tags: Partial<CorrectableTags>, rules: readonly CorrectionRule[]): CorrectableTags =>
  createCorrector(rules, splitter).tags({ ...noTags, ...tags }, song);
const renamed = (from: string, ...to: string[]): CorrectionRule => ({
  kind: 'names',
  keys: [`name:${foldedName(from)}`],
  names: to.map((name) => ({ name, sort: null, mb: null })),
  as: null,
});

describe('corrections', () => {
  const name = fc.constantFrom('Anna', 'Bo', 'Cy', 'Di');
  const names = fc.uniqueArray(name, { minLength: 1, maxLength: 3 });
  const rules = fc.array(fc.record({ from: name, to: names }), { maxLength: 4 });

  it('say one after the other what names and genres become', () => {
    fc.assert(
      fc.property(names, rules, (first, steps) => {
        const expected = steps.reduce<readonly string[]>(
          (now, { from, to }) => now.flatMap((one) => (one === from ? to : [one])),
          first,
        );
        const people = corrected(
          { artistList: list(first) },
          steps.map(({ from, to }) => renamed(from, ...to)),
        );
        expect(JSON.parse(people.artistList ?? '[]')).toEqual(expected);
        const { genres } = corrected(
          { genres: list(first) },
          steps.map(({ from, to }) => ({ kind: 'genres', folded: [foldedName(from)], names: to })),
        );
        expect([...new Set(JSON.parse(genres ?? '[]'))]).toEqual([...new Set(expected)]);
      }),
    );
  });

  it('leave tags that they are not about the same', () => {
    const tags = { ...noTags, artists: list(['Anna']), genres: list(['Pop']) };
    const { tags: correct } = createCorrector([renamed('Bo', 'Cy')], splitter);
    expect(correct(tags, song)).toBe(tags);
  });

  it('tell people of one name apart by their identities', () => {
    const rule = { ...renamed('Anna', 'Bo'), keys: ['mb:one'] } as CorrectionRule;
    const of = (mbArtists: string[]) =>
      corrected({ artists: list(['Anna']), more: JSON.stringify({ mbArtists }) }, [rule]).artists;
    expect([of(['ONE']), of(['two']), of([])]).toEqual(['["Bo"]', '["Anna"]', '["Anna"]']);
    const bare = { ...renamed('Anna', 'Bo'), keys: ['bare:anna'] } as CorrectionRule;
    expect(corrected({ artists: list(['Anna']), more: '{"mbArtists":["one"]}' }, [bare]).artists).toBe(
      '["Anna"]',
    );
  });

  it('are of all roles, and keep what stands around a name', () => {
    const more = JSON.stringify({ performers: ['Anna (viola)'], conductors: 'Anna' });
    const tags = corrected({ artists: list(['Anna feat. Bo']), composers: list(['Anna / Cy']), more }, [
      renamed('Anna', 'Ann'),
    ]);
    expect([tags.artists, tags.artistList, tags.composers]).toEqual([
      '["Ann feat. Bo"]',
      '["Ann","Bo"]',
      '["Ann","Cy"]',
    ]);
    expect(moreTags(tags.more)).toMatchObject({ performers: ['Ann (viola)'], conductors: ['Ann'] });
  });
});
