import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { library } from '@tonearm/testkit';
import { createFindings, type Findings } from '../findings.ts';
import type { HarnessResult } from '../harness.ts';
import { type BareRoot, bareRootTrouble, startBareRoot } from './bare-root.ts';
import { type Block, blocksOf, projectFolder, readPage } from './pages.ts';

const page = 'docs/guide/service.md';
const addressInPage = '<the address of this repository>';
const answerDeadlineMs = 30_000;
/** The promise for a stop: calls under way have three of them. */
const stopDeadlineMs = 5_000;
/** What `systemd-analyze security` calls a well protected service is below this, of 10. */
const mostExposure = 2.5;
const account = { name: 'anna', password: 'anna plays on', admin: true };

/** The shell blocks under a heading, as a reader copies them; only the repository's address is filled in. */
const linesUnder = (heading: string, repository: string): string[] => {
  const found = blocksOf(readPage(page)).filter(
    ({ language, headings }: Block) => language === 'sh' && headings.at(-1) === heading,
  );
  if (found.length === 0) throw new Error(`${page} has no commands under "${heading}"`);
  return found.map(({ text }) => text.replaceAll(addressInPage, repository));
};

/** Gives the root a bare copy of the project as it is committed. @returns its address inside */
const giveRepository = (root: BareRoot): string => {
  const target = join(root.folder, 'srv', 'tonearm.git');
  const cloned = spawnSync('git', ['clone', '--quiet', '--bare', projectFolder, target], {
    stdio: 'inherit',
  });
  if (cloned.status !== 0) throw new Error('the project could not be cloned');
  return 'file:///srv/tonearm.git';
};

const answerOf = async (address: string): Promise<Response> => {
  const deadline = performance.now() + answerDeadlineMs;
  for (;;) {
    try {
      return await fetch(address);
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await sleep(100);
    }
  }
};

/**
 * What a clone from an address does not need, and one from a path does: leave to read what another user owns. And
 * where the machine trusts authorities of its own, npm has to know them.
 */
const settleIn = (root: BareRoot): void => {
  root.mustRun('git config --system --add safe.directory "*"');
  cpSync('/etc/ssl/certs/ca-certificates.crt', join(root.folder, 'srv', 'authorities.crt'));
  root.mustRun('npm config set --location=global cafile /srv/authorities.crt');
};

const install = (root: BareRoot, findings: Findings): void => {
  const repository = giveRepository(root);
  for (const [index, lines] of linesUnder('Install it', repository).entries()) {
    if (index === 1) settleIn(root);
    const printed = root.mustRun(lines);
    if (index === 1)
      findings.hold(
        'the product is built by its user and tells its version',
        /Tonearm \d/.test(printed),
        printed,
      );
  }
  for (const lines of linesUnder('Make the service', repository)) root.mustRun(lines);
};

const checkRunning = async (root: BareRoot, findings: Findings): Promise<void> => {
  const answer = await answerOf('http://127.0.0.1:5050/');
  findings.hold('the web client answers', answer.ok && (await answer.text()).includes('<html'));
  const [status = '', journal = ''] = linesUnder('See that it runs', '').flatMap((lines) =>
    lines.split('\n').map((line) => root.mustRun(line)),
  );
  findings.hold(
    'the service is active and enabled',
    /active \(running\)/.test(status) && /; enabled/.test(status),
    status,
  );
  findings.hold(
    'the journal holds the address',
    /Tonearm is ready: http:\/\/localhost:5050\//.test(journal),
    journal,
  );
  findings.hold('the journal holds the setup code', /needs this code: \S+/.test(journal), journal);
  const main = root.mustRun('ps -o user=,args= -p "$(systemctl show --value --property MainPID tonearm)"');
  findings.hold(
    'its main process is the server, as its user',
    /^tonearm .*server\/dist\/main\.js/.test(main),
    main,
  );
  const others = root.mustRun('ps -o args= -u tonearm | grep -c -E "npm|start\\.mjs|bin/tonearm" || true');
  findings.hold('no npm and no shell stay beside it', others.trim() === '0', others);
  const files = root.mustRun('find /var/lib/tonearm -not -user tonearm -o -type f -perm /077');
  findings.hold("its data is its user's alone", files.trim() === '', files);
  const exposure = root.run('systemd-analyze --no-pager security tonearm.service | tail -1').printed;
  findings.note(exposure.trim().replace(/^→ /, ''));
  findings.hold(
    'systemd calls it protected',
    Number(/: (\d+\.\d+)/.exec(exposure)?.[1] ?? 10) <= mostExposure,
    exposure,
  );
};

const api = 'http://127.0.0.1:5050/api/';

const signIn = async (): Promise<{ status: number; token: string }> => {
  const answer = await fetch(`${api}auth`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: account.name, password: account.password }),
  });
  return { status: answer.status, token: ((await answer.json()) as { token?: string }).token ?? '' };
};

