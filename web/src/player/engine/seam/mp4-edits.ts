/** Boxes in which the list of edits of a track lies. */
const parents: ReadonlySet<string> = new Set(['moov', 'trak']);
const nameBytes = new TextEncoder();
const namesOf = new TextDecoder('latin1');

/** Where in a file the names of boxes `edts` stand. @see ISO/IEC 14496-12 §4.2, §8.6.5 */
const editsIn = (view: DataView, start: number, end: number): number[] => {
  const found: number[] = [];
  for (let at = start; at + 8 <= end; ) {
    const name = namesOf.decode(new Uint8Array(view.buffer, at + 4, 4));
    const short = view.getUint32(at);
    const isLong = short === 1 && at + 16 <= end;
    const size = isLong ? Number(view.getBigUint64(at + 8)) : short || end - at;
    const body = at + (isLong ? 16 : 8);
    if (size < body - at || at + size > end) break;
    if (name === 'edts') found.push(at + 4);
    else if (parents.has(name)) found.push(...editsIn(view, body, at + size));
    at += size;
  }
  return found;
};

/**
 * A copy of an MP4 file whose tracks are played as they are: an edit list is rounded to milliseconds, and decoders cut off
 * by it what belongs to the sound.
 * @returns null when there is no list in it
 */
export const withoutEdits = (file: ArrayBuffer): ArrayBuffer | null => {
  const places = editsIn(new DataView(file), 0, file.byteLength);
  if (places.length === 0) return null;
  const copy = file.slice(0);
  for (const at of places) new Uint8Array(copy).set(nameBytes.encode('free'), at);
  return copy;
};
