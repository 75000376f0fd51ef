import { createMediaFiles, type RemoteFiles } from './remote-files.ts';

const none = async (): Promise<never> => {
  throw new Error('This test has no bucket.');
};

const noBuckets: RemoteFiles = {
  find: none,
  open: none,
  copy: none,
  pictureInside: none,
  wordsInside: none,
  namesAfter: none,
};

/** Files of this machine alone. */
export const hostFiles = createMediaFiles(noBuckets);