const checkMusic = async (root: BareRoot, findings: Findings): Promise<string> => {
  await library()
    .album('Picnic', 3, { artist: 'Anna', cover: 'cover.jpg' })
    .writeTo(join(root.folder, 'srv', 'music'));
  const [list = ''] = linesUnder('Let it read your music', '');
  findings.hold('its user can list the music', root.run(list).status === 0);
  const send = (path: string, method: string, body: unknown) =>
    fetch(api + path, {
      method,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  await send('mount_dirs', 'PUT', [{ name: 'Music', source: '/srv/music' }]);
  await send('user', 'POST', account);
  const { token } = await signIn();
  const headers = { authorization: `Bearer ${token}` };
  let songs: { path: string; artwork: string | null }[] = [];
  const deadline = performance.now() + answerDeadlineMs;
  while (songs.length < 3 && performance.now() < deadline) {
    await sleep(200);
    songs = (await (await fetch(`${api}flatten`, { headers })).json()) as typeof songs;
  }
  findings.hold('songs are found', songs.length === 3, String(songs.length));
  const audio = await fetch(`${api}audio/${encodeURIComponent(songs[0]?.path ?? '')}`, { headers });
  findings.hold(
    'a song can be played',
    audio.ok && (await audio.arrayBuffer()).byteLength > 0,
    String(audio.status),
  );
  const picture = await fetch(`${api}thumbnail/${encodeURIComponent(songs[0]?.artwork ?? '')}`, { headers });
  findings.hold('its picture is shown', picture.ok, String(picture.status));
  return token;
};

/** What people made is there after the service was started again, by hand and by systemd. */
const checkRestarts = async (root: BareRoot, findings: Findings, token: string): Promise<void> => {
  const headers = { authorization: `Bearer ${token}` };
  for (const [how, lines] of [
    ['told to', 'systemctl restart tonearm'],
    ['killed', 'systemctl kill --signal=KILL tonearm; sleep 3; systemctl is-active --quiet tonearm'],
  ] as const) {
    root.mustRun(lines);
    await answerOf('http://127.0.0.1:5050/');
    const songs = await fetch(`${api}flatten`, { headers });
    findings.hold(
      `it is there again when it is ${how}, with its songs and who is signed in`,
      songs.ok && ((await songs.json()) as unknown[]).length === 3,
      String(songs.status),
    );
  }
};

const checkSettings = async (root: BareRoot, findings: Findings): Promise<void> => {
  for (const lines of linesUnder('Change a setting', '')) root.mustRun(lines);
  findings.hold('it answers on the port of the settings file', (await answerOf('http://127.0.0.1:8080/')).ok);
  root.mustRun(
    'echo \'{ "prot": 8080 }\' > /var/lib/tonearm/tonearm.json; systemctl restart tonearm; sleep 4',
  );
  const shown = root.mustRun('systemctl show --property ActiveState,ExecMainStatus,NRestarts tonearm');
  const told = root.mustRun('journalctl --no-pager --unit tonearm --lines 5');
  findings.hold(
    'a wrong key ends the start with 2, once',
    /NRestarts=0/.test(shown) && /ExecMainStatus=2/.test(shown),
    shown,
  );
  findings.hold('and the journal says which', /"prot" in .* is not a setting/.test(told), told);
  root.mustRun('rm /var/lib/tonearm/tonearm.json; systemctl restart tonearm');
  await answerOf('http://127.0.0.1:5050/');
};

const checkEnd = (root: BareRoot, findings: Findings): void => {
  const [stop = '', remove = ''] = linesUnder('Stop it, or take it away', '');
  const begun = performance.now();
  root.mustRun(stop);
  const stopMs = performance.now() - begun;
  findings.hold('it stops in 5 s', stopMs < stopDeadlineMs, `${(stopMs / 1000).toFixed(1)} s`);
  const stopped = root.mustRun('systemctl show --property Result,ExecMainStatus tonearm');
  findings.hold(
    'it stops with 0',
    /Result=success/.test(stopped) && /ExecMainStatus=0/.test(stopped),
    stopped,
  );
  const errors = root.run(
    'journalctl --no-pager --unit tonearm | grep -i -E "\\berror\\b|EACCES|npm"',
  ).printed;
  findings.hold('the journal holds no error', errors.trim() === '', errors);
  const others = root.run(
    'git clone --quiet file:///srv/tonearm.git /opt/of-root; runuser -u tonearm -- /opt/of-root/bin/tonearm --version',
  );
  findings.hold(
    'in a clone that is not its own it says what to do',
    others.status === 1 &&
      /may not write to \/opt\/of-root\. Run \/opt\/of-root\/bin\/tonearm --version/.test(others.printed),
    others.printed,
  );
  root.mustRun(remove);
  const left = root.run(
    'id tonearm || true; ls /etc/systemd/system/tonearm.service || true; ls /var/lib/tonearm/state.db',
  );
  findings.hold(
    'taken away, only the data is left',
    left.printed.includes('/var/lib/tonearm/state.db') && /no such user/.test(left.printed),
    left.printed,
  );
};

/** What the machine says about the service, where something went wrong that no sentence expected. */
const troubleOf = (root: BareRoot, error: unknown): string => {
  const told = root.run(
    'systemctl --no-pager status tonearm || true; journalctl --no-pager --lines 60',
  ).printed;
  return `${error instanceof Error ? error.message : String(error)}\n${told}`;
};

/** Follows the page on services word by word in a bare Debian, and looks at what came of it. */
export const followService = async (): Promise<HarnessResult> => {
  const trouble = bareRootTrouble();
  if (trouble !== null)
    return { lines: [`The page on services cannot be followed here: ${trouble}.`], isGood: false };
  const findings = createFindings();
  await using root = await startBareRoot('service');
  const begun = performance.now();
  try {
    install(root, findings);
    findings.note(`installed, built and started in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
    await checkRunning(root, findings);
    await checkRestarts(root, findings, await checkMusic(root, findings));
    await checkSettings(root, findings);
    checkEnd(root, findings);
  } catch (error) {
    findings.hold('the page can be followed to its end', false, troubleOf(root, error));
  }
  return findings.result();
};
