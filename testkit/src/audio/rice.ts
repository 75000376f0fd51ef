import type { BitWriter } from './bit-writer.ts';

/** How a block of residuals is cut into parts, the divisor of each part, and what that costs. */
export interface RicePlan {
  partitionOrder: number;
  parameters: number[];
  bits: number;
}

const MAX_PARTITION_ORDER = 4;
const MAX_PARAMETER = 14;

/** Zigzag: 0, -1, 1, -2 … become 0, 1, 2, 3 … */
export function foldSign(value: number): number {
  return (value << 1) ^ (value >> 31);
}

/**
 * The cheapest way to write residuals, of those that cut the block evenly.
 * @param folded residuals after {@link foldSign}; the first `order` entries are not part of them
 */
export function planRice(folded: Uint32Array, blockSize: number, order: number): RicePlan {
  let best: RicePlan | undefined;
  for (let partitionOrder = 0; partitionOrder <= MAX_PARTITION_ORDER; partitionOrder++) {
    const size = blockSize >> partitionOrder;
    if (size << partitionOrder !== blockSize || size <= order) break;
    const plan: RicePlan = { partitionOrder, parameters: [], bits: 0 };
    for (let from = 0; from < blockSize; from += size) {
      const first = Math.max(from, order);
      const [parameter, bits] = bestParameter(folded, first, from + size);
      plan.parameters.push(parameter);
      plan.bits += bits + 4;
    }
    if (!best || plan.bits < best.bits) best = plan;
  }
  if (!best) throw new Error('a block must be longer than the order of its predictor');
  return best;
}

/** The divisor that suits the mean, and a close upper estimate of the bits it takes. */
function bestParameter(folded: Uint32Array, from: number, to: number): [parameter: number, bits: number] {
  let sum = 0;
  for (let i = from; i < to; i++) sum += folded[i] as number;
  const count = to - from;
  const mean = sum / Math.max(1, count);
  const parameter = Math.min(MAX_PARAMETER, Math.max(0, Math.floor(Math.log2(mean * 0.7 + 0.5))));
  return [parameter, count * (parameter + 1) + sum / 2 ** parameter];
}

/** Writes what {@link planRice} planned. */
export function writeRice(
  writer: BitWriter,
  plan: RicePlan,
  block: { folded: Uint32Array; blockSize: number; order: number },
): void {
  const { folded, blockSize, order } = block;
  writer.bits(0, 2);
  writer.bits(plan.partitionOrder, 4);
  const size = blockSize >> plan.partitionOrder;
  plan.parameters.forEach((parameter, part) => {
    writer.bits(parameter, 4);
    for (let i = Math.max(part * size, order); i < (part + 1) * size; i++) {
      writer.rice(folded[i] as number, parameter);
    }
  });
}
