import { createRandom, type Pcm, type Random } from '@tonearm/song-files';
import type { DemoSong } from '../demo-album.ts';
import { TUNES } from '../tunes/index.ts';
import { readTune, type Tune, type TuneText } from './abc.ts';
import { arrange } from './arrange.ts';
import { makeBroken, makeDrift, makeGround } from './made-up.ts';
import { perform } from './perform.ts';
import { PRELUDES } from './preludes.ts';
import type { Style } from './style.ts';
import { STYLES, type StyleName } from './styles.ts';

/** A tune is played again until it has lasted about this long. */
const USUAL_SECONDS = 25;

const SCALES = {
  miyako: [4, 5, 9, 11, 0],
  lydian: [7, 9, 11, 2, 4, 6],
  dorian: [9, 11, 0, 2, 4, 7],
  ionian: [0, 2, 4, 7, 9, 11],
};

/** Plays a song of the demo. The same song sounds the same every time. */
export function composeSong(song: DemoSong, albumStyle: StyleName, wantedSeconds = USUAL_SECONDS): Pcm {
  const random = createRandom('demo song', song.title);
  const style: Style = STYLES[song.style ?? albumStyle];
  const { tune, tempo, hasAccompaniment } = readSource(song, random);
  const pace = tempo * (style.tempo ?? 1);
  const passes = Math.max(1, Math.ceil(wantedSeconds / ((tune.beats * 60) / pace)));
  const players = hasAccompaniment ? fitFigure(style, tune) : { ...style, figure: 'none' as const };
  return perform(arrange(tune, players, passes), { style: players, tempo: pace, random });
}

/** A waltz is for three beats to the bar; a tune in two or four steps along instead, and the other way round. */
function fitFigure(style: Style, { beatsPerBar }: Tune): Style {
  if (style.figure === 'waltz' && beatsPerBar % 3 !== 0) return { ...style, figure: 'blocks' };
  if (style.figure === 'oompah' && beatsPerBar === 3) return { ...style, figure: 'waltz' };
  return style;
}

function readSource(
  { source }: DemoSong,
  random: Random,
): { tune: Tune; tempo: number; hasAccompaniment: boolean } {
  if ('tune' in source) {
    const text: TuneText = TUNES[source.tune];
    return { tune: readTune(text), tempo: text.tempo, hasAccompaniment: true };
  }
  if ('prelude' in source) {
    const prelude = PRELUDES[source.prelude];
    return { tune: makeBroken(prelude), tempo: prelude.tempo, hasAccompaniment: false };
  }
  if ('ground' in source) return { tune: makeGround(source.ground), tempo: 66, hasAccompaniment: true };
  const isSlow = source.tempo < 62;
  const tune = makeDrift(
    {
      chords: source.drift,
      beatsPerChord: source.mood === 'miyako' ? 4 : 6,
      beatsPerBar: source.mood === 'miyako' ? 4 : 3,
      scale: SCALES[source.mood],
      range: [67, 86],
      lengths: isSlow ? [1, 2, 2, 3] : [0.5, 1, 1, 2],
      density: 0.78,
    },
    random,
  );
  return { tune, tempo: source.tempo, hasAccompaniment: true };
}
