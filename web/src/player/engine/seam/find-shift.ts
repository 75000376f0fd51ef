/** A piece of what was heard, and the frame of the audio clock at which it began. */
export interface HeardPiece {
  readonly samples: Float32Array;
  readonly firstFrame: number;
}

/** Samples of a track, and which of its samples the first of them is. */
export interface KnownPiece {
  readonly samples: Float32Array;
  readonly firstSample: number;
}

/** Neighbours are added up for a first look: so many, which leaves bass and voices. */
const coarseStep = 8;
/** Quieter than this on average (about -66 dB), a piece says nothing about where it is. */
const leastLoudness = 0.0005;
/** How alike both must be, 1 being the same: decoders and resamplers of one browser differ a little. */
const leastLikeness = 0.97;
/** A second place that fits nearly as well, further off than a few samples: a steady tone fits anywhere. */
const rivalShare = 0.995;
const rivalDistance = 24;

/**
 * Finds where a piece that was heard lies in a track.
 * @param expected the shift to look around: the frame of the audio clock at which sample 0 was or would have been heard
 * @param reach how far around, in frames
 * @returns the shift; null when the piece is silent, is not found, or fits in several places
 */
export const findShift = (
  heard: HeardPiece,
  track: KnownPiece,
  { expected, reach }: { expected: number; reach: number },
): number | null => {
  if (loudnessOf(heard.samples) < leastLoudness) return null;
  // Where the heard piece begins in the known one, if the shift is as expected.
  const start = Math.round(heard.firstFrame - expected - track.firstSample);
  const coarse = placesIn(thinned(heard.samples), thinned(track.samples), {
    from: Math.floor((start - reach) / coarseStep),
    to: Math.ceil((start + reach) / coarseStep),
  });
  const bestCoarse = bestOf(coarse);
  if (bestCoarse === null || bestCoarse.likeness < leastLikeness - 0.1) return null;
  const best = bestOf(
    placesIn(heard.samples, track.samples, {
      from: (bestCoarse.at - 2) * coarseStep,
      to: (bestCoarse.at + 2) * coarseStep,
    }),
  );
  if (best === null || best.likeness < leastLikeness) return null;
  const hasRival = coarse.some(
    ({ at, likeness }) =>
      Math.abs(at - bestCoarse.at) * coarseStep > rivalDistance &&
      likeness >= bestCoarse.likeness * rivalShare,
  );
  return hasRival ? null : heard.firstFrame - track.firstSample - best.at;
};

interface Place {
  readonly at: number;
  readonly likeness: number;
}

const bestOf = (places: readonly Place[]): Place | null =>
  places.reduce<Place | null>(
    (best, place) => (best === null || place.likeness > best.likeness ? place : best),
    null,
  );

/** How alike both are with the piece laid at each place where it fits whole: their normalised product. */
const placesIn = (
  piece: Float32Array,
  whole: Float32Array,
  { from, to }: { from: number; to: number },
): Place[] => {
  const places: Place[] = [];
  const pieceEnergy = energyOf(piece, 0, piece.length);
  const last = Math.min(to, whole.length - piece.length);
  for (let at = Math.max(from, 0); at <= last; at += 1) {
    let product = 0;
    let energy = 0;
    for (let index = 0; index < piece.length; index += 1) {
      const sample = whole[at + index] ?? 0;
      product += (piece[index] ?? 0) * sample;
      energy += sample * sample;
    }
    const scale = Math.sqrt(pieceEnergy * energy);
    places.push({ at, likeness: scale === 0 ? 0 : product / scale });
  }
  return places;
};

const energyOf = (samples: Float32Array, from: number, to: number): number => {
  let sum = 0;
  for (let index = from; index < to; index += 1) sum += (samples[index] ?? 0) ** 2;
  return sum;
};

const loudnessOf = (samples: Float32Array): number =>
  Math.sqrt(energyOf(samples, 0, samples.length) / Math.max(samples.length, 1));

const thinned = (samples: Float32Array): Float32Array => {
  const thin = new Float32Array(Math.floor(samples.length / coarseStep));
  for (let index = 0; index < thin.length; index += 1) {
    for (let step = 0; step < coarseStep; step += 1)
      thin[index] = (thin[index] ?? 0) + (samples[index * coarseStep + step] ?? 0);
  }
  return thin;
};
