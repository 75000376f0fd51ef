import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hostFiles } from '../../platform/bucket/test-host-files.ts';
import type { JobManner } from '../../platform/child/job-line.ts';
import { createArtwork } from './artwork.ts';
import type { JobResult, PictureProcesses } from './pictures/picture-processes.ts';
import { png, startTestArtwork, startTestProcesses, type TestArtwork } from './test-artwork.ts';

const sharedProcesses = startTestProcesses();
afterAll(() => sharedProcesses.dispose());

let files: TestArtwork;
/** Jobs that were begun, and whether each was taken back. */
let begun: JobManner[];
/** Jobs wait here until a test lets them go on. */
let gate: PromiseWithResolvers<void>;
beforeEach(async () => {
  files = await startTestArtwork(sharedProcesses);
  begun = [];
  gate = Promise.withResolvers<void>();
});
afterEach(() => files.dispose());

/** Processes that are busy until the gate opens, as with a queue before them; a job taken back meanwhile fails. */
const busyProcesses: PictureProcesses = {
  run: async (job, manner): Promise<JobResult> => {
    begun.push(manner);
    await gate.promise;
    manner.signal?.throwIfAborted();
    return await sharedProcesses.run(job, manner);
  },
  dispose: () => {},
};

const setUp = async () => {
  const path = files.files.put('a/Folder.png', png(20), 'picture');
  const artwork = createArtwork({
    lookup: files.files.lookup,
    foldersOf: (source) => [source],
    dataFolder: '/nowhere',
    media: hostFiles,
    cache: files.running.cache,
    processes: busyProcesses,
    clock: { monotonicMs: () => 0 },
  });
  const picture = await artwork.locate(path);
  /** A request for the thumbnail, which can go away. */
  const request = () => {
    const controller = new AbortController();
    const options = { size: 'small', isPadded: true, format: 'jpeg' } as const;
    const outcome = artwork.thumbnail(picture, options, controller.signal).then(
      ({ contentType }) => contentType,
      (error: Error) => error.name,
    );
    return { outcome, leave: () => controller.abort() };
  };
  return request;
};
const takenBack = () => begun.map(({ signal }) => signal?.aborted);

describe('work that several requests wait for', () => {
  it('goes on when one of them goes away, for the other', async () => {
    const request = await setUp();
    const [first, second] = [request(), request()];
    expect(begun).toHaveLength(1);
    first.leave();
    expect(takenBack()).toEqual([false]);
    gate.resolve();
    expect(await second.outcome).toBe('image/jpeg');
    expect(begun).toHaveLength(1);
  });

  it('is taken back when the last of them goes away, and begun anew for who comes then', async () => {
    const request = await setUp();
    const [first, second] = [request(), request()];
    expect(begun).toHaveLength(1);
    first.leave();
    second.leave();
    expect(takenBack()).toEqual([true]);
    const third = request();
    expect(begun).toHaveLength(2);
    expect(takenBack()).toEqual([true, false]);
    gate.resolve();
    expect([await first.outcome, await second.outcome]).toEqual(['AbortError', 'AbortError']);
    expect(await third.outcome).toBe('image/jpeg');
  });

  it('is not taken back by requests that are answered and go away later', async () => {
    const request = await setUp();
    const first = request();
    gate.resolve();
    expect(begun).toHaveLength(1);
    await first.outcome;
    first.leave();
    expect(takenBack()).toEqual([false]);
  });
});
