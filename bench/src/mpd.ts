import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { delimiter, join } from 'node:path';
import { peakMegabytes } from './memory.ts';

/** What MPD took on the same folder in the same run. */
export interface MpdFigures {
  readonly coldSeconds: number;
  readonly rescanSeconds: number;
  readonly songs: number;
  readonly peakMegabytes: number;
  /** Milliseconds of each search, in the order of the words given. */
  readonly searchMs: readonly number[];
}

/** Whether the Debian package `mpd` is installed. */
export const isMpdInstalled = (): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'mpd')));

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
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return (performance.now() - begunMs) / 1000;
};

const connectSoon = async (socketFile: string): Promise<Connection> => {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (existsSync(socketFile)) return connect(socketFile);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('mpd did not start');
};

/** Runs MPD on a folder: one cold scan, one that finds nothing changed, and searches. */
export const measureMpd = async (options: {
  folder: string;
  musicFolder: string;
  words: readonly string[];
}): Promise<MpdFigures> => {
  const config = join(options.folder, 'mpd.conf');
  writeFileSync(config, configFor(options.folder, options.musicFolder));
  const child = spawn('mpd', ['--no-daemon', config], { stdio: 'ignore' });
  try {
    const connection = await connectSoon(join(options.folder, 'socket'));
    const coldSeconds = await update(connection);
    const rescanSeconds = await update(connection);
    const searchMs: number[] = [];
    for (const word of options.words) {
      const begunMs = performance.now();
      await connection.command(`search any "${word.replaceAll(/["\\]/g, '\\$&')}" window 0:50`);
      searchMs.push(performance.now() - begunMs);
    }
    const songs = Number(/^songs: (\d+)/m.exec(await connection.command('stats'))?.[1] ?? 0);
    connection.end();
    return { coldSeconds, rescanSeconds, songs, peakMegabytes: peakMegabytes(child.pid ?? 0), searchMs };
  } finally {
    const exited = child.exitCode === null ? once(child, 'exit') : null;
    child.kill('SIGTERM');
    await exited;
  }
};

/** Version of the installed MPD, for the report. */
export const mpdVersion = (): string =>
  /Music Player Daemon ([\d.]+)/.exec(spawnSync('mpd', ['--version'], { encoding: 'utf8' }).stdout)?.[1] ??
  'unknown';
