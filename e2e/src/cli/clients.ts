import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startProduct, tempFolder } from '@tonearm/testkit';
import { driveClient, type Seen } from '../clients/drive-client.ts';
import { clientCache, clients, driverFolder, installClient } from '../clients/installed-clients.ts';
import { callApi, setUpProduct } from '../journeys.ts';
import { picnicLibrary } from '../picnic.ts';

const help = `Runs libraries, desktop apps and a server that others wrote against one with songs, whole flows each, and prints what they saw.

  npm run clients -- [NAMES] [--record FILE]

  NAMES          only these: ${clients.map(({ name }) => name).join(', ')}
  --record FILE  writes what was seen there, as Markdown

The libraries are installed by name below .cache/clients, of crates with the cargo that is there; what is Debian's own has to be
installed before. What cannot be had is told as skipped, which is no success.
`;

const recordOf = (seen: readonly Seen[]): string =>
  seen
    .map(({ client, lines }) => {
      const rows = lines.map((line) => `- ${line.replaceAll('|', '\\|').replaceAll('<', '&lt;')}`);
      return [`## ${client.name} ${client.version} (${client.from})`, '', ...rows, ''].join('\n');
    })
    .join('\n');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean' }, record: { type: 'string' } },
});
if (values.help === true) {
  process.stdout.write(help);
  process.exit(0);
}
const wanted = clients.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
if (wanted.length === 0) {
  process.stderr.write(`No such client. ${help}`);
  process.exit(1);
}

// Before the server starts: that may take long.
const troubles = new Map(wanted.map((client) => [client.name, installClient(client)]));
await using folder = await tempFolder();
const music = folder.join('music');
// Beside the songs of journeys one with a genre, timed words, another format and a title that XML has to write otherwise.
await picnicLibrary()
  .song('Words/Rain.flac', {
    title: 'Rain & <sun>',
    artist: 'Dora',
    album: 'Words',
    year: 2012,
    genre: 'Folk',
  })
  .file('Words/Rain.lrc', '[00:00.50]Rain\n[00:01.25]and sun\n')
  .writeTo(music);
await using product = await startProduct({ dataFolder: folder.join('data') });
const { token } = await setUpProduct(product, music);
const skipped: string[] = [];
const seen: Seen[] = [];
for (const client of wanted) {
  process.stdout.write(`${client.name} ${client.version} (${client.from})\n`);
  const why = troubles.get(client.name) ?? null;
  if (why !== null) {
    skipped.push(client.name);
    process.stdout.write(`  SKIPPED, it could not be installed: ${why}\n`);
    continue;
  }
  const body = { name: client.name, may_administer: true };
  const made = await callApi(product, 'apps', { method: 'POST', body, token });
  const { secret, username } = (await made.json()) as { secret: string; username: string };
  seen.push(
    await driveClient(client, {
      folder: folder.path,
      environment: {
        TONEARM_ADDRESS: product.address,
        TONEARM_USER: username,
        TONEARM_SECRET: secret,
        TONEARM_CLIENTS: clientCache,
        TONEARM_MUSIC: music,
      },
    }),
  );
}
if (values.record !== undefined) writeFileSync(values.record, recordOf(seen));
const lines = seen.flatMap((one) => one.lines);
const wrong = lines.filter((line) => line.startsWith('WRONG ')).length;
process.stdout.write(
  `${lines.length - wrong} passed, ${wrong} failed${skipped.length === 0 ? '' : `, ${skipped.length} skipped`}\n`,
);
rmSync(join(driverFolder, '__pycache__'), { recursive: true, force: true });
process.exitCode = wrong > 0 || skipped.length > 0 || seen.some(({ isRight }) => !isRight) ? 1 : 0;
