import type { FakeBucket } from '@tonearm/testkit';
import type { BenchClient } from '../../http-client.ts';
import type { Findings } from '../findings.ts';
import { type SourceLine, scan, stateOf } from './bucket-scans.ts';

/** Every way in which a bucket can be away, and why it is said to be. */
const troubles = {
  forbids: 'bucket_forbidden',
  'has-no-bucket': 'bucket_missing',
  'is-busy': 'bucket_unreachable',
  'cuts-connections': 'bucket_unreachable',
  'is-no-store': 'bucket_elsewhere',
  'cuts-listings': 'bucket_elsewhere',
  'is-empty': 'bucket_empty',
} as const;

const differences = (state: SourceLine | undefined, wanted: Partial<SourceLine>): string[] =>
  Object.entries(wanted)
    .filter(([key, value]) => state?.[key as keyof SourceLine] !== value)
    .map(([key, value]) => `${key} is ${state?.[key as keyof SourceLine]}, not ${value}`);

/** Takes a bucket away in every way: its songs stay, and are there again without a file being read. */
export const takeAway = async (
  client: BenchClient,
  { store, source, findings }: { store: FakeBucket; source: string; findings: Findings },
): Promise<void> => {
  const songs = (await stateOf(client, source))?.song_count ?? 0;
  for (const [behaviour, reason_code] of Object.entries(troubles)) {
    store.requests.length = 0;
    store.behaviour = behaviour as keyof typeof troubles;
    await scan(client);
    const away = differences(await stateOf(client, source), {
      state: 'away',
      reason_code,
      song_count: songs,
    });
    store.behaviour = 'answers';
    await scan(client);
    const back = differences(await stateOf(client, source), {
      ...{ state: 'available', song_count: songs, missing_count: 0 },
    });
    const reads = store.requests.filter(({ kind }) => kind === 'get').length;
    findings.hold(
      `a bucket that ${behaviour.replaceAll('-', ' ')} is away (${reason_code}): ${songs} songs stay, and come back with ${reads} GETs`,
      away.length + back.length + reads === 0,
      [...away, ...back].join(', '),
    );
  }
};
