import { lengthOfContent } from '../../tags/index.ts';

/** Something that was somewhere, or is somewhere new; keys tell its bytes and its sound. */
export interface Traced {
  readonly contentKey: Uint8Array | null;
  readonly soundKey: Uint8Array | null;
}

/** One that went and the one it became. */
export interface Match<Origin, Target> {
  readonly origin: Origin;
  readonly target: Target;
}

type KeyOf = (traced: Traced) => Uint8Array | null;

/** Of a file that is as long: its bytes are told otherwise since an older version, or only its tags changed. */
const soundAndLength: KeyOf = ({ contentKey, soundKey }) =>
  contentKey === null || soundKey === null ? null : Buffer.concat([lengthOfContent(contentKey), soundKey]);

const keyKinds: readonly KeyOf[] = [
  ({ contentKey }) => contentKey,
  soundAndLength,
  ({ soundKey }) => soundKey,
];

/** Entries by key, where a key that two share leads to null. */
const uniqueByKey = <T extends Traced>(entries: Iterable<T>, keyOf: KeyOf): Map<string, T | null> => {
  const unique = new Map<string, T | null>();
  for (const entry of entries) {
    const key = keyOf(entry);
    if (key === null) continue;
    const text = Buffer.from(key).toString('latin1');
    unique.set(text, unique.has(text) ? null : entry);
  }
  return unique;
};

/**
 * Finds what went among what is new: first by the same bytes, then by the same recording, one in a file of the same
 * length before others. Where several could be meant, none is; each target is used once.
 * @param groups what went, the likeliest first: a later group only gets what earlier ones left, and nothing
 * that several of an earlier one could have become
 */
export const matchMoves = <Origin extends Traced, Target extends Traced>(
  groups: readonly (readonly Origin[])[],
  targets: readonly Target[],
): Match<Origin, Target>[] => {
  const matches: Match<Origin, Target>[] = [];
  const leftTargets = new Set(targets);
  /** Kinds of keys, each with those that several who went shared: they lead later groups nowhere. */
  const kinds = keyKinds.map((keyOf) => ({ keyOf, shared: new Set<string>() }));
  for (const group of groups) {
    const leftOrigins = new Set(group);
    for (const { keyOf, shared } of kinds) {
      if (leftOrigins.size === 0 || leftTargets.size === 0) break;
      const byKey = uniqueByKey(leftTargets, keyOf);
      for (const [key, origin] of uniqueByKey(leftOrigins, keyOf)) {
        if (origin === null) shared.add(key);
        const target = byKey.get(key) ?? null;
        if (origin === null || target === null || shared.has(key)) continue;
        matches.push({ origin, target });
        leftOrigins.delete(origin);
        leftTargets.delete(target);
      }
    }
  }
  return matches;
};
