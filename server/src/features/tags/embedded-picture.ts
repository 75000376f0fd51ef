/** A picture inside a song file. */
export interface EmbeddedPicture {
  readonly data: Uint8Array;
  /** What the file says it is, such as `image/jpeg`; may be wrong. */
  readonly mime: string;
}

/**
 * Reads the picture embedded in a song file, the front cover if there are several. Runs library code over
 * the file: call it off the answering thread, with a deadline.
 * @returns null when there is none
 * @throws what the library throws at broken files
 */
export const readEmbeddedPicture = async (path: string): Promise<EmbeddedPicture | null> => {
  // Loaded when first needed: who only asks what a file is called does not pay for it.
  const { parseFile, selectCover } = await import('music-metadata');
  const { common } = await parseFile(path, { duration: false });
  const cover = selectCover(common.picture);
  return cover === null ? null : { data: cover.data, mime: cover.format };
};
