import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { freshFolder } from './libraries.ts';
import { peakMegabytes } from './memory.ts';
import { findProgram, type Peer, peerPollMs, secondsSince, sleep, stop, versionOf } from './peer.ts';
import { summarize } from './percentiles.ts';
import { watchProcessor } from './processor-time.ts';
import type { Figure } from './report.ts';

const configFor = (folder: string, musicFolder: string): string => `
music_directory "${musicFolder}"
db_file "${folder}/database"
log_file "${folder}/log"
pid_file "${folder}/pid"
bind_to_address "${folder}/socket"
audio_output {
  type "null"
  name "null"
}
`;

/** Speaks MPD's line protocol: sends a command, reads to `OK`. */
const connect = async (socketFile: string) => {
  const socket = createConnection(socketFile);
  socket.setEncoding('utf8');
  let buffered = '';
  const read = async (): Promise<string> => {
    while (!/(^|\n)(OK[^\n]*|ACK[^\n]*)\n$/.test(buffered)) {
      const [chunk] = (await once(socket, 'data')) as [string];
      buffered += chunk;
    }
    const text = buffered;
    buffered = '';
    return text;
  };
  await read();
  return {
    command: async (line: string): Promise<string> => {
      socket.write(`${line}\n`);
      return read();
    },
    end: () => socket.destroy(),
  };
};

type Connection = Awaited<ReturnType<typeof connect>>;

const update = async (connection: Connection): Promise<number> => {
  const begunMs = performance.now();
  await connection.command('update');
  while ((await connection.command('status')).includes('updating_db')) {
    await sleep(peerPollMs);
  }
  return secondsSince(begunMs);
};

const connectSoon = async (socketFile: string): Promise<Connection> => {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (existsSync(socketFile)) return connect(socketFile);
    await sleep(50);
  }
  throw new Error('mpd did not start');
};

/** Runs MPD on a music folder for as long as something is asked of it. */
const withMpd = async <Result>(
  folder: string,
  musicFolder: string,
  ask: (connection: Connection, pid: number) => Promise<Result>,
): Promise<Result> => {
  const config = join(folder, 'mpd.conf');
  writeFileSync(config, configFor(folder, musicFolder));
  const child = spawn(findProgram('mpd') ?? 'mpd', ['--no-daemon', config], { stdio: 'ignore' });
  try {
    const connection = await connectSoon(join(folder, 'socket'));
    const result = await ask(connection, child.pid ?? 0);
    connection.end();
    return result;
  } finally {
    await stop(child);
  }
};

/** MPD, the Debian package: it listens on a socket in the folder of the run and plays to nothing. */
export const mpd: Peer = {
  name: 'MPD',
  isUsable: () => findProgram('mpd') !== undefined,
  version: () => versionOf('mpd', '--version'),
  measure: ({ folder, musicFolder }) =>
    withMpd(folder, musicFolder, async (connection, pid) => {
      const processor = watchProcessor(pid);
      const coldSeconds = await update(connection);
      const processorSeconds = processor();
      const rescanSeconds = await update(connection);
      const songs = Number(/^songs: (\d+)/m.exec(await connection.command('stats'))?.[1] ?? 0);
      return { coldSeconds, processorSeconds, rescanSeconds, songs, peakMegabytes: peakMegabytes(pid) };
    }),
};

/** How often MPD is asked for all of its albums. */
const listings = 20;

/** What MPD takes for `list album group albumartist`, the whole list of albums; nothing where it is not installed. */
export const albumArtistListing = async (musicFolder: string): Promise<Figure[]> => {
  if (!mpd.isUsable()) return [];
  const folder = freshFolder('peer-mpd-lists');
  return await withMpd(folder, musicFolder, async (connection) => {
    await update(connection);
    const samples: number[] = [];
    for (let round = 0; round < listings; round += 1) {
      const begunMs = performance.now();
      await connection.command('list album group albumartist');
      samples.push(performance.now() - begunMs);
    }
    const { p50, p95 } = summarize(samples);
    return [
      {
        name: 'mpd.albums.p95',
        value: p95,
        unit: 'ms',
        note: `p50 ${p50.toFixed(2)} ms, all albums at once`,
      },
    ];
  });
};
