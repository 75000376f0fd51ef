import { sleep } from '../trust-product.ts';
import { account, type Group, type Life, names } from './group.ts';
import type { Scene } from './scene.ts';

/** One kind of change: made in one process, looked for in the next. */
interface Change {
  readonly what: string;
  write(number: number, music: string): { path: string; method: string; body: unknown };
  read(number: number): string;
  isThere(number: number, body: string): boolean;
}

const changes: readonly Change[] = [
  {
    what: 'playlists',
    write: (number) => ({
      path: `playlist/P${number % 7}`,
      method: 'PUT',
      body: { tracks: [`mark ${number}`] },
    }),
    read: () => 'playlists',
    isThere: (number, body) => body.includes(`P${number % 7}`),
  },
  {
    what: 'preferences',
    write: (number) => ({ path: 'preferences', method: 'PUT', body: { web_theme_accent: accent(number) } }),
    read: () => 'preferences',
    isThere: (number, body) => body.includes(accent(number)),
  },
  {
    what: 'settings',
    write: (number) => ({
      path: 'settings',
      method: 'PUT',
      body: { reindex_every_n_seconds: 3600 + number },
    }),
    read: () => 'settings',
    isThere: (number, body) => body.includes(`:${3600 + number}`),
  },
  {
    what: 'sources',
    write: (number, music) => ({
      path: 'mount_dirs',
      method: 'PUT',
      body: [
        { name: 'Music', source: music },
        { name: '', source: `draft ${number}` },
      ],
    }),
    read: () => 'mount_dirs',
    isThere: (number, body) => body.includes(`"draft ${number}"`),
  },
  {
    what: 'users',
    write: (number) => ({
      path: 'user',
      method: 'POST',
      body: { name: `u${number}`, password: 'x', admin: false },
    }),
    read: () => 'users',
    isThere: (number, body) => body.includes(`"u${number}"`),
  },
];

const accent = (number: number): string => `#${number.toString(16).padStart(6, '0')}`;

/** What one process answered that it was done is there in the next request to another. */
export const seeWrites = async ({ group, findings, token, amounts }: Scene): Promise<void> => {
  for (const { what, write, read, isThere } of changes) {
    let seen = 0;
    let made = 0;
    for (let round = 0; round < amounts.writes; round += 1) {
      const number = made;
      made += 1;
      const { path, ...call } = write(number, group.music);
      const writer = group.of(names[number % 3] as string);
      const reader = group.of(names[(number + 1) % 3] as string);
      const { status, body } = await group.client(writer, token).send(path, call);
      if (status >= 300) throw new Error(`${path} answered ${status}: ${body.toString()}`);
      const answer = await group.client(reader, token).send(read(number));
      if (isThere(number, answer.body.toString())) seen += 1;
    }
    findings.hold(
      `${seen} of ${made} changes of ${what} seen by the next request to another process`,
      seen === made,
    );
  }
};

/** Ways in which somebody loses what they may do, and the call that is refused then. */
const ways = ['sign out', 'new password', 'deletion', 'demotion'] as const;
type Way = (typeof ways)[number];

/** What becomes of what processes tell one another: it arrives, the connections that hear it are ended, or it gets lost. */
const hearings = ['told', 'cut', 'deaf'] as const;
type Hearing = (typeof hearings)[number];

const shownHearing: Readonly<Record<Hearing, string>> = {
  told: '',
  cut: ', with listening connections cut',
  deaf: ', with all that they are told lost',
};

const cutListeners = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE pid <> pg_backend_pid() AND (query LIKE 'LISTEN %' OR query = 'SELECT 1')`;

export const endBy = async (
  { group, token }: Scene,
  way: Way,
  of: { name: string; token: string },
): Promise<void> => {
  const admin = group.client(group.of('one'), token);
  const path = `user/${of.name}`;
  switch (way) {
    case 'sign out':
      await group.client(group.of('one'), of.token).json('auth', { method: 'DELETE' });
      return;
    case 'new password':
      await admin.json(path, { method: 'PUT', body: { new_password: 'another one' } });
      return;
    case 'deletion':
      await admin.json(path, { method: 'DELETE' });
      return;
    case 'demotion':
      await admin.json(path, { method: 'PUT', body: { new_is_admin: false } });
  }
};

/** @returns how late the last call was sent that was still allowed, in milliseconds; 0 where none was */
export const latestAllowed = async (
  group: Group,
  asked: readonly Pick<Life, 'product'>[],
  call: { path: string; token: string },
): Promise<number> => {
  const begunMs = performance.now();
  let latest = 0;
  while (performance.now() - begunMs < 2_500) {
    for (const life of asked) {
      const sentMs = performance.now();
      const { status } = await group.client(life, call.token).send(call.path);
      if (status < 300) latest = sentMs - begunMs;
    }
    await sleep(20);
  }
  return latest;
};

/** Somebody signs in who is about to lose what they may do. @returns a call that they may make until then */
export const beginToLeave = async (
  { group, token }: Pick<Scene, 'group' | 'token'>,
  { name, way }: { name: string; way: Way },
): Promise<{ path: string; token: string }> => {
  const admin = group.client(group.of('one'), token);
  const account = { name, password: 'a word', admin: way === 'demotion' };
  await admin.json('user', { method: 'POST', body: account });
  const signedIn = await admin.json<{ token: string }>('auth', {
    method: 'POST',
    body: { username: name, password: 'a word' },
  });
  return { path: way === 'demotion' ? 'users' : 'preferences', token: signedIn.token };
};

const seeRevocation = async (scene: Scene, way: Way, hearing: Hearing): Promise<void> => {
  const { group, findings } = scene;
  const name = `leaving-${way.replaceAll(' ', '-')}-${hearing}`;
  const call = await beginToLeave(scene, { name, way });
  if (hearing === 'cut') await group.database.query(cutListeners);
  for (const each of names) group.relay(each).deafen(hearing === 'deaf');
  for (const each of names) await group.client(group.of(each), call.token).send(call.path);
  await endBy(scene, way, { name, token: call.token });
  const latest = await latestAllowed(group, [group.of('two'), group.of('three')], call);
  for (const each of names) group.relay(each).deafen(false);
  findings.hold(
    `${way}: refused everywhere within a second${shownHearing[hearing]} (the last one allowed after ${Math.round(latest)} ms)`,
    latest <= 1_000,
  );
};

/** Whoever is not allowed any more is refused everywhere within a second, also where nobody was told. */
export const seeRevocations = async (scene: Scene): Promise<void> => {
  for (const hearing of hearings) for (const way of ways) await seeRevocation(scene, way, hearing);
};

/** Guesses of one address count in all processes together. */
export const countGuesses = async ({ group, findings }: Scene): Promise<void> => {
  const guesses = 120;
  const statuses = await Promise.all(
    Array.from({ length: guesses }, async (_, at) => {
      const client = group.client(group.of(names[at % 3] as string));
      const body = { username: `${account.name}${at}`, password: 'a guess' };
      return (await client.send('auth', { method: 'POST', body })).status;
    }),
  );
  const looked = statuses.filter((status) => status === 401).length;
  findings.hold(
    `of ${guesses} wrong passwords of one address at once, at most 38 are looked at by all processes together (${looked})`,
    looked > 0 && looked <= 38,
  );
};
