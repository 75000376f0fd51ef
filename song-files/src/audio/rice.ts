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
 * The cheapest way to write residuals, of those that cut the block evenly. The sums of the smallest parts are
 * taken once and added up for the larger ones.
 * @param folded residuals after {@link foldSign}; the first `order` entries are not part of them
 */
export function planRice(folded: Uint32Array, blockSize: number, order: number): RicePlan {
  let partitionOrder = MAX_PARTITION_ORDER;
  while (partitionOrder > 0 && (blockSize % 2 ** partitionOrder || blockSize >> partitionOrder <= order)) {
    partitionOrder--;
  }
  let sums = sumParts(folded, { blockSize, order, partitionOrder });
  let best = planParts(sums, { blockSize, order, partitionOrder });
  while (partitionOrder-- > 0) {
    sums = Array.from({ length: sums.length / 2 }, (_, i) => (sums[i * 2] ?? 0) + (sums[i * 2 + 1] ?? 0));
    const plan = planParts(sums, { blockSize, order, partitionOrder });
    if (plan.bits < best.bits) best = plan;
  }
  return best;
}

interface Cut {
  blockSize: number;
  order: number;
  partitionOrder: number;
}

function sumParts(folded: Uint32Array, { blockSize, order, partitionOrder }: Cut): number[] {
  const size = blockSize >> partitionOrder;
  return Array.from({ length: 1 << partitionOrder }, (_, part) => {
    let sum = 0;
    const to = (part + 1) * size;
    for (let i = Math.max(part * size, order); i < to; i++) sum += folded[i] as number;
    return sum;
  });
}

/** For every part the divisor that suits its mean, and a close upper estimate of the bits it takes. */
function planParts(sums: readonly number[], { blockSize, order, partitionOrder }: Cut): RicePlan {
  const plan: RicePlan = { partitionOrder, parameters: [], bits: 0 };
  const size = blockSize >> partitionOrder;
  sums.forEach((sum, part) => {
    const count = part === 0 ? size - order : size;
    const wanted = Math.floor(Math.log2((sum / Math.max(1, count)) * 0.7 + 0.5));
    const parameter = Math.min(MAX_PARAMETER, Math.max(0, wanted));
    plan.parameters.push(parameter);
    plan.bits += 4 + count * (parameter + 1) + sum / 2 ** parameter;
  });
  return plan;
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
