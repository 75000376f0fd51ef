import type { BenchClient } from '../../http-client.ts';
import { eventually } from '../trust-product.ts';

interface Status {
  readonly is_scanning: boolean;
  readonly is_queued: boolean;
}

/** What is known of a music source. */
export interface SourceLine {
  readonly name: string;
  readonly state: string;
  readonly reason_code: string | null;
  readonly song_count: number;
  readonly missing_count: number;
}

/** A song of a list. */
export interface ListedSong {
  readonly path: string;
  readonly title: string | null;
}

/** Waits until nothing is scanned. */
export const idle = (client: BenchClient): Promise<void> =>
  eventually(
    'the end of a scan',
    async () => {
      const { is_scanning, is_queued } = await client.json<Status>('scan_status');
      return !is_scanning && !is_queued;
    },
    1_200_000,
  );

/** Scans everything, to the end. */
export const scan = async (client: BenchClient): Promise<void> => {
  await client.send('trigger_index', { method: 'POST' });
  await idle(client);
};

/** What is known of one source. */
export const stateOf = async (client: BenchClient, source: string): Promise<SourceLine | undefined> =>
  (await client.json<SourceLine[]>('source_states')).find(({ name }) => name === source);

/** Songs of a source, with paths below it. */
export const songsBelow = async (client: BenchClient, source: string): Promise<ListedSong[]> =>
  (await client.json<ListedSong[]>(`flatten/${source}`)).map(({ path, title }) => ({
    path: path.slice(source.length + 1),
    title,
  }));
