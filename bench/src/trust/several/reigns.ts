/** From when to when a process was the one that scans, as it said itself. */
export interface Reign {
  readonly name: string;
  /** Number of its election. */
  readonly epoch: number;
  readonly fromMs: number;
  /** Null while it goes on. */
  readonly toMs: number | null;
}

/** What a process printed, as lines of JSON, and when it was ended; null while it runs. */
interface Printed {
  readonly name: string;
  readonly lines: readonly string[];
  readonly endedAtMs: number | null;
}

interface Line {
  readonly atMs: number;
  readonly message: string;
  readonly epoch: number;
}

const lineFrom = (text: string): Line[] => {
  if (!text.startsWith('{')) return [];
  const { time, message, epoch } = JSON.parse(text) as { time: string; message: string; epoch?: string };
  return [{ atMs: Date.parse(time), message, epoch: Number(epoch) }];
};

const reignsOfOne = ({ name, lines, endedAtMs }: Printed): Reign[] => {
  const said = lines.flatMap(lineFrom);
  return said
    .filter(({ message }) => message === 'this process scans from now on')
    .map(({ atMs, epoch }) => {
      const left = said.find(
        (one) => one.message === 'this process does not scan any more' && one.epoch === epoch,
      );
      return { name, epoch, fromMs: atMs, toMs: left?.atMs ?? endedAtMs };
    });
};

/** Everybody's, the oldest first. */
export const reignsOf = (printed: readonly Printed[]): Reign[] =>
  printed.flatMap(reignsOfOne).toSorted((one, other) => one.epoch - other.epoch);

/** Where more than one scanned at once, a sentence each. */
export const faultsOfReigns = (reigns: readonly Reign[]): string[] =>
  reigns.slice(1).flatMap((reign, at) => {
    const before = reigns[at] as Reign;
    const faults: string[] = [];
    if (before.epoch === reign.epoch)
      faults.push(`${before.name} and ${reign.name} have one number: ${reign.epoch}`);
    if (before.toMs === null || before.toMs > reign.fromMs)
      faults.push(
        `${reign.name} (${reign.epoch}) begins ${before.toMs === null ? 'while' : `${before.toMs - reign.fromMs} ms before`} ${before.name} (${before.epoch}) ${before.toMs === null ? 'goes on' : 'ends'}`,
      );
    return faults;
  });
