import type { ShownName } from '../../../library/write/files-store.ts';

/** Whether two names that are shown alike stand for the same bytes. */
export const isSameRealName = (a: Uint8Array | null, b: Uint8Array | null): boolean =>
  a === null || b === null ? a === b : Buffer.compare(a, b) === 0;

const withoutExtension = (name: string): [string, string] => {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot)];
};

/**
 * Names a folder's entries for people: bytes that are not UTF-8 become replacement characters, and names
 * that would then be the same are numbered in the order of their bytes, so that each is shown alike every
 * time.
 * @returns the shown names, in the order of the given ones
 */
export const showNames = (realNames: readonly Buffer[]): ShownName[] => {
  const shown = realNames.map((realName): ShownName => {
    const name = realName.toString('utf8');
    return { name, realName: Buffer.from(name).equals(realName) ? null : realName };
  });
  const taken = new Set(shown.filter(({ realName }) => realName === null).map(({ name }) => name));
  const broken = shown
    .map((entry, index) => ({ ...entry, index }))
    .filter((entry): entry is { name: string; realName: Buffer; index: number } => entry.realName !== null)
    .sort((a, b) => Buffer.compare(a.realName, b.realName));
  for (const { name, realName, index } of broken) {
    const [stem, extension] = withoutExtension(name);
    let unique = name;
    for (let count = 2; taken.has(unique); count += 1) unique = `${stem} (${count})${extension}`;
    taken.add(unique);
    shown[index] = { name: unique, realName };
  }
  return shown;
};
