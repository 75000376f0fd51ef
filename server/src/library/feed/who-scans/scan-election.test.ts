import { createFakeClock } from '@tonearm/testkit';
import { describe, expect, it } from 'vitest';
import { createLog } from '../../../platform/log.ts';
import { createScanElection } from './scan-election.ts';
import { leaseMs, type ScanLease } from './scan-lease.ts';

/** A lease as a database keeps it, by the clock of all. */
const createLeases = (clock: ReturnType<typeof createFakeClock>, told: string[]) => {
  let epoch = 0;
  let held = { by: '', untilMs: Number.NEGATIVE_INFINITY };
  return (holder: string): ScanLease & { isAway: boolean } => {
    const lease = {
      isAway: false,
      take: async () => {
        if (lease.isAway) throw new Error('away');
        if (held.by !== holder && held.untilMs >= clock.nowMs()) return null;
        held = { by: holder, untilMs: clock.nowMs() + leaseMs };
        epoch += 1;
        return epoch;
      },
      renew: async (mine: number) => {
        if (lease.isAway) throw new Error('away');
        if (held.by !== holder || epoch !== mine) return false;
        held = { by: holder, untilMs: clock.nowMs() + leaseMs };
        return true;
      },
      free: async (mine: number) => {
        told.push('left');
        if (held.by === holder && epoch === mine) held = { by: holder, untilMs: Number.NEGATIVE_INFINITY };
      },
    };
    return lease;
  };
};

const openTest = () => {
  const clock = createFakeClock();
  const told: string[] = [];
  const leaseOf = createLeases(clock, told);
  const log = createLog({ level: 'info', write: (line) => told.push(/does not scan/.exec(line)?.[0] ?? '') });
  const stand = (name: string) => {
    const lease = leaseOf(name);
    const election = createScanElection({
      ...{ lease, clock, log },
      onWon: (epoch) => told.push(`${name} won ${epoch}`),
      onLost: () => told.push(`${name} lost`),
    });
    election.start();
    return { lease, election };
  };
  const pass = (seconds: number): Promise<void> => clock.advance(seconds * 1_000);
  /** Who won and who lost, in turn. */
  const outcomes = (): string[] => told.filter((each) => /won|lost/.test(each));
  return { told, outcomes, stand, pass };
};

describe('an election', () => {
  it('has one winner, who stays it', async () => {
    const { outcomes, stand, pass } = openTest();
    stand('one');
    stand('two');
    await pass(60);
    expect(outcomes()).toEqual(['one won 1']);
  });

  it('has the next one at once where the winner leaves', async () => {
    const { outcomes, stand, pass } = openTest();
    const one = stand('one');
    stand('two');
    await pass(3);
    await one.election.close();
    await pass(2);
    expect(outcomes()).toEqual(['one won 1', 'two won 2']);
  });

  it('is said to be over before the place is left', async () => {
    const { told, stand, pass } = openTest();
    const one = stand('one');
    const two = stand('two');
    await pass(3);
    await two.election.close();
    expect(told).not.toContain('does not scan');
    await one.election.close();
    expect(told.slice(-2)).toEqual(['does not scan', 'left']);
  });

  it('is lost by who does not reach the database, before another one wins it', async () => {
    const { outcomes, stand, pass } = openTest();
    const one = stand('one');
    stand('two');
    await pass(3);
    one.lease.isAway = true;
    await pass(leaseMs / 1_000 + 3);
    expect(outcomes()).toEqual(['one won 1', 'one lost', 'two won 2']);
    one.lease.isAway = false;
    await pass(30);
    expect(outcomes()).toHaveLength(3);
  });

  it('is taken up again under another number where nobody else came', async () => {
    const { outcomes, stand, pass } = openTest();
    const one = stand('one');
    await pass(3);
    one.lease.isAway = true;
    await pass(20);
    one.lease.isAway = false;
    await pass(2);
    expect(outcomes()).toEqual(['one won 1', 'one lost', 'one won 2']);
  });
});
