/** Why a file could not be read, in words for the scan report. */
type ReadProblem =
  | { readonly kind: 'problem'; readonly reason: string; readonly isLasting: boolean }
  | { readonly kind: 'gone' };

/** Reasons the file system gives. All may pass, so the file is tried again by the next scan. */
const systemReasons: Readonly<Record<string, string>> = {
  EACCES: 'The server is not allowed to read this file.',
  EPERM: 'The server is not allowed to read this file.',
  EIO: 'The disk could not read this file.',
  ESTALE: 'The network drive lost this file.',
  EMFILE: 'Too many files are open.',
  ENFILE: 'Too many files are open.',
  ELOOP: 'This link leads in a circle.',
};

const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;

/** Says an error of reading plainly; nothing of the host or of the library's words gets through. */
export const plainReason = (error: unknown): ReadProblem => {
  const code = codeOf(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'gone' };
  const system = code === null ? undefined : systemReasons[code];
  if (system !== undefined) return { kind: 'problem', reason: system, isLasting: false };
  if (error instanceof RangeError) {
    return {
      kind: 'problem',
      reason: 'The file is broken: a part of it claims an impossible size.',
      isLasting: true,
    };
  }
  const name = error instanceof Error ? error.name : '';
  if (name === 'EndOfStreamError') {
    return { kind: 'problem', reason: 'The file is broken off.', isLasting: true };
  }
  return { kind: 'problem', reason: 'The file is broken or is not audio.', isLasting: true };
};
