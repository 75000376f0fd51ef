/** The last part of a virtual path: the name of the folder or file; '' for the whole collection. */
export const lastSegment = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The music source that a virtual path belongs to: its first part. */
export const sourceOf = (path: string): string => path.split('/', 1)[0] ?? '';

/** The folder that holds a path; '' for a music source. */
export const parentOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 0));
