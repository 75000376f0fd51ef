import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeLibrary, readFlags } from '@tonearm/testkit';
import { createSearch } from '../../../server/src/features/search/index.ts';
import { openLibraryReader } from '../../../server/src/library/open-library.ts';
import { createSearchReading } from '../../../server/src/library/read/search-reading.ts';
import { fillLibrary } from '../make-rows.ts';

const help = `node bench/src/cli/search-rows.ts [SONGS]
Search over generated rows, without files: index size and cost, and p50 and p95 of the first 50 with
their total for each class of query. Nothing is remembered between two searches.
`;

const classes: Readonly<Record<string, readonly string[]>> = {
  common: ['love', 'night', 'the', 'river', 'mp3', 'blue', 'queen', 'dream'],
  rare: ['carousel', 'kaleidoscope', 'xylophantom', 'quillfeather', 'vexquill', 'brontidium', 'nosuchword'],
  'two letters': ['lo', 'zx', 'qu', 'an', 'st', '01', 've', 'er'],
  'two words': ['obsidian tundra', 'quiet river', 'the love', 'night 01', 'love music', 'my silent'],
  CJK: ['夜', '東京', 'ラジオ', '사랑', '星', '恋'],
  'one letter': ['a', 'e', '1'],
  signs: ['50%', '#1', "'s", '"', '&', '%2e', 'st.john', '🎸'],
};
const rounds = 8;

const quantile = (sorted: readonly number[], share: number): string =>
  (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);

const measure = async (dataFolder: string): Promise<void> => {
  const { raw, close } = openLibraryReader(dataFolder);
  const reading = createSearchReading(raw);
  let version = 0;
  const forgetful = { ...reading, extent: async () => ({ ...(await reading.extent()), version: ++version }) };
  const search = createSearch({ reading: forgetful });
  await search.warmUp();
  for (const [name, queries] of Object.entries(classes)) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const query of queries) {
        const start = performance.now();
        const { runs } = await search.find(query, { offset: 0, limit: 50 });
        for await (const run of runs) run.join();
        if (round > 0) times.push(performance.now() - start);
      }
    }
    times.sort((a, b) => a - b);
    console.log(`${name}: p50 ${quantile(times, 0.5)} ms, p95 ${quantile(times, 0.95)} ms`);
  }
  close();
};

const [songs = '100000'] = readFlags(help, { allowPositionals: true }).positionals;
const folder = mkdtempSync(join(tmpdir(), 'search-rows-'));
try {
  const { manifestFile } = makeLibrary({
    out: folder,
    songs: Number(songs),
    light: 'rows',
  });
  const filled = await fillLibrary(manifestFile, folder);
  console.log(
    `${filled.songs} songs: ${filled.bytesPerSong.toFixed(0)} bytes a song, ${filled.searchBytesPerSong.toFixed(0)} of ` +
      `them for search; indexing ${filled.indexUsPerSong.toFixed(0)} µs a song`,
  );
  await measure(folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
