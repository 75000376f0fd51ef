import { basename } from 'node:path';

/** Something that a process asked of the disk, in the order in which it was asked. */
export type DiskCall = { readonly atMs: number } & (
  | { readonly kind: 'write'; readonly file: string; readonly offset: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly file: string; readonly size: number }
  | { readonly kind: 'unlink'; readonly file: string }
  /** Ended. What was written by then when it began is on the disk; `since` is the number of the call before it. */
  | { readonly kind: 'sync'; readonly file: string; readonly since: number }
);

const bytesOf = (escaped: string): Buffer => Buffer.from(escaped.replaceAll('\\x', ''), 'hex');
const nameOf = (escaped: string): string => basename(bytesOf(escaped).toString());

const line = /^(\d+) +(\d+\.\d+) (?:<\.\.\. )?(\w+)(?: resumed>|\()(.*)$/;

/** Reads what `traced` wrote of `pwrite64`, `fsync`, `fdatasync`, `ftruncate` and `unlink`. Files are told by their last name. */
export const readCalls = (text: string): DiskCall[] => {
  const calls: DiskCall[] = [];
  const syncing = new Map<string, { file: string; since: number }>();
  for (const each of text.split('\n')) {
    const [, pid = '', seconds = '', call = '', rest = ''] = line.exec(each) ?? [];
    const atMs = Number(seconds) * 1000;
    const isResumed = each.includes(' resumed>');
    const isUnfinished = rest.includes('<unfinished');
    // What failed changed nothing.
    if (!isUnfinished && / = -1 /.test(rest)) continue;
    const file = nameOf(/^\d+<([^>]*)>/.exec(rest)?.[1] ?? /^"([^"]*)"/.exec(rest)?.[1] ?? '');
    if (call === 'fsync' || call === 'fdatasync') {
      const begun = isResumed ? syncing.get(pid) : { file, since: calls.length };
      if (isUnfinished) syncing.set(pid, { file, since: calls.length });
      else if (begun !== undefined) calls.push({ kind: 'sync', atMs, ...begun });
    } else if (isResumed) continue;
    else if (call === 'pwrite64') {
      const [, data = '', , offset = ''] = /^\S+ "([^"]*)"(\.\.\.)?, \d+, (\d+)/.exec(rest) ?? [];
      calls.push({ kind: 'write', atMs, file, offset: Number(offset), bytes: bytesOf(data) });
    } else if (call === 'ftruncate')
      calls.push({ kind: 'truncate', atMs, file, size: Number(/, (\d+)/.exec(rest)?.[1]) });
    else if (call === 'unlink') calls.push({ kind: 'unlink', atMs, file });
  }
  return calls;
};
