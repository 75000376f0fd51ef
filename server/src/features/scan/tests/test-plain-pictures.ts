import { naturalKey } from '../../../platform/text/natural-key.ts';

const coverNames = ['cover', 'folder', 'front', 'albumart'];

const baseOf = (name: string): string => name.slice(0, name.lastIndexOf('.')).toLowerCase();

/** A folder by its virtual path, with the names of the pictures in it. */
interface PicturedFolder {
  readonly path: string;
  readonly pictures: readonly string[];
}

/** The picture file that stands for a folder by the rules, said in the plainest way. */
const pictureOf = ({ path, pictures }: PicturedFolder, pattern: RegExp) => {
  const inOrder = pictures.toSorted((a, b) => Buffer.compare(naturalKey(a), naturalKey(b)));
  const rules = [
    (name: string) => pattern.test(name),
    ...coverNames.map((cover) => (name: string) => baseOf(name) === cover),
  ];
  for (const rule of rules) {
    const name = inOrder.find(rule);
    if (name !== undefined) return { path: `${path}/${name}`, isGuess: false };
  }
  return pictures.length === 1 ? { path: `${path}/${pictures[0]}`, isGuess: true } : null;
};

/**
 * Virtual paths of the picture that says it is the cover, and of the one that is taken for want of another.
 * @param above the folder around a disc folder, null for any other
 */
export const plainPictures = (own: PicturedFolder, above: PicturedFolder | null, pattern: RegExp) => {
  const offers = [own, above].map((folder) => folder && pictureOf(folder, pattern));
  return {
    sure: offers.find((offer) => offer?.isGuess === false)?.path ?? null,
    lone: offers.find((offer) => offer !== null)?.path ?? null,
  };
};
