// Runs in a network with nothing but itself: uses the product there, and prints what came of it as JSON.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type Endpoint, endpoints } from '@tonearm/contract';
import { startProduct, tempFolder } from '@tonearm/testkit';
import { traced, traceEnded } from '../tracing.ts';
import { clientOf, prepare, scanned, sleep, songPath } from '../trust-product.ts';
import { outsideCalls } from './outside-calls.ts';

const calls = ['connect', 'sendto', 'sendmsg', 'sendmmsg'];

/** Reads that name nothing, of which each has to be answered. */
const plainReads = (Object.values(endpoints) as Endpoint[])
  .filter(({ method, path, access }) => method === 'GET' && !path.includes('{') && access !== 'link')
  // Goes on for ever.
  .filter(({ answer }) => answer !== 'event-stream')
  .map(({ path }) => path.slice(1));

const useProduct = async (restSeconds: number): Promise<{ failures: string[]; outside: string[] }> => {
  await using folder = await tempFolder();
  const dataFolder = folder.join('data');
  const token = await prepare(dataFolder, folder.join('music'));
  const output = folder.join('calls');
  const product = await startProduct({ dataFolder, through: traced({ output, calls }) });
  const client = clientOf(product, token);
  const failures: string[] = [];
  const must = async (path: string, options?: { method: string; body?: unknown }, allowed = [200, 204]) => {
    const { status } = await client.send(path, options);
    if (!allowed.includes(status)) failures.push(`${options?.method ?? 'GET'} ${path} answered ${status}`);
  };
  const song = encodeURIComponent(songPath(1));
  // Some want to be asked for something (400), or have nothing yet (404).
  for (const path of plainReads) await must(path, undefined, [200, 204, 400, 404]);
  for (const path of [
    'flatten',
    'search/picnic',
    `audio/${song}`,
    `browse/${encodeURIComponent('Music/Anna')}`,
  ])
    await must(path);
  await must('playlist/Mine', { method: 'PUT', body: { tracks: [songPath(1)] } });
  await must(`lastfm/scrobble/${song}`, { method: 'POST' });
  await must('backups', { method: 'POST' });
  await must('trigger_index', { method: 'POST' });
  await scanned(client, 4);
  await sleep(restSeconds * 1000);
  client.close();
  const code = await product.stop();
  if (code !== 0) failures.push(`the server ended with ${code}`);
  await traceEnded(output, product.pid);
  return { failures, outside: outsideCalls(readFileSync(output, 'latin1')) };
};

/** A programme that does call somebody, to see that this is told of. */
const callOut = async (): Promise<string[]> => {
  await using folder = await tempFolder();
  const output = folder.join('calls');
  const script = "fetch('http://192.0.2.1/').catch(() => {})";
  const [command, ...argv] = [...traced({ output, calls }), process.execPath, '-e', script];
  const child = spawn(command ?? '', argv, { stdio: 'ignore' });
  await once(child, 'exit');
  await traceEnded(output, child.pid ?? 0);
  return outsideCalls(readFileSync(output, 'latin1'));
};

const used = await useProduct(Number(process.argv[2] ?? 0));
console.log(JSON.stringify({ ...used, reads: plainReads.length, control: await callOut() }));
