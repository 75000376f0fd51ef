import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { preferNobody, preferNoFfmpeg, preferQuickPasswords } from '../testkit/src/product/prefer-nobody.ts';

preferNobody();
preferQuickPasswords();
preferNoFfmpeg();

/** A journey starts the product and a browser; a slow machine needs the time. */
const journeyTimeoutMs = 120_000;

/** What comes before the journeys of a file waits for a scan, which a slow machine needs longer for. */
const stageTimeoutMs = 240_000;

/** What a journey waits for may take this long on a slow machine. */
const pollTimeoutMs = Number(process.env['TONEARM_PATIENCE_MS'] ?? 30_000);

/** Files that take longest though they are short: begun last, they would leave one worker without work. */
const longest = /accessibility|looks|scrobble/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => longest.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    root: './e2e',
    name: 'e2e',
    include: ['tests/**/*.test.ts'],
    testTimeout: journeyTimeoutMs,
    hookTimeout: stageTimeoutMs,
    // Every file has a product of its own; those of one process share a browser.
    maxWorkers: 2,
    isolate: false,
    sequence: { sequencer: LongestFirst },
    expect: { poll: { timeout: pollTimeoutMs, interval: 50 } },
  },
});
