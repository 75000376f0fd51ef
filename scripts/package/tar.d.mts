export interface Entry {
  name: string;
  mode: number;
  /** Null for folders and links. */
  content: Uint8Array | null;
  link: string;
  isFolder: boolean;
  uid?: number;
  gid?: number;
}
export function entriesOf(folder: string, prefix?: string): Entry[];
export function tarOf(entries: readonly Entry[], seconds: number): Buffer;
