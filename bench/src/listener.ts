import { type Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';

/** 320 kbit/s. */
export const bytesPerMs = 40;

/** Sound that is there before play begins, as players do it: 0.4 s. */
const startBytes = 16 * 1024;

/** A player reads ahead up to the one and goes on below the other: 13 and 6 s. */
const mostAheadBytes = 512 * 1024;
const leastAheadBytes = 256 * 1024;

/** Somebody who listens to a song at 320 kbit/s and now and then jumps to another place in it. */
export interface Listener {
  /** Asks for the song from a place on. */
  seek(offset: number): void;
  /** Plays up to now: counts a stall when nothing is there to play, and reads on when little is left. */
  tick(nowMs: number): void;
  readonly stalls: number;
  /** Since the last seek. */
  readonly receivedBytes: number;
  /** From asking to the first byte, of every seek, in milliseconds. */
  readonly firstByteMs: readonly number[];
  readonly errors: readonly string[];
  close(): void;
}

/** The sound that has come, and how far it is played. */
const createSound = () => {
  let receivedBytes = 0;
  /** When the sound began; null before there is enough of it. */
  let playingSinceMs: number | null = null;
  let hasEnded = false;
  let stalls = 0;

  const aheadAt = (nowMs: number): number =>
    receivedBytes - (playingSinceMs === null ? 0 : nowMs - playingSinceMs) * bytesPerMs;

  return {
    stalls: (): number => stalls,
    receivedBytes: (): number => receivedBytes,
    aheadAt,
    /** Nothing has come. */
    begin: (): void => {
      receivedBytes = 0;
      playingSinceMs = null;
      hasEnded = false;
    },
    receive: (bytes: number): void => {
      receivedBytes += bytes;
    },
    end: (): void => {
      hasEnded = true;
    },
    /** Plays up to now. @returns whether there is little left */
    play: (nowMs: number): boolean => {
      if (playingSinceMs === null) {
        if (receivedBytes >= startBytes) playingSinceMs = nowMs;
        return false;
      }
      const aheadBytes = aheadAt(nowMs);
      if (aheadBytes < 0 && !hasEnded) {
        stalls += 1;
        playingSinceMs = nowMs - receivedBytes / bytesPerMs;
      }
      return aheadBytes < leastAheadBytes;
    },
  };
};

/** @param options.agent keeps connections */
export const createListener = (options: { url: string; token: string; agent: Agent }): Listener => {
  const sound = createSound();
  let outgoing: ClientRequest | null = null;
  let incoming: IncomingMessage | null = null;
  const firstByteMs: number[] = [];
  const errors: string[] = [];

  const leave = (): void => {
    outgoing?.destroy();
    outgoing = null;
    incoming = null;
  };

  const take = (answer: IncomingMessage, askedMs: number): void => {
    incoming = answer;
    if (answer.statusCode !== 206) errors.push(`status ${answer.statusCode}`);
    answer.on('data', (chunk: Buffer) => {
      if (sound.receivedBytes() === 0) firstByteMs.push(performance.now() - askedMs);
      sound.receive(chunk.length);
      if (sound.aheadAt(performance.now()) > mostAheadBytes) answer.pause();
    });
    answer.once('end', sound.end);
    answer.once('error', (error) => {
      if (incoming === answer) errors.push(error.message);
    });
  };

  return {
    seek: (offset) => {
      leave();
      sound.begin();
      const askedMs = performance.now();
      const asked = request(options.url, {
        agent: options.agent,
        headers: { Authorization: `Bearer ${options.token}`, Range: `bytes=${offset}-` },
      });
      outgoing = asked;
      asked.once('response', (answer) => {
        if (outgoing === asked) take(answer, askedMs);
      });
      asked.once('error', (error) => {
        if (outgoing === asked) errors.push(error.message);
      });
      asked.end();
    },
    tick: (nowMs) => {
      if (sound.play(nowMs)) incoming?.resume();
    },
    get stalls() {
      return sound.stalls();
    },
    get receivedBytes() {
      return sound.receivedBytes();
    },
    firstByteMs,
    errors,
    close: leave,
  };
};
