import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { buildSong, startProduct, tempFolder } from '@tonearm/testkit';
import { residentMegabytes } from '../../memory.ts';
import { summarize } from '../../percentiles.ts';
import { clientOf, prepareOnce, scanned, sleep } from '../trust-product.ts';
import { askAround } from './asking.ts';
import { type Served, startCarelessServer } from './careless-server.ts';

/** What came of it. */
export interface SlowClientsResult {
  readonly stalled: number;
  /** Of those, how many held their connection to the end. */
  readonly stillStalled: number;
  readonly tricklers: number;
  /** Seconds until the last who trickled was gone; endless when somebody was not. */
  readonly lastTricklerSeconds: number;
  /** First bytes to everybody else while they stand still, and right before all of it, in milliseconds. */
  readonly firstByteP95Ms: number;
  readonly quietP95Ms: number;
  /** The same while they come, all at once, and their sockets swallow what is sent: and how long that took. */
  readonly arrivingP95Ms: number;
  readonly arrivingSeconds: number;
  readonly errors: number;
  /** What one who stalls costs the process: thousand bytes of memory, and descriptors. */
  readonly kilobytesEach: number;
  readonly descriptorsEach: number;
  readonly faults: readonly string[];
}

/** More than the sockets of both ends swallow. */
const songSeconds = 120;
const songPath = 'Music/long.wav';
const usualQuietMs = 5_000;
/** Longer than who trickles may go on. */
const longStallMs = 25_000;
/** How often it is looked whether their sockets are full, and what others have read meanwhile, in milliseconds and MB. */
const fullLookMs = 250;
const ownMegabytes = 4;
const trickleEveryMs = 1_000;
/** So many begin at once, and so long until the next do, in milliseconds. */
const burst = 50;
const burstEveryMs = 20;

const mostFirstByteMs = 20;
const mostKilobytes = 64;
/** And a few connections of everybody else, of thousands. */
const mostDescriptors = 2.05;
const mostTrickleSeconds = 15;

interface Target {
  readonly address: string;
  readonly pid: number;
  readonly token: string;
}

const opened = ({ address }: Target): Promise<Socket> => {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve(socket));
    socket.once('error', reject);
  });
};

/** Opens connections some at a time: who opens all at once measures the machine's queue. */
const openAll = async (target: Target, count: number): Promise<Socket[]> => {
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const some = Math.min(burst, count - sockets.length);
    sockets.push(...(await Promise.all(Array.from({ length: some }, () => opened(target)))));
    await sleep(burstEveryMs);
  }
  return sockets;
};

const head = ({ address, token }: Target): string =>
  `Host: ${new URL(address).host}\r\nAuthorization: Bearer ${token}\r\n`;

/** Asks for a long song and never reads a byte of it. @returns how many are still connected, and an end of it */
const beginStalling = async (target: Target, count: number) => {
  const sockets = await openAll(target, count);
  let gone = 0;
  for (const socket of sockets) {
    socket.pause();
    socket.on('error', () => {});
    socket.once('close', () => {
      gone += 1;
    });
    socket.write(`GET /api/audio/${encodeURIComponent(songPath)} HTTP/1.1\r\n${head(target)}\r\n`);
  }
  return {
    left: (): number => count - gone,
    end: (): void => {
      for (const socket of sockets) socket.destroy();
    },
  };
};

/** Sends a byte of its headers every second. @returns how long each was let do so, in seconds */
const beginTrickling = async (target: Target, count: number, stallForMs: number) => {
  const sockets = await openAll(target, count);
  const lasted: Promise<number>[] = sockets.map((socket) => {
    const begunMs = performance.now();
    socket.on('error', () => {});
    socket.resume();
    socket.write(`GET /api/version HTTP/1.1\r\n${head(target)}X-Slow: `);
    const timer = setInterval(() => socket.write('x'), trickleEveryMs);
    return new Promise((resolve) => {
      socket.once('close', () => {
        clearInterval(timer);
        resolve((performance.now() - begunMs) / 1000);
      });
    });
  });
  const still = new Promise<number>((resolve) => setTimeout(resolve, stallForMs, Number.POSITIVE_INFINITY));
  return {
    seconds: Promise.all(lasted.map((each) => Promise.race([each, still]))),
    end: (): void => {
      for (const socket of sockets) socket.destroy();
    },
  };
};

const costOf = ({ pid }: Target) => ({
  kilobytes: residentMegabytes(pid) * 1000,
  descriptors: readdirSync(`/proc/${pid}/fd`).length,
});

