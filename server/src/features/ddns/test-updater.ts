import { createFakeClock, type FakeClock, startFakeDdns } from '@tonearm/testkit';
import { silentLog } from '../../platform/log.ts';
import { createOutbound, type Outbound, type OutboundResult } from '../../platform/outbound.ts';
import { createDuty } from '../../state/duty.ts';
import type { Attempt } from './judge.ts';
import { createDdnsUpdater } from './updater.ts';

export const minuteMs = 60 * 1000;
export const halfHourMs = 30 * minuteMs;

/** What is kept over restarts. */
const createKept = () => ({ attempt: null as Attempt | null, callMs: null as number | null });

/** What somebody typed in. */
export const usual = { updateUrl: '', host: 'home.ydns.eu', username: 'anna', password: 'secret' };

const depsOf = (kept: ReturnType<typeof createKept>, clock: FakeClock) => ({
  lastAttempt: async () => kept.attempt,
  keepAttempt: async (attempt: Attempt) => {
    kept.attempt = attempt;
  },
  lastCallMs: async () => kept.callMs,
  keepCall: async (atMs: number) => {
    kept.callMs = atMs;
  },
  clock,
  log: silentLog,
});

/** An updater over a provider of the network. */
export const updaterFor = async (account: typeof usual) => {
  const provider = await startFakeDdns({ username: account.username, password: account.password });
  const clock = createFakeClock();
  const updater = createDdnsUpdater({
    ...depsOf(createKept(), clock),
    root: `${provider.root}/`,
    account: async () => account,
    outbound: createOutbound(clock),
  });
  return { provider, clock, updater, account };
};

/** An updater over a provider that answers at once, started again as often as a test likes. */
export const quickUpdater = (result: Partial<OutboundResult> = {}) => {
  const clock = createFakeClock();
  const kept = createKept();
  const calls: { host: string; atMs: number }[] = [];
  const account = { ...usual };
  const outbound: Outbound = {
    request: async ({ url }) => {
      const host = new URL(url, 'http://provider.example/').searchParams.get('host') ?? '';
      calls.push({ host, atMs: clock.monotonicMs() });
      return { kind: 'answer', status: 200, text: 'ok', retryAfterMs: null, ...result } as OutboundResult;
    },
    close: async () => {},
  };
  const open = (duty = createDuty(true)) =>
    createDdnsUpdater({
      ...depsOf(kept, clock),
      root: 'http://provider.example/',
      account: async () => ({ ...account }),
      outbound,
      duty,
    });
  return { clock, kept, calls, account, open };
};
