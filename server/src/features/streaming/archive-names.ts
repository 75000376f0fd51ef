import { splitLast } from '../../platform/paths/virtual-path.ts';

/** What some systems take for something else in a name, or do not take at all. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const troublesome = /[\u0000-\u001f\u007f<>:"\\|?*]|[. ]+(?=\/|$)/g;

const digitsOfNumber = 4;

/** So that no two files of an archive have one name, whatever their case. */
const createUnique = (): ((name: string) => string) => {
  const taken = new Set<string>();
  return (name) => {
    const dot = name.lastIndexOf('.');
    const [stem, suffix] = dot > name.lastIndexOf('/') ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
    let unique = name;
    for (let count = 2; taken.has(unique.toLowerCase()); count += 1) unique = `${stem} (${count})${suffix}`;
    taken.add(unique.toLowerCase());
    return unique;
  };
};

/**
 * Names songs in an archive, one after the other, by their virtual paths.
 * @param below the folder whose name and what stands before it is left out; null to number the songs instead
 */
export const createNames = (below: string | null): ((path: string) => string) => {
  const unique = createUnique();
  let count = 0;
  return (path) => {
    count += 1;
    if (below === null) {
      const { name } = splitLast(path);
      return unique(`${String(count).padStart(digitsOfNumber, '0')} ${name}`.replace(troublesome, '_'));
    }
    const isBelow = below !== '' && path.startsWith(`${below}/`);
    return unique((isBelow ? path.slice(below.length + 1) : path).replace(troublesome, '_'));
  };
};

/** The folder that all of some songs are in, as far down as it goes; '' where they share none. */
export const commonFolder = (paths: readonly string[]): string => {
  const [first, ...others] = paths.map((path) => path.split('/').slice(0, -1));
  if (first === undefined) return '';
  let length = first.length;
  for (const other of others) {
    let same = 0;
    while (same < length && other[same] === first[same]) same += 1;
    length = same;
  }
  return first.slice(0, length).join('/');
};
