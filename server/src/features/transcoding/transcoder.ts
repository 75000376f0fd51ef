import { hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { SoundTarget } from '@tonearm/contract';
import { type Program, startProgram } from '../../platform/child/start-program.ts';
import type { Clock } from '../../platform/clock.ts';
import { letGo, type OpenedFile } from '../../platform/paths/open-inside.ts';
import { type Ffmpeg, isSoughtExactly, readingArgv, signsArgv, soundOnlyArgv, startArgv } from './ffmpeg.ts';
import { createDirectMaking, createMaking, type Making, notThere } from './making.ts';
import { promisedBytes } from './promised-length.ts';
import type { TranscodeCache } from './transcode-cache.ts';
import { rateOf, targetFormats } from './transcode-formats.ts';
import type { TranscodeSlots } from './transcode-slots.ts';
import type { Transcoded, TranscodeWish, Transcoding } from './transcoding.ts';

/** What converting needs. */
export interface TranscoderDeps {
  readonly ffmpeg: Ffmpeg;
  readonly cache: TranscodeCache;
  readonly slots: TranscodeSlots;
  readonly clock: Pick<Clock, 'schedule'>;
  /** Whether administrators have it switched on. */
  readonly isOn: () => boolean;
}

/** Converts songs; {@link Transcoding} for others. */
export interface Transcoder extends Transcoding {
  running(): number;
  /** Ends every conversion. */
  stop(): Promise<void>;
}

/** Raised whenever the same wish gives other bytes. */
const makingVersion = 2;

/** Converting yields to answering. */
const niceness = 5;

/** Who wants the very end gets the last moment: of nothing there is no file. In seconds. */
const leastLeft = 0.25;

/** In a song of unknown length, in seconds: as many days as anybody listens. */
const mostOffset = 1_000_000;

/** A wish with everything decided. */
interface Order {
  readonly format: SoundTarget;
  readonly rate: number | null;
  readonly offset: number;
  /** Whether ffmpeg goes there in the file; else it decodes all that lies before. */
  readonly isSought: boolean;
  /** Names what is made, by the file and not by its path. */
  readonly name: string;
}

/** What is to be made, whoever asks. */
type Wanted = Omit<TranscodeWish, 'userId' | 'player' | 'signal'>;

const orderOf = ({ file, format, bitRateKbps, offsetSeconds, durationMs, container }: Wanted): Order => {
  const rate = rateOf(format, bitRateKbps ?? null);
  const longest = durationMs === null ? mostOffset : Math.max(0, durationMs / 1000 - leastLeft);
  const offset = Math.min(Math.max(0, offsetSeconds ?? 0), longest);
  const digest = hash('sha256', `${makingVersion} ${file.identity}`, 'base64url').slice(0, 22);
  const isSought = isSoughtExactly(container);
  return { format, rate, offset, isSought, name: `${digest}-${rate ?? 0}.${targetFormats[format].suffix}` };
};

/** Every argument is ours, or a number. */
const argvOf = ({ format, rate, offset, isSought }: Order): string[] => [
  ...['-v', 'error', ...(isSought ? [] : signsArgv), ...readingArgv(isSought ? offset : 0)],
  ...(isSought ? [] : startArgv(offset)),
  ...soundOnlyArgv,
  ...targetFormats[format].argv,
  ...(rate === null ? [] : ['-b:a', `${rate}k`]),
  'pipe:1',
];

/** What is told of a conversion, whether it was made or is. */
const saidOf = ({ durationMs }: Wanted, { format, offset }: Order) => ({
  contentType: targetFormats[format].contentType,
  durationSeconds: durationMs === null ? null : Math.max(0, durationMs / 1000 - offset),
});

/** Finds what was made before, from the beginning. */
const createFinding =
  (cache: Pick<TranscodeCache, 'open'>) =>
  async (wish: Wanted, order: Order): Promise<Transcoded | null> => {
    const file = order.offset === 0 ? await cache.open(order.name) : null;
    if (file === null) return null;
    // Not when it was last used, which its identity tells, too: a download that goes on later has to find the same.
    const etag = `"${hash('sha256', `${order.name} ${file.sizeBytes}`, 'base64url').slice(0, 22)}"`;
    return { ...saidOf(wish, order), body: { kind: 'file', file, etag } };
  };

/** A conversion, and what one listener gets of it. */
interface Followed {
  readonly making: Making;
  readonly stream: Readable;
}

/** What one player follows: streams of the same conversion. */
interface Turn {
  readonly what: string;
  readonly streams: Set<Readable>;
}

/** Of players that have one conversion at a time: the newest goes on, who follows another one for them is left. */
const createTurns = () => {
  const turns = new Map<string, Turn>();
  const begin = (player: string, { name, offset }: Order): Turn => {
    const what = `${name} ${offset}`;
    const before = turns.get(player);
    if (before?.what === what) return before;
    const turn = { what, streams: new Set<Readable>() };
    turns.set(player, turn);
    for (const stream of before?.streams ?? []) stream.destroy();
    return turn;
  };
  const forget = (player: string, turn: Turn): void => {
    if (turn.streams.size === 0 && turns.get(player) === turn) turns.delete(player);
  };
  /** Follows a conversion that is begun meanwhile. */
  return async (player: string, order: Order, follow: () => Promise<Followed>): Promise<Followed> => {
    const turn = begin(player, order);
    try {
      const followed = await follow();
      const { stream } = followed;
      turn.streams.add(stream);
      stream.once('close', () => {
        turn.streams.delete(stream);
        forget(player, turn);
      });
      if (turns.get(player) !== turn) stream.destroy();
      return followed;
    } finally {
      forget(player, turn);
    }
  };
};

/** Conversions that run; nothing runs before the first. */
const createMakings = ({ ffmpeg, cache, slots, clock }: TranscoderDeps) => {
  /** From the beginning, by name: whoever asks for the same follows the same. */
  const shared = new Map<string, Promise<Making>>();
  const all = new Set<Making>();

  const begin = async (
    order: Order,
    { file, leave }: { file: OpenedFile; leave: () => void },
  ): Promise<Making> => {
    const part = await cache.begin(order.name);
    const program = (onSaid: () => void): Program => {
      const started = startProgram(ffmpeg.program() ?? '', argvOf(order), {
        input: file.descriptor,
        niceness,
        onSaid,
      });
      void started.ended.then(({ error }) => error !== undefined && ffmpeg.lost());
      return started;
    };
    if (part === null)
      return createDirectMaking(
        program(() => {}),
        leave,
      );
    const isKept = order.offset === 0;
    // What nobody else can use has no name, so that it goes with its last listener whatever happens.
    if (!isKept) await part.drop();
    return createMaking({ part, isKept, clock, start: program, onProgramEnd: leave });
  };

  const start = async (order: Order, wish: TranscodeWish): Promise<Making> => {
    if (ffmpeg.program() === null) throw notThere();
    const leave = await slots.enter(wish.userId, wish.signal);
    try {
      const making: Making = await begin(order, { file: wish.file, leave });
      all.add(making);
      void making.ended.finally(() => all.delete(making));
      return making;
    } catch (error) {
      leave();
      throw error;
    }
  };

  return {
    share: async (order: Order, wish: TranscodeWish): Promise<Making> => {
      if (order.offset > 0) return await start(order, wish);
      // Whoever comes while everybody else leaves, or does not get their turn, begins anew.
      for (let other = shared.get(order.name); other !== undefined; other = shared.get(order.name)) {
        const making = await other.catch(() => null);
        if (making?.isAbandoned() === false) return making;
        if (shared.get(order.name) === other) shared.delete(order.name);
      }
      const own = start(order, wish);
      shared.set(order.name, own);
      const forget = (): void => void (shared.get(order.name) === own && shared.delete(order.name));
      own.then((making) => making.ended.finally(forget), forget);
      return await own;
    },
    stop: async (): Promise<void> => {
      for (const making of all) making.kill();
      await Promise.all([...all].map(({ ended }) => ended));
    },
  };
};

/** @see Transcoder */
export const createTranscoder = (deps: TranscoderDeps): Transcoder => {
  const { ffmpeg } = deps;
  const { share, stop } = createMakings(deps);
  const made = createFinding(deps.cache);
  const inTurn = createTurns();

  const open = async (wish: TranscodeWish): Promise<Transcoded> => {
    const order = orderOf(wish);
    const before = await made(wish, order);
    if (before !== null) return before;
    const follow = async (): Promise<Followed> => {
      const making = await share(order, wish);
      return { making, stream: making.follow() };
    };
    const { making, stream } = await (wish.player === undefined
      ? follow()
      : inTurn(wish.player, order, follow));
    const onAbort = (): void => void stream.destroy();
    wish.signal.addEventListener('abort', onAbort, { once: true });
    stream.once('close', () => wish.signal.removeEventListener('abort', onAbort));
    if (wish.signal.aborted) stream.destroy();
    try {
      await making.begun;
    } catch (error) {
      stream.on('error', () => {});
      stream.destroy();
      throw error;
    }
    return { ...saidOf(wish, order), body: { kind: 'stream', stream } };
  };

  return {
    get known() {
      return ffmpeg.asked;
    },
    isAvailable: () => deps.isOn() && ffmpeg.program() !== null,
    formats: () => {
      const state = ffmpeg.state();
      return deps.isOn() && state.kind === 'ready' ? state.formats : [];
    },
    promisedBytes,
    contentTypeOf: (format) => targetFormats[format].contentType,
    running: deps.slots.running,
    open: async (wish) => {
      try {
        if (!deps.isOn()) throw notThere();
        return await open(wish);
      } finally {
        // The program has a descriptor of its own by now.
        letGo(wish.file);
      }
    },
    findMade: async (wish) => {
      try {
        return deps.isOn() ? await made(wish, orderOf(wish)) : null;
      } finally {
        letGo(wish.file);
      }
    },
    stop,
  };
};
