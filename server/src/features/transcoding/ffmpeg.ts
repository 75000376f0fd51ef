import { type SoundTarget, soundTargets } from '@tonearm/contract';
import { type Program, startProgram } from '../../platform/child/start-program.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { targetFormats } from './transcode-formats.ts';

/** What is known of ffmpeg on this machine. */
export type FfmpegState =
  | { readonly kind: 'asking' }
  | { readonly kind: 'ready'; readonly version: string; readonly formats: readonly SoundTarget[] }
  /** Not wanted, not there, or not answering as it should; `why` in the machine's own words. */
  | { readonly kind: 'absent'; readonly why: string };

/** ffmpeg as it was found: asked once what it is, when that is first to be known. */
export interface Ffmpeg {
  state(): FfmpegState;
  /** The program, while it is ready. */
  program(): string | null;
  /** It could not be started any more: it is looked for once more. */
  lost(): void;
  /** Has it asked, and resolves when it is known what is there. */
  readonly asked: Promise<void>;
}

/** How long it may take to say what it is, in milliseconds: disks sleep. */
const answerMs = 15_000;

/** Most of an answer that is looked at, in characters. */
const mostAnswer = 200_000;

/** Containers and codings of songs. No lists and descriptions of other files: those lead to what nobody asked for. */
const demuxers = 'aac,aiff,ape,asf,caf,dsf,flac,iff,matroska,mov,mp3,mpc,mpc8,ogg,tta,w64,wav,wv';

/** The largest single piece of memory it may take for a song, in bytes: pictures inside are that large at most. */
const mostAllocation = 128 * 1024 * 1024;

/** Before the input: goes there in the file. Behind it: decodes what lies before, and leaves it out. */
export const startArgv = (seconds: number): string[] => (seconds > 0 ? ['-ss', seconds.toFixed(3)] : []);

/** In Musepack ffmpeg comes out up to 1.7 s from where it was sent, and does not know. */
export const isSoughtExactly = (container: string | null): boolean =>
  container?.startsWith('musepack') !== true;

/** Has it say once a second, where errors are said, that it goes on: while it decodes what is left out it gives nothing. */
export const signsArgv: readonly string[] = ['-nostats', '-stats_period', '1', '-progress', 'pipe:2'];

/**
 * The beginning of every command line: reads the song that is its standard input, whatever the file is called, and
 * nothing else.
 * @param startSeconds where it begins
 */
export const readingArgv = (startSeconds: number): string[] => [
  ...['-hide_banner', '-nostdin', '-max_alloc', String(mostAllocation)],
  ...['-protocol_whitelist', 'file,pipe', '-format_whitelist', demuxers, '-threads', '1'],
  ...startArgv(startSeconds),
  // By this name it is opened anew, so that it can be read in any order.
  ...['-i', 'file:/dev/fd/0'],
];

/** Of the song only its sound, without anything that tags say. */
export const soundOnlyArgv: readonly string[] = [
  ...['-map', '0:a:0', '-map_metadata', '-1', '-map_chapters', '-1', '-vn', '-sn', '-dn', '-threads', '1'],
];

const outputOf = async (program: Program, clock: Pick<Clock, 'schedule'>): Promise<string> => {
  const cancel = clock.schedule(answerMs, program.kill);
  let text = '';
  program.output.setEncoding('utf8').on('data', (piece: string) => {
    if (text.length < mostAnswer) text += piece;
  });
  const { isWell, why } = await program.ended;
  cancel();
  if (!isWell) throw new Error(why);
  return text;
};

const ask = async (program: string, clock: Pick<Clock, 'schedule'>): Promise<FfmpegState> => {
  const run = (argv: readonly string[]): Promise<string> =>
    outputOf(startProgram(program, ['-hide_banner', ...argv], { niceness: 0 }), clock);
  const version = /^ffmpeg version (\S{1,60})/.exec(await run(['-version']))?.[1];
  if (version === undefined) return { kind: 'absent', why: `${program} is not ffmpeg` };
  const encoders = await run(['-encoders']);
  const has = (name: string): boolean => new RegExp(`^ A\\S{5} ${name} `, 'm').test(encoders);
  return { kind: 'ready', version, formats: soundTargets.filter((it) => has(targetFormats[it].encoder)) };
};

/**
 * Starts nothing before somebody wants to know: starting a process holds up whoever waits for the first answer.
 * @param deps.program its name or path; '' for none
 */
export const findFfmpeg = (deps: {
  readonly program: string;
  readonly clock: Pick<Clock, 'schedule'>;
  readonly log: Log;
}): Ffmpeg => {
  let state: FfmpegState = { kind: 'asking' };
  const find = async (): Promise<void> => {
    try {
      state =
        deps.program === '' ? { kind: 'absent', why: 'switched off' } : await ask(deps.program, deps.clock);
    } catch (error) {
      state = { kind: 'absent', why: error instanceof Error ? error.message : String(error) };
    }
    if (state.kind === 'ready') deps.log.info('ffmpeg is there', { version: state.version });
    else if (state.kind === 'absent' && deps.program !== '')
      deps.log.info('songs are not converted: ffmpeg is not there', { reason: state.why });
  };
  let asked: Promise<void> | null = null;
  let isLooking = false;
  return {
    state: () => state,
    program: () => (state.kind === 'ready' ? deps.program : null),
    lost: () => {
      if (isLooking) return;
      isLooking = true;
      void find().finally(() => {
        isLooking = false;
      });
    },
    get asked() {
      asked ??= find();
      return asked;
    },
  };
};
