import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchMoves, type Traced } from './match-moves.ts';

interface Named extends Traced {
  readonly name: string;
}

const key = (text: string | null) => (text === null ? null : Buffer.from(text));
/** @param bytes what its bytes are called, then what its sound is called; null where it has no key */
const named = (name: string, bytes: string | null, sound: string | null = null): Named => ({
  name,
  contentKey: key(bytes),
  soundKey: key(sound),
});
const pairs = (groups: Named[][], targets: Named[]) =>
  matchMoves(groups, targets).map(({ origin, target }) => `${origin.name}>${target.name}`);

describe('what went and what it became', () => {
  it('is found by bytes, else by sound', () => {
    const went = [named('a', 'A', 'x'), named('b', 'B', 'y'), named('c', null, 'z')];
    const came = [named('1', 'other', 'y'), named('2', 'A', 'w'), named('3', null, null)];
    expect(pairs([went], came)).toEqual(['a>2', 'b>1']);
  });

  it('is found by its bytes also where its sound is that of another', () => {
    const went = [named('a', 'A', 'x'), named('b', 'B', 'x')];
    expect(pairs([went], [named('1', 'B', 'x')])).toEqual(['b>1']);
    expect(pairs([went], [named('1', 'B', 'x'), named('2', 'C', 'x')])).toEqual(['b>1', 'a>2']);
  });

  it('is found by its sound in a file of the same length, where keys are made otherwise than they were', () => {
    const went = [named('a', '0001 old', 'x'), named('b', '0002 old', 'x'), named('c', '0003 old', 'x')];
    const came = [named('1', '0002 new', 'x'), named('2', '0001 new', 'x'), named('3', '0004 new', 'x')];
    expect(pairs([went], came)).toEqual(['a>2', 'b>1', 'c>3']);
    expect(pairs([went], [...came, named('4', '0001 new', 'x')])).toEqual(['b>1']);
    expect(pairs([[named('a', '0001 old')]], [named('1', '0001 new')])).toEqual([]);
  });

  it('is not guessed where several are equal, on either side', () => {
    expect(pairs([[named('a', 'A'), named('b', 'A')]], [named('1', 'A')])).toEqual([]);
    expect(pairs([[named('a', 'A')]], [named('1', 'A'), named('2', 'A')])).toEqual([]);
  });

  it('is nothing of a later group that several of an earlier one could have become', () => {
    const likeliest = [named('a', 'A'), named('b', 'A')];
    expect(pairs([likeliest, [named('c', 'A')]], [named('1', 'A')])).toEqual([]);
    expect(pairs([likeliest, [named('c', 'C')]], [named('1', 'A'), named('2', 'C')])).toEqual(['c>2']);
    expect(pairs([[named('a', 'A')], [named('c', 'A')]], [named('1', 'A')])).toEqual(['a>1']);
    expect(pairs([[], [named('c', 'A')]], [named('1', 'A')])).toEqual(['c>1']);
  });

  it('is nothing where nothing went or nothing came', () => {
    expect(pairs([[]], [named('1', 'A')])).toEqual([]);
    expect(pairs([[named('a', 'A')]], [])).toEqual([]);
  });

  it('is one thing only, of the same bytes or the same sound', () => {
    const some = fc.array(
      fc.record({ bytes: fc.constantFrom('A', 'B', 'C', null), sound: fc.constantFrom('x', 'y', null) }),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(fc.array(some, { maxLength: 3 }), some, (groups, came) => {
        const origins = groups.map((group, at) =>
          group.map((one, n) => named(`${at}.${n}`, one.bytes, one.sound)),
        );
        const targets = came.map((one, n) => named(`${n}`, one.bytes, one.sound));
        const matches = matchMoves(origins, targets);
        expect(new Set(matches.map(({ origin }) => origin)).size).toBe(matches.length);
        expect(new Set(matches.map(({ target }) => target)).size).toBe(matches.length);
        for (const { origin, target } of matches) {
          const isSame = (keyOf: (traced: Traced) => Uint8Array | null): boolean => {
            const [one, other] = [keyOf(origin), keyOf(target)];
            return one !== null && other !== null && Buffer.compare(one, other) === 0;
          };
          expect(isSame(({ contentKey }) => contentKey) || isSame(({ soundKey }) => soundKey)).toBe(true);
        }
      }),
    );
  });
});
