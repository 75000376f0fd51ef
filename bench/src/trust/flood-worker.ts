/* Sends one body for each of many people at once, on a thread of its own. */
import { request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { bytesOf, hostileBodies } from './hostile-bodies.ts';

/** What a flood is to do. */
export interface FloodOrder {
  readonly apiRoot: string;
  readonly tokens: readonly string[];
  readonly body: string;
  readonly sizeBytes: number;
  /** Whoever has an answer sends again until so much time has passed, in milliseconds: what is refused at once is over before anybody can wait for it. */
  readonly forMs: number;
}

const { apiRoot, tokens, body: name, sizeBytes, forMs } = workerData as FloodOrder;
const body = hostileBodies.find((candidate) => candidate.name === name);
if (body === undefined) throw new Error(`no body is called ${name}`);

/** One block is shared by all who send: what this thread makes must not be what is measured. */
const blocks = [...bytesOf(body, sizeBytes)];
const wholeBytes = blocks.reduce((sum, block) => sum + block.length, 0);

/** A block in the pieces in which it is sent. */
const piecesOf = (): Buffer[] => {
  const { drip } = body;
  if (drip === undefined) return blocks;
  const whole = Buffer.concat(blocks);
  return Array.from({ length: Math.ceil(whole.length / drip.bytes) }, (_, at) =>
    whole.subarray(at * drip.bytes, (at + 1) * drip.bytes),
  );
};

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** @returns the status; 0 when there was none */
const send = (token: string): Promise<number> =>
  new Promise((resolve) => {
    let status = 0;
    let isOver = false;
    const end = (): void => {
      isOver = true;
      resolve(status);
    };
    const outgoing = request(new URL(body.path, apiRoot), {
      method: 'PUT',
      agent: false,
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        ...(body.isChunked === true ? {} : { 'Content-Length': wholeBytes }),
        ...body.headers,
      },
    });
    outgoing.on('response', (incoming) => {
      status = incoming.statusCode ?? 0;
      incoming.resume();
    });
    outgoing.on('error', end);
    outgoing.on('close', end);
    let tell = (): void => {};
    outgoing.on('drain', () => tell());
    outgoing.on('close', () => tell());
    const taken = (): Promise<void> =>
      new Promise((resolve) => {
        tell = resolve;
      });
    const write = async (): Promise<void> => {
      for (const piece of piecesOf()) {
        if (isOver) return;
        const isTaken = outgoing.write(piece);
        if (body.drip !== undefined) await sleep(body.drip.pauseMs);
        else if (!isTaken) await taken();
      }
      outgoing.end();
    };
    void write();
  });

parentPort?.postMessage('begun');
const untilMs = performance.now() + forMs;
const sendOn = async (token: string): Promise<number[]> => {
  const statuses: number[] = [];
  do statuses.push(await send(token));
  while (performance.now() < untilMs);
  return statuses;
};
const statuses = (await Promise.all(tokens.map(sendOn))).flat();
parentPort?.postMessage(statuses);
