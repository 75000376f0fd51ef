import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer as createListener } from 'node:net';
import { join } from 'node:path';
import { tempFolder } from '@tonearm/testkit';
import { freshFolder } from '../../libraries.ts';
import { summarize } from '../../percentiles.ts';
import { processorMs } from '../../processor-time.ts';
import { scanEnd, serve } from '../../served-library.ts';
import { writeLargeWav } from '../../suites/media.ts';
import { eventually } from '../trust-product.ts';
import { downloadRate } from './download-rate.ts';

/** What sends a file, and the process whose time that takes. */
interface Sender {
  readonly name: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly pid: number;
}

/** What came of one of them. */
interface SenderRates {
  readonly name: string;
  /** Of each round, in MB a second. */
  readonly megabytesPerSecond: readonly number[];
  readonly processorMsPerGigabyte: number;
}

/** What came of it; null where there is no nginx. */
interface BesideNginx {
  readonly product: SenderRates;
  readonly nginx: SenderRates;
  readonly piecemeal: SenderRates;
  /** Part of what nginx sends, by the middles of all rounds. */
  readonly share: number;
  readonly controlShare: number;
}

/** Asked for, of what nginx sends without `sendfile`. */
export const leastShare = 0.7;

const songBytes = 32 * 1024 * 1024;
const downloadsInARow = 8;

/** Also where it is not on everybody's path. @returns null where there is none */
const findNginx = (): string | null =>
  [process.env['TONEARM_NGINX'] ?? '', 'nginx', '/usr/sbin/nginx'].find(
    (program) => program !== '' && spawnSync(program, ['-v']).status === 0,
  ) ?? null;

const freePort = async (): Promise<number> => {
  const listener = createListener().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as { port: number };
  listener.close();
  await once(listener, 'close');
  return port;
};

const stopped = async (child: ChildProcess): Promise<void> => {
  const ended = once(child, 'exit');
  if (child.exitCode === null && child.kill()) await ended;
};

/** One process that is master and worker, so that its processor time is that of one process. */
const startNginx = async (program: string, { folder, root }: { folder: string; root: string }) => {
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  const lines = [
    `pid ${join(folder, 'pid')};`,
    'daemon off; master_process off; error_log stderr;',
    'events {}',
    'http {',
    '  access_log off; sendfile off;',
    ...temporary,
    `  server { listen 127.0.0.1:${port}; root ${root}; }`,
    '}',
  ];
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, lines.join('\n'));
  const child = spawn(program, ['-p', folder, '-c', file, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}/large.wav`;
  await eventually('nginx', () =>
    fetch(url, { method: 'HEAD' }).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return { name: 'nginx', url, headers: {}, pid: child.pid ?? 0, stop: () => stopped(child) };
};

/** The control: reads four kilobytes, waits for them to be taken, and reads the next. */
const piecemealProgram = `
  import { createServer } from 'node:http';
  import { open } from 'node:fs/promises';
  const server = createServer(async (request, response) => {
    const file = await open(process.argv[1]);
    response.setHeader('Content-Length', (await file.stat()).size);
    const buffer = Buffer.alloc(4096);
    for (let read = await file.read(buffer); read.bytesRead > 0; read = await file.read(buffer))
      await new Promise((resolve) => response.write(Buffer.from(buffer.subarray(0, read.bytesRead)), resolve));
    await file.close();
    response.end();
  });
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;

const startPiecemeal = async (file: string) => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', piecemealProgram, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  const url = `http://127.0.0.1:${Number(port.toString())}/`;
  return { name: 'piecemeal', url, headers: {}, pid: child.pid ?? 0, stop: () => stopped(child) };
};

/** All of them in turns, so that what else the machine does weighs on all alike. */
const inTurns = async (senders: readonly Sender[], rounds: number): Promise<SenderRates[]> => {
  const measured = senders.map((sender) => ({ sender, rates: [] as number[], usedMs: 0 }));
  for (let round = 0; round < rounds; round += 1) {
    for (const one of measured) {
      const { url, headers, pid } = one.sender;
      const before = processorMs(pid);
      one.rates.push(await downloadRate(url, { headers, bytes: songBytes, times: downloadsInARow }));
      one.usedMs += processorMs(pid) - before;
    }
  }
  const gigabytes = (rounds * downloadsInARow * songBytes) / 1e9;
  return measured.map(({ sender, rates, usedMs }) => ({
    name: sender.name,
    megabytesPerSecond: rates,
    processorMsPerGigabyte: usedMs / gigabytes,
  }));
};

const middle = ({ megabytesPerSecond }: SenderRates): number => summarize(megabytesPerSecond).p50;

/**
 * Downloads one song from the product and from nginx without `sendfile` and with one worker, eight times in a row each, in turns.
 * @returns null where there is no nginx
 */
export const runBesideNginx = async (rounds: number): Promise<BesideNginx | null> => {
  const program = findNginx();
  if (program === null) return null;
  await using folder = await tempFolder();
  const music = folder.join('music');
  mkdirSync(music);
  const { file, path } = writeLargeWav(music, songBytes);
  if (statSync(file).size !== songBytes) throw new Error('the song has another length');
  await using served = await serve(freshFolder('data-beside-nginx'));
  const { client, apiRoot, token } = served;
  await client.json('mount_dirs', { method: 'PUT', body: [{ name: 'Large', source: music }] });
  await eventually(
    'the song',
    async () => (await client.send(`audio/${encodeURIComponent(path)}`, { method: 'HEAD' })).status === 200,
  );
  await scanEnd(client);
  const nginx = await startNginx(program, { folder: folder.join('.'), root: music });
  const piecemeal = await startPiecemeal(file);
  try {
    const product: Sender = {
      name: 'product',
      url: new URL(`audio/${encodeURIComponent(path)}`, apiRoot).href,
      headers: { Authorization: `Bearer ${token}` },
      pid: served.product.pid,
    };
    // Once each, not counted.
    await inTurns([product, nginx, piecemeal], 1);
    const [ours, its, control] = await inTurns([product, nginx, piecemeal], rounds);
    if (ours === undefined || its === undefined || control === undefined) throw new Error('nobody sent');
    return {
      product: ours,
      nginx: its,
      piecemeal: control,
      share: middle(ours) / middle(its),
      controlShare: middle(control) / middle(its),
    };
  } finally {
    await nginx.stop();
    await piecemeal.stop();
  }
};
