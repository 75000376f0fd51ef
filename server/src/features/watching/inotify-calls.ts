import { constants as files } from 'node:fs';
import { constants as system } from 'node:os';

/** The system's calls for watching. @see inotify(7) */
export interface InotifyCalls {
  /** The number of the open file that tells; it outlives the thread that opened it. */
  readonly instance: number;
  /**
   * Watches a folder, or goes on doing so.
   * @param path ended by NUL
   * @returns the watch's descriptor, above 0, the same for the same folder by whatever path; or minus an error number
   */
  add(path: Buffer, mask: number): number;
  /** Ends a watch; one that has ended already is fine. */
  remove(descriptor: number): void;
  /** Reads events that wait. @returns how many bytes were written, 0 when nothing waits */
  read(into: Buffer): number;
  close(): void;
}

/** `O_CLOEXEC`, which Node.js does not name: processes that are started do not inherit it. */
const closeOnExec = 0o2_000_000;

/**
 * Begins to watch with the system's own calls. The library that calls them is loaded here and nowhere else.
 * @param opened an instance to go on with, which is then this one's to close
 * @throws Error when it has no binary for this machine, or the system gives no more instances
 */
export const openInotify = async (opened?: number): Promise<InotifyCalls> => {
  const { default: koffi } = await import('koffi');
  const c = koffi.load(null);
  const start = c.func('int inotify_init1(int)') as (flags: number) => number;
  const add = c.func('int inotify_add_watch(int, const void *, uint32_t)') as (
    descriptor: number,
    path: Buffer,
    mask: number,
  ) => number;
  const remove = c.func('int inotify_rm_watch(int, int)') as (descriptor: number, watch: number) => number;
  const read = c.func('long read(int, void *, size_t)') as (
    descriptor: number,
    into: Buffer,
    most: number,
  ) => number;
  // Not `fs.closeSync`: a thread warns of descriptors that it did not open itself.
  const close = c.func('int close(int)') as (descriptor: number) => number;

  const instance = opened ?? start(files.O_NONBLOCK | closeOnExec);
  if (instance === -1) throw new Error(`inotify_init1 failed with error ${koffi.errno()}`);
  return {
    instance,
    add: (path, mask) => {
      const descriptor = add(instance, path, mask);
      return descriptor === -1 ? -koffi.errno() : descriptor;
    },
    remove: (descriptor) => {
      remove(instance, descriptor);
    },
    read: (into) => {
      const count = read(instance, into, into.length);
      if (count !== -1) return count;
      const error = koffi.errno();
      if (error === system.errno.EAGAIN || error === system.errno.EINTR) return 0;
      throw new Error(`reading what inotify tells failed with error ${error}`);
    },
    close: () => {
      close(instance);
    },
  };
};
