import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ProxyName, type Recipe, stageRecipe } from './recipes.ts';

/** A proxy that runs a recipe. */
export interface RunningProxy extends AsyncDisposable {
  readonly port: number;
  /** The end of what it printed. */
  printed(): string;
}

const listenDeadlineMs = 15_000;

const programs: Readonly<Record<ProxyName, string>> = {
  nginx: 'nginx',
  caddy: 'caddy',
  haproxy: 'haproxy',
  apache: 'apache2',
};

/** The version a proxy tells, or null where it is not installed. */
export const versionOf = (proxy: ProxyName): string | null => {
  const flag = { nginx: '-v', caddy: 'version', haproxy: '-v', apache: '-v' }[proxy];
  const { error, stdout, stderr } = spawnSync(programs[proxy], [flag], { encoding: 'utf8' });
  return error === undefined ? (/\d+\.\d+(\.\d+)?/.exec(`${stdout}${stderr}`)?.[0] ?? 'unknown') : null;
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
};

/** A certificate for music.example.org that nobody signed. @returns paths of its files */
const makeCertificate = (folder: string): { certificate: string; key: string; both: string } => {
  const [certificate, key, both] = ['cert.pem', 'key.pem', 'both.pem'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const made = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=music.example.org', '-addext', 'subjectAltName=DNS:music.example.org'],
    ...['-keyout', key, '-out', certificate],
  ]);
  if (made.status !== 0) throw new Error(`openssl failed: ${made.stderr.toString()}`);
  writeFileSync(both, `${readFileSync(certificate, 'utf8')}${readFileSync(key, 'utf8')}`);
  return { certificate, key, both };
};

/** What stands around a recipe in a whole configuration, and how the proxy is started with it in the foreground. */
const launches: Readonly<
  Record<ProxyName, (recipe: string, folder: string) => { file: string; text: string; argv: string[] }>
> = {
  nginx: (recipe, folder) => {
    const file = join(folder, 'nginx.conf');
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${join(folder, name)};`,
    );
    const http = ['access_log off;', ...temporary, recipe].join('\n');
    const text = `pid ${join(folder, 'pid')};\nerror_log stderr;\ndaemon off;\nevents {}\nhttp {\n${http}\n}\n`;
    return { file, text, argv: ['-p', folder, '-c', file, '-e', 'stderr'] };
  },
  caddy: (recipe, folder) => {
    const file = join(folder, 'Caddyfile');
    const text = `{\n  admin off\n  auto_https disable_redirects\n  storage file_system ${folder}\n}\n${recipe}\n`;
    return { file, text, argv: ['run', '--config', file, '--adapter', 'caddyfile'] };
  },
  haproxy: (recipe, folder) => {
    const file = join(folder, 'haproxy.cfg');
    return { file, text: `${recipe}\n`, argv: ['-db', '-f', file] };
  },
  apache: (recipe, folder) => {
    const file = join(folder, 'apache.conf');
    const modules = ['mpm_event', 'authz_core', 'headers', 'proxy', 'proxy_http', 'ssl', 'socache_shmcb']
      .filter((name) => existsSync(`/usr/lib/apache2/modules/mod_${name}.so`))
      .map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`);
    const port = /<VirtualHost (\S+)>/.exec(recipe)?.[1] ?? '';
    const lines = [
      `ServerRoot ${folder}`,
      `DefaultRuntimeDir ${folder}`,
      `PidFile ${join(folder, 'pid')}`,
      `ErrorLog ${join(folder, 'error.log')}`,
      'ServerName music.example.org',
      ...modules,
      `Listen ${port}`,
      recipe,
    ];
    return { file, text: `${lines.join('\n')}\n`, argv: ['-D', 'FOREGROUND', '-f', file] };
  },
};

const listens = async (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1');
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
};

const untilListening = async (child: ChildProcess, port: number, printed: () => string): Promise<void> => {
  const deadline = performance.now() + listenDeadlineMs;
  while (!(await listens(port))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      throw new Error(`the proxy does not listen:\n${printed()}`);
    }
    await sleep(50);
  }
};

/** Runs a recipe of the page in front of the product, on a free port of the loopback. */
export const runProxy = async (
  recipe: Recipe,
  at: { folder: string; productPort: number },
): Promise<RunningProxy> => {
  mkdirSync(at.folder, { recursive: true });
  const port = await freePort();
  const staged = stageRecipe(recipe, {
    publicPort: port,
    productPort: at.productPort,
    ...makeCertificate(at.folder),
  });
  const { file, text, argv } = launches[recipe.proxy](staged, at.folder);
  writeFileSync(file, text);
  const child = spawn(programs[recipe.proxy], argv, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOME: at.folder, XDG_DATA_HOME: at.folder },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed = `${printed}${chunk.toString()}`.slice(-10_000);
    });
  }
  await untilListening(child, port, () => printed);
  return {
    port,
    printed: () => printed,
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
};
