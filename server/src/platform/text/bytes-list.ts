/** Bytes that gather one after the other. One list is used again and again: it keeps its room. */
export interface BytesList {
  length: number;
  push(byte: number): void;
  /** Puts what is gathered into other bytes, from a place on. @returns the place behind it */
  copyTo(target: Uint8Array, from: number): number;
}

/** An empty list. @param room bytes until it has to grow */
export const createBytesList = (room = 256): BytesList => {
  let bytes = new Uint8Array(room);
  return {
    length: 0,
    push(byte) {
      if (this.length === bytes.length) {
        const longer = new Uint8Array(bytes.length * 2);
        longer.set(bytes);
        bytes = longer;
      }
      bytes[this.length] = byte;
      this.length += 1;
    },
    copyTo(target, from) {
      for (let at = 0; at < this.length; at += 1) target[from + at] = bytes[at] ?? 0;
      return from + this.length;
    },
  };
};
