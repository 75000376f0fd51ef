import { Readable } from 'node:stream';
import { AppError } from '../../platform/app-error.ts';
import type { Program } from '../../platform/child/start-program.ts';
import type { Clock } from '../../platform/clock.ts';
import type { CachePart } from './transcode-cache.ts';

/** A conversion under way, or just done, that any number of listeners follow. */
export interface Making {
  /** Resolves when the first bytes are there. @throws AppError not_convertible when none will be */
  readonly begun: Promise<void>;
  /** From the beginning to the end, as it grows. Nobody following any more ends the conversion. */
  follow(): Readable;
  /** Whether everybody left before it was done: it is ending, and not to be followed. */
  isAbandoned(): boolean;
  /** Resolves when nothing of it is left running. */
  readonly ended: Promise<void>;
  kill(): void;
}

/** How long it may take from one piece, or one sign that it goes on, to the next, in milliseconds. */
const stillMs = 10_000;

/** Signs in a row that put its end off, of which it gives one a second: by then nobody waits any more. */
const mostSigns = 60;

/** Read at a time by a listener, in bytes. */
const chunkBytes = 64 * 1024;

/** What a client is told where nothing converts. */
export const notThere = (): AppError =>
  new AppError('not_convertible', 'Songs cannot be converted on this server: ffmpeg is not there.');

/** Why nothing came of it: the program could not be started at all, or not make anything of the song. */
const troubleOf = ({ error, why, said }: Awaited<Program['ended']>): AppError =>
  error === undefined ? notConvertible(`${why}: ${said}`) : notThere();

const notConvertible = (said: string): AppError =>
  new AppError('not_convertible', 'This song cannot be converted: its sound cannot be read.', {
    cause: new Error(said.trim().slice(-500)),
  });

/** How far the file has come, and who waits for more of it. */
const createGrowth = () => {
  let bytes = 0;
  let end: 'well' | Error | null = null;
  let wakers: (() => void)[] = [];
  const wake = (): void => {
    const woken = wakers;
    wakers = [];
    for (const each of woken) each();
  };
  return {
    bytes: () => bytes,
    end: () => end,
    add: (count: number) => {
      bytes += count;
      wake();
    },
    finish: (how: 'well' | Error) => {
      end ??= how;
      wake();
    },
    changed: () => new Promise<void>((resolve) => void wakers.push(resolve)),
  };
};

type Growth = ReturnType<typeof createGrowth>;

/** Ends a program that stands still. */
const createPatience = (clock: Pick<Clock, 'schedule'>, kill: () => void) => {
  let signs = 0;
  let isWaiting = false;
  let cancel = (): void => {};
  const rest = (): void => {
    isWaiting = false;
    cancel();
  };
  const wait = (): void => {
    rest();
    isWaiting = true;
    cancel = clock.schedule(stillMs, kill);
  };
  return {
    /** A piece is waited for from now on. */
    begin: (): void => {
      signs = 0;
      wait();
    },
    rest,
    /** No piece came, but it goes on. */
    sign: (): void => {
      signs += 1;
      if (isWaiting && signs <= mostSigns) wait();
    },
  };
};

/** Writes what the program gives into the file, piece by piece; the program waits meanwhile. */
const writeAll = async (
  program: Program,
  part: CachePart,
  { growth, patience }: { growth: Growth; patience: ReturnType<typeof createPatience> },
): Promise<void> => {
  patience.begin();
  try {
    for await (const piece of program.output as AsyncIterable<Buffer>) {
      patience.rest();
      await part.handle.write(piece, 0, piece.length, growth.bytes());
      growth.add(piece.length);
      patience.begin();
    }
  } finally {
    patience.rest();
  }
};

/** Resolves when there is something to read. @throws what ended it without anything */
const firstBytes = async (growth: Growth): Promise<void> => {
  while (growth.bytes() === 0) {
    const end = growth.end();
    if (end !== null && end !== 'well') throw end;
    await growth.changed();
  }
};

