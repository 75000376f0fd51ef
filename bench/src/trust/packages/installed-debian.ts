import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Findings } from '../findings.ts';
import { type BareRoot, bareRootTrouble, startBareRoot } from '../guide/bare-root.ts';
import { journeyFile, putSong } from './packed.ts';

const journey = 'FRESH_START_MUSIC=/srv/music /usr/lib/tonearm/bin/node /srv/fresh-start.mjs';
const isActive = 'systemctl is-active --quiet tonearm';
const answers = `/usr/lib/tonearm/bin/node --input-type=module -e '
  const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  for (let tries = 0; tries < 100; tries += 1, await sleep(200))
    if ((await fetch("http://127.0.0.1:5050/api/health").catch(() => null))?.ok) process.exit(0);
  process.exit(1);'`;
/** What bears its name, but for what people made, what was brought here to try it, and what the machine keeps in memory. */
const ours = "find / -xdev \\( -path /srv -o -path /var/lib/tonearm \\) -prune -o -iname '*tonearm*' -print";

const use = (root: BareRoot, findings: Findings): void => {
  const installed = root.run('dpkg -i /srv/tonearm.deb');
  findings.hold('dpkg installs it', installed.status === 0, installed.printed);
  const did = root.run(journey);
  findings.hold('somebody new can use it', did.status === 0, did.printed);
  findings.note(did.printed.trim());
  const state = root.run(`${isActive} && systemctl is-enabled tonearm`);
  findings.hold('its service runs, and starts by itself', state.status === 0, state.printed);
  const main = root.run(
    'ps -o user=,args= -p "$(systemctl show --value --property MainPID tonearm)"',
  ).printed;
  findings.hold('as its own user', /^tonearm +\/usr\/lib\/tonearm\/bin\/node /.test(main), main);
  const owner = root.run('stat -c "%U %a" /var/lib/tonearm /var/lib/tonearm/state.db');
  findings.hold(
    'what people made is its own alone',
    owner.printed === 'tonearm 700\ntonearm 600\n',
    owner.printed,
  );
  const differs = root.run('dpkg --verify tonearm');
  findings.hold('its files are as they were packed', differs.printed.trim() === '', differs.printed);
  const stopped = root.run(
    'systemctl stop tonearm && systemctl show --property Result,ExecMainStatus tonearm',
  ).printed;
  findings.hold('it stops with 0', /Result=success/.test(stopped) && /Status=0/.test(stopped), stopped);
};

const takeAway = (root: BareRoot, findings: Findings): void => {
  const kept = 'stat -c %i /var/lib/tonearm/state.db';
  const before = root.run(kept).printed;
  const again = root.run(`dpkg -i /srv/tonearm.deb && ${answers} && ${isActive}`);
  findings.hold('it is installed over itself, and answers', again.status === 0, again.printed);
  findings.hold('with what people made', root.run(kept).printed === before);
  findings.hold('what it brings is found by its name', root.run(ours).printed.includes('/usr/bin/tonearm'));
  const removed = root.run('dpkg --remove tonearm');
  findings.hold('it is removed', removed.status === 0, removed.printed);
  findings.hold('nothing of it runs then', root.run(`${isActive} || pgrep -u tonearm`).status !== 0);
  const unused = root.run(
    `FRESH_START_SECONDS=5 ${journey.replace('/usr/lib/tonearm/bin/node', '/srv/node')}`,
  );
  findings.hold('and nobody can use it, which is told of', unused.status !== 0);
  const purged = root.run('dpkg --purge tonearm');
  findings.hold('it is purged', purged.status === 0, purged.printed);
  const left = root.run(ours).printed;
  findings.hold('nothing of it is left', left.trim() === '', left);
  findings.hold('but what people made is', root.run(kept).printed === before);
};

/** Installs the Debian package in a bare Debian, uses it, and takes it away again. */
export const installDebian = async (deb: string, findings: Findings): Promise<void> => {
  const trouble = bareRootTrouble();
  findings.hold('the Debian package can be tried here', trouble === null, trouble ?? '');
  if (trouble !== null) return;
  await using root = await startBareRoot('package');
  const place = join(root.folder, 'srv');
  cpSync(deb, join(place, 'tonearm.deb'));
  cpSync(journeyFile, join(place, 'fresh-start.mjs'));
  putSong(place);
  const cut = root.run('head -c 1000000 /srv/tonearm.deb > /srv/cut.deb && dpkg -i /srv/cut.deb');
  findings.hold('a package that is cut off is refused', cut.status !== 0);
  use(root, findings);
  root.run('cp /usr/lib/tonearm/bin/node /srv/node');
  takeAway(root, findings);
};
