import { deflateRawSync } from 'node:zlib';
import { startProgram } from '../../platform/child/start-program.ts';
import { letGo, type OpenedFile, openInside } from '../../platform/paths/open-inside.ts';
import { readingArgv, soundOnlyArgv } from '../transcoding/index.ts';
import type { AnalysisJob, AnalysisOutcome } from './analysis-messages.ts';
import { createEbur128Log } from './ebur128-log.ts';
import { packBlocks, sampleOfDecibels } from './loudness.ts';
import { createWavReader } from './wav-stream.ts';
import { createWaveformMaker, type WaveformMaker } from './waveform.ts';

/** Longer songs are left alone, in seconds. */
const longestSeconds = 4 * 3600;

/** Processor time that ffmpeg may take for one song, in seconds. */
const mostProcessorSeconds = 600;

/** How long nothing at all may come, in milliseconds. */
const stillMs = 60_000;

/** Measures and hands the sound on as it was decoded, of at most eight channels. */
const filter =
  '[0:a:0]asplit[a][b];[a]ebur128=peak=true:framelog=info,anullsink;[b]aformat=sample_fmts=s16[o]';

/** Every argument is ours. */
const argv: readonly string[] = [
  ...['-v', 'info', '-nostats', '-timelimit', String(mostProcessorSeconds), ...readingArgv(0)],
  ...['-filter_complex_threads', '1', '-filter_complex', filter, '-map', '[o]'],
  ...soundOnlyArgv.slice(2),
  ...['-c:a', 'pcm_s16le', '-f', 'wav', '-bitexact', 'pipe:1'],
];

const listen = async (
  program: string,
  file: OpenedFile,
  passed: () => Promise<void>,
): Promise<AnalysisOutcome> => {
  const log = createEbur128Log();
  let maker: WaveformMaker | null = null;
  let isTooLong = false;
  let isStill = false;
  const run = startProgram(program, argv, { input: file.descriptor, niceness: 0, onSaid: log.add });
  const reader = createWavReader((samples, format) => {
    maker ??= createWaveformMaker(format);
    maker.add(samples);
    isTooLong ||= maker.frames() > longestSeconds * format.sampleRate;
  });
  const giveUp = (): void => {
    isStill = true;
    run.kill();
  };
  let timer = setTimeout(giveUp, stillMs);
  try {
    for await (const piece of run.output as AsyncIterable<Buffer>) {
      clearTimeout(timer);
      reader.add(piece);
      if (isTooLong) break;
      // ffmpeg waits as well, as soon as nobody takes what it decodes.
      await passed();
      timer = setTimeout(giveUp, stillMs);
    }
  } finally {
    clearTimeout(timer);
    run.output.destroy();
  }
  if (isTooLong) {
    run.kill();
    return { kind: 'failed', failure: 'too_long' };
  }
  if (isStill) return { kind: 'failed', failure: 'interrupted' };
  const { isWell, error } = await run.ended;
  if (error !== undefined) return { kind: 'failed', failure: 'no_ffmpeg' };
  const made = maker as WaveformMaker | null;
  if (!isWell || made === null) return { kind: 'failed', failure: 'undecodable' };
  const { blocks, loudness, peakDb } = log.finish();
  const peak = peakDb === null ? null : sampleOfDecibels(peakDb);
  const waveform = deflateRawSync(made.finish());
  return { kind: 'done', analysis: { loudness, peak, blocks: packBlocks(blocks), waveform } };
};

/**
 * Listens to a song: loudness, peak and waveform in one go.
 * @param passed waited for after each piece: keeps it from going on
 */
export const analyse = async (job: AnalysisJob, passed: () => Promise<void>): Promise<AnalysisOutcome> => {
  const { folders, forbidden } = job;
  const file = await openInside(Buffer.from(job.path), { folders, forbidden });
  if (file === null) return { kind: 'failed', failure: 'gone' };
  try {
    return await listen(job.program, file, passed);
  } catch {
    return { kind: 'failed', failure: 'undecodable' };
  } finally {
    letGo(file);
  }
};