const follower = (part: CachePart, growth: Growth, onLeave: () => void): Readable => {
  let position = 0;
  const next = async (): Promise<Buffer | null> => {
    for (;;) {
      const left = growth.bytes() - position;
      if (left > 0) {
        const buffer = Buffer.allocUnsafe(Math.min(left, chunkBytes));
        const { bytesRead } = await part.handle.read(buffer, 0, buffer.length, position);
        position += bytesRead;
        return buffer.subarray(0, bytesRead);
      }
      const end = growth.end();
      if (end === 'well') return null;
      if (end !== null) throw end;
      await growth.changed();
    }
  };
  return new Readable({
    highWaterMark: chunkBytes,
    read() {
      next().then(
        (piece) => this.push(piece),
        (error: Error) => this.destroy(error),
      );
    },
    destroy(error, done) {
      onLeave();
      done(error);
    },
  });
};

/**
 * Follows a program that writes a song.
 * @param deps.start begins it, and has it tell when it goes on without giving anything; the slot is given back when it
 * has ended
 */
export const createMaking = (deps: {
  readonly part: CachePart;
  readonly start: (onSign: () => void) => Program;
  /** Whether the whole file may be kept when it is done. */
  readonly isKept: boolean;
  readonly clock: Pick<Clock, 'schedule'>;
  /** Called when the program is no more, before the file is kept. */
  readonly onProgramEnd: () => void;
}): Making => {
  const { part, isKept, clock } = deps;
  const growth = createGrowth();
  const program = deps.start(() => patience.sign());
  const patience = createPatience(clock, program.kill);
  let followers = 0;
  let isOver = false;
  let isAbandoned = false;

  const closeWhenLeft = (): void => {
    if (isOver && followers === 0) void part.handle.close().catch(() => {});
  };

  const run = async (): Promise<void> => {
    try {
      await writeAll(program, part, { growth, patience });
    } catch (error) {
      program.kill();
      part.noteTrouble();
      growth.finish(error instanceof Error ? error : new Error(String(error)));
    }
    const end = await program.ended;
    deps.onProgramEnd();
    const isWhole = end.isWell && growth.bytes() > 0 && growth.end() === null;
    if (isWhole && isKept) await part.keep(growth.bytes());
    else await part.drop();
    growth.finish(isWhole ? 'well' : troubleOf(end));
  };

  const ended = run().finally(() => {
    isOver = true;
    closeWhenLeft();
  });

  const first = firstBytes(growth);
  // Told to those who wait for it; perhaps nobody does.
  first.catch(() => {});
  return {
    begun: first,
    ended,
    isAbandoned: () => isAbandoned,
    kill: program.kill,
    follow: () => {
      followers += 1;
      return follower(part, growth, () => {
        followers -= 1;
        if (followers === 0 && !isOver) {
          isAbandoned = true;
          program.kill();
        }
        closeWhenLeft();
      });
    },
  };
};

/**
 * Hands on what a program writes to its only listener, where nothing can be written to disk: it goes as fast as the
 * listener takes it.
 */
export const createDirectMaking = (program: Program, onProgramEnd: () => void): Making => {
  const pieces = async function* (): AsyncGenerator<Buffer> {
    yield* program.output as AsyncIterable<Buffer>;
    const end = await program.ended;
    if (!end.isWell) throw troubleOf(end);
  };
  const stream = Readable.from(pieces(), { objectMode: false, highWaterMark: chunkBytes });
  stream.once('close', () => {
    program.kill();
    program.output.destroy();
  });
  const begun = new Promise<void>((resolve, reject) => {
    stream.once('readable', resolve);
    stream.once('error', reject);
  });
  begun.catch(() => {});
  return {
    begun,
    ended: program.ended.then(onProgramEnd),
    isAbandoned: () => stream.destroyed,
    kill: program.kill,
    follow: () => stream,
  };
};