/** What a process has read so far, in MB. */
const readBy = ({ pid }: Target): number =>
  Number(/^rchar: (\d+)/.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]) / 1e6;

/** Waits until nothing more is read for who does not take it. @returns seconds */
const untilFull = async (target: Target, longestMs: number): Promise<number> => {
  const begunMs = performance.now();
  for (let before = 0, now = readBy(target); now - before > ownMegabytes; now = readBy(target)) {
    if (performance.now() - begunMs > longestMs) break;
    before = now;
    await sleep(fullLookMs);
  }
  return (performance.now() - begunMs) / 1000;
};

/** What is wrong with it, a sentence each. */
export const judgeSlowClients = (result: Omit<SlowClientsResult, 'faults'>): string[] => {
  const faults: string[] = [];
  const { firstByteP95Ms, kilobytesEach, descriptorsEach, lastTricklerSeconds, errors } = result;
  if (firstByteP95Ms > mostFirstByteMs) faults.push(`others waited ${firstByteP95Ms.toFixed(1)} ms at p95`);
  if (errors > 0) faults.push(`${errors} calls of others failed`);
  if (kilobytesEach > mostKilobytes) faults.push(`${kilobytesEach.toFixed(0)} kB for each who stalls`);
  if (descriptorsEach > mostDescriptors)
    faults.push(`${descriptorsEach.toFixed(1)} descriptors for each who stalls`);
  if (lastTricklerSeconds > mostTrickleSeconds)
    faults.push(`who trickled was there for ${lastTricklerSeconds.toFixed(1)} s`);
  return faults;
};

/** Who is let loose, and for how long. */
interface Loose {
  readonly stalled: number;
  readonly tricklers: number;
  /** Milliseconds; longer than who trickles may go on unless told. */
  readonly stallForMs?: number;
  /** Milliseconds before, in which nobody is let loose. */
  readonly quietForMs?: number;
}

const letLoose = async (
  target: Target,
  { stalled, tricklers, stallForMs = longStallMs, quietForMs = usualQuietMs }: Loose,
): Promise<SlowClientsResult> => {
  const client = clientOf(target, target.token);
  const questions = [
    { path: `audio/${encodeURIComponent(songPath)}`, headers: { Range: 'bytes=0-65535' } },
    { path: 'browse' },
    { path: 'playlists' },
  ];
  const stopQuiet = askAround(client, questions);
  await sleep(quietForMs);
  const quiet = await stopQuiet();
  const before = costOf(target);
  const stopArriving = askAround(client, questions);
  const stalling = await beginStalling(target, stalled);
  const arrivingSeconds = await untilFull(target, stallForMs);
  const arriving = await stopArriving();
  const stopAsking = askAround(client, questions);
  const trickling = await beginTrickling(target, tricklers, stallForMs);
  await sleep(stallForMs / 2);
  const seconds = await trickling.seconds;
  const asked = await stopAsking();
  // Those who trickled are gone by then.
  const after = costOf(target);
  const result = {
    stalled,
    stillStalled: stalling.left(),
    tricklers,
    lastTricklerSeconds: Math.max(0, ...seconds),
    firstByteP95Ms: summarize(asked.firstByteMs).p95,
    quietP95Ms: summarize(quiet.firstByteMs).p95,
    arrivingP95Ms: summarize(arriving.firstByteMs).p95,
    arrivingSeconds,
    errors: arriving.errors + asked.errors,
    kilobytesEach: (after.kilobytes - before.kilobytes) / stalled,
    descriptorsEach: (after.descriptors - before.descriptors) / stalled,
  };
  stalling.end();
  trickling.end();
  client.close();
  return { ...result, faults: judgeSlowClients(result) };
};

/** Lets people who do not read and people who hardly write loose on a server, beside others. */
export const runSlowClients = async (counts: Loose, isCareless = false): Promise<SlowClientsResult> => {
  await using folder = await tempFolder();
  const music = folder.join('music');
  const dataFolder = folder.join('data');
  const token = await prepareOnce(dataFolder, music);
  const song = `${music}/long.wav`;
  writeFileSync(song, buildSong({ format: 'wav', tags: { title: 'Long' }, seconds: songSeconds }).data);
  if (isCareless) {
    await using served: Served = await startCarelessServer(song);
    return await letLoose({ ...served, token }, counts);
  }
  await using product = await startProduct({ dataFolder, argv: ['--log-level', 'error'] });
  const client = clientOf(product, token);
  await scanned(client, 5);
  client.close();
  return await letLoose({ address: product.address, pid: product.pid, token }, counts);
};
