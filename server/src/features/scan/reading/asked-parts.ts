import { headBytes } from '../../tags/index.ts';

/** A part of a file. */
interface FilePart {
  readonly position: number;
  readonly lengthBytes: number;
}

/** How much of a file's end is asked for, in bytes: there are tags, the last page of an Ogg stream, an index of MP4. */
const tailBytes = 4096;

/** The parts of a file that readers mostly ask for. @param name its name as shown */
export const askedParts = ({
  name,
  sizeBytes,
}: {
  readonly name: string;
  readonly sizeBytes: number;
}): FilePart[] => {
  const head = { position: 0, lengthBytes: headBytes };
  // All that is asked of a FLAC file stands in its head.
  if (sizeBytes <= headBytes || /\.flac$/i.test(name)) return [head];
  return [head, { position: sizeBytes - tailBytes, lengthBytes: tailBytes }];
};
