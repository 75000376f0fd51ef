import { findShift, type KnownPiece } from './find-shift.ts';
import { nowFrame, type SeamParts } from './seam-parts.ts';

/** How far positions that elements report may be off, in seconds. */
const reachSeconds = 0.4;

/** Listens to the playing element for a piece that is known; `then` hears where its sample 0 is or was heard. */
export type Listening = (known: KnownPiece, then: (shift: number) => void) => void;

/** One at a time; what was asked for while another is on its way is not done. */
export const createListening = (parts: SeamParts): Listening => {
  const { graph, state } = parts;
  let isListening = false;
  const listen = async (known: KnownPiece, then: (shift: number) => void): Promise<void> => {
    isListening = true;
    const asked = state.turn;
    const shift = await shiftOf(parts, known);
    isListening = false;
    if (asked === state.turn && shift !== null && graph.isRunning()) then(shift);
  };
  return (known, then) => {
    if (!isListening) void listen(known, then);
  };
};

/** Null when it cannot be told. */
const shiftOf = async (parts: SeamParts, known: KnownPiece): Promise<number | null> => {
  const { carrier, graph } = parts;
  const { element } = carrier().playing();
  const heard = await graph.listen(element);
  if (heard === null) return null;
  const rate = graph.sampleRate;
  const expected = nowFrame(parts) - (carrier().playing().positionSeconds * rate - graph.delayOf(element));
  return findShift(heard, known, { expected, reach: Math.round(reachSeconds * rate) });
};
