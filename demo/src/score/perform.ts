import type { Pcm, Random } from '@tonearm/song-files';
import { createBus } from '../synth/bus.ts';
import { createInstruments } from '../synth/instruments.ts';
import { master } from '../synth/master.ts';
import { addRoom } from '../synth/reverb.ts';
import type { Arrangement } from './arrange.ts';
import type { Style } from './style.ts';

/** Frames a second: enough for music made of these instruments, and a third less to compute and store. */
const RATE = 32000;

/** Seconds that are left for the last notes to ring. */
const TAIL_SECONDS = 2.6;

/** Plays an arrangement. @param tempo beats a minute */
export function perform(
  { notes, beats }: Arrangement,
  { style, tempo, random }: { style: Style; tempo: number; random: Random },
): Pcm {
  const secondsPerBeat = 60 / tempo;
  const bus = createBus(beats * secondsPerBeat + TAIL_SECONDS, RATE);
  const instruments = createInstruments();
  for (const note of notes) {
    const startSeconds = Math.max(
      0,
      note.beat * secondsPerBeat + (random.unit() - 0.5) * 2 * style.looseness,
    );
    const seconds = note.beats * secondsPerBeat * 0.96;
    const velocity = Math.min(1, note.velocity * (0.94 + 0.12 * random.unit()));
    const pan = Math.max(-0.9, Math.min(0.9, note.pan + (note.midi - 64) / 90));
    const strokes = strokesOf(seconds, note.instrument === 'balalaika' ? style.tremoloHz : undefined);
    for (let i = 0; i < strokes; i++) {
      const length = seconds / strokes;
      instruments[note.instrument](
        bus,
        {
          startSeconds: startSeconds + i * length,
          seconds: length,
          midi: note.midi,
          velocity: i === 0 ? velocity : velocity * 0.75,
          pan,
        },
        random.unit,
      );
    }
  }
  addRoom(bus, style.room);
  return master(bus, TAIL_SECONDS * 0.8);
}

/** How often a note is struck: once, unless it is long enough for a tremolo. */
function strokesOf(seconds: number, tremoloHz: number | undefined): number {
  return tremoloHz === undefined || seconds < 0.4 ? 1 : Math.round(seconds * tremoloHz);
}
