/** How one recording changes from one part of its source to the next. */
export interface SeamFigures {
  /** Frames that are too many between both parts; negative when some are missing or sound twice. */
  readonly gapFrames: number;
  /**
   * Largest step between neighbouring samples at the seam, as a multiple of the largest around it: of the source, played as
   * loud, or of what its coding makes of that.
   */
  readonly jump: number;
}

/** So many frames are compared: 0.19 s at 44.1 kHz. */
const compared = 8192;
/** Neighbours are added up for a first look. */
const coarseStep = 8;
/** Wider gaps are not looked for: half a second at 44.1 kHz. */
const widestGap = 22_050;
/** How alike a place must be: packed sound differs from what was packed. */
const leastLikeness = 0.8;

/**
 * Where a piece of the source lies in a recording: the place from `from` to `to` where both are most alike.
 * @returns null when it is nowhere
 */
const placeOf = (
  piece: Float32Array,
  recording: Float32Array,
  { from, to }: { from: number; to: number },
): number | null => {
  const coarse = mostAlike(thinned(piece), thinned(recording), {
    from: Math.floor(from / coarseStep),
    to: Math.ceil(to / coarseStep),
  });
  const near = coarse.at * coarseStep;
  const fine = mostAlike(piece, recording, { from: near - 2 * coarseStep, to: near + 2 * coarseStep });
  return fine.likeness < leastLikeness ? null : fine.at;
};

const mostAlike = (
  piece: Float32Array,
  whole: Float32Array,
  { from, to }: { from: number; to: number },
): { at: number; likeness: number } => {
  const own = piece.reduce((sum, sample) => sum + sample * sample, 0);
  let best = { at: -1, likeness: 0 };
  for (let at = Math.max(from, 0); at <= Math.min(to, whole.length - piece.length); at += 1) {
    let product = 0;
    let other = 0;
    for (let index = 0; index < piece.length; index += 1) {
      const sample = whole[at + index] ?? 0;
      product += (piece[index] ?? 0) * sample;
      other += sample * sample;
    }
    const likeness = product / Math.sqrt(own * other || 1);
    if (likeness > best.likeness) best = { at, likeness };
  }
  return best;
};

/** How much louder a piece is where it was found: songs are levelled by what the server measured of them. */
const levelOf = (piece: Float32Array, recording: Float32Array, at: number): number => {
  let product = 0;
  let own = 0;
  for (let index = 0; index < piece.length; index += 1) {
    const sample = piece[index] ?? 0;
    product += sample * (recording[at + index] ?? 0);
    own += sample * sample;
  }
  return product / (own || 1);
};

const thinned = (samples: Float32Array): Float32Array =>
  Float32Array.from({ length: Math.floor(samples.length / coarseStep) }, (_, index) =>
    samples.subarray(index * coarseStep, (index + 1) * coarseStep).reduce((sum, sample) => sum + sample, 0),
  );

const largestStep = (samples: Float32Array, from: number, to: number): number => {
  let largest = 0;
  for (let index = Math.max(from, 0) + 1; index < to; index += 1)
    largest = Math.max(largest, Math.abs((samples[index] ?? 0) - (samples[index - 1] ?? 0)));
  return largest;
};

/** Where to look for a seam. All in frames. */
interface SeamPlace {
  readonly recording: Float32Array;
  readonly source: Float32Array;
  /** Where the source was cut in two. */
  readonly seamFrame: number;
  /** How far before and after it both are compared. */
  readonly beforeFrames: number;
  readonly afterFrames: number;
  /** About where the seam is in the recording, and how far off that may be. */
  readonly near: number;
  readonly reach: number;
}

/** Measures a change of tracks in a recording. @returns null when either part is not found */
export const seamIn = (place: SeamPlace): SeamFigures | null => {
  const { recording, source, seamFrame } = place;
  const first = seamFrame - place.beforeFrames - compared;
  const second = seamFrame + place.afterFrames;
  const begin = place.near - place.beforeFrames - compared;
  const left = source.subarray(first, first + compared);
  const before = placeOf(left, recording, {
    from: begin - place.reach,
    to: begin + place.reach,
  });
  if (before === null) return null;
  const due = before + second - first;
  const range = { from: due - widestGap, to: due + widestGap };
  const right = source.subarray(second, second + compared);
  const after = placeOf(right, recording, range);
  if (after === null) return null;
  const heardAt = before + seamFrame - first;
  const around = 2000;
  const endsAt = heardAt + Math.abs(after - due);
  const heard = largestStep(recording, heardAt - around, endsAt + around);
  const coded = Math.max(
    largestStep(recording, heardAt - 10 * around, heardAt - around),
    largestStep(recording, endsAt + around, endsAt + 10 * around),
  );
  const own = largestStep(source, seamFrame - 10 * around, seamFrame + 10 * around);
  const level = Math.max(levelOf(left, recording, before), levelOf(right, recording, after));
  return { gapFrames: after - due, jump: heard / Math.max(own * level, coded) };
};
