/** Writes numbers of any width, highest bit first, into bytes. */
export interface BitWriter {
  /** Writes the low `count` bits of `value`; `count` is at most 32. */
  bits: (value: number, count: number) => void;
  /** Writes a Rice code: the value above `parameter` bits in zeros and a one, then those bits. */
  rice: (value: number, parameter: number) => void;
  /** Fills the open byte with zero bits. */
  align: () => void;
  /** The bytes written so far; a view, valid until the next write. */
  bytes: () => Uint8Array;
  clear: () => void;
}

/** An empty writer that grows as needed. */
export function createBitWriter(): BitWriter {
  let buffer = new Uint8Array(1 << 16);
  let length = 0;
  let open = 0;
  let openBits = 0;

  const push = (byte: number) => {
    if (length === buffer.length) {
      const larger = new Uint8Array(length * 2);
      larger.set(buffer);
      buffer = larger;
    }
    buffer[length++] = byte;
  };

  const few = (value: number, count: number) => {
    open = (open << count) | (value & ((1 << count) - 1));
    openBits += count;
    while (openBits >= 8) {
      openBits -= 8;
      push((open >>> openBits) & 255);
    }
    open &= (1 << openBits) - 1;
  };

  const bits = (value: number, count: number) => {
    if (count > 16) {
      few(value >>> 16, count - 16);
      few(value, 16);
    } else few(value, count);
  };

  return {
    bits,
    rice(value, parameter) {
      let zeros = value >>> parameter;
      for (; zeros + parameter > 22; zeros -= 8) few(0, 8);
      few((1 << parameter) | (value & ((1 << parameter) - 1)), zeros + 1 + parameter);
    },
    align() {
      if (openBits > 0) few(0, 8 - openBits);
    },
    bytes: () => buffer.subarray(0, length),
    clear() {
      length = 0;
      open = 0;
      openBits = 0;
    },
  };
}
