import {
  type AppCheck,
  type AppFinding,
  type AppScheme,
  appSchemes,
  type CheckedApp,
} from '@tonearm/contract';
import type { SendProbe } from '../../platform/outbound.ts';
import { judgeAddress, readAddress } from './address.ts';
import { judgeArrival, lookElsewhere } from './arriving.ts';
import { type Asker, createWay, type Way } from './asking.ts';
import { lookBetween } from './between.ts';
import { finding } from './finding.ts';
import { type AppProfile, profiles } from './profiles.ts';
import { findSamples, type Replayed, replay, type Samples } from './replay.ts';

/** What looking at the server as an app does stands on. */
export interface AppCheckDeps {
  readonly probe: SendProbe;
  /** A secret that lets a user in, as that of an app, until it is taken back. */
  readonly lend: (userId: number) => { readonly secret: string; takeBack(): void };
  readonly settings: () => {
    readonly subsonic_enabled: boolean;
    readonly subsonic_schemes: readonly AppScheme[];
    readonly subsonic_downloads: boolean;
  };
  readonly isScanning: () => boolean;
  readonly basePath: string;
}

/** What is to be looked at. */
export interface CheckWish {
  readonly app: CheckedApp;
  /** As it is typed into the app; null to ask the server itself alone. */
  readonly address: string | null;
  readonly user: { readonly userId: number; readonly username: string };
  /** Where this server listens, as the caller came in; ends with the base path and a slash. */
  readonly ownRoot: string;
}

const weights: readonly AppFinding['weight'][] = ['wrong', 'doubtful', 'note'];

const withWeight = (a: AppFinding, b: AppFinding): number =>
  weights.indexOf(a.weight) - weights.indexOf(b.weight);

const told = (way: 'direct' | 'address', root: string, { calls, answered }: Replayed) => ({
  way,
  address: root.replace(/\/$/, ''),
  calls,
  answered,
});

interface Looking {
  readonly wish: CheckWish;
  readonly profile: AppProfile;
  readonly asker: Asker;
  readonly wayTo: (root: string) => Way;
  readonly direct: Way;
}

interface Seen {
  readonly ways: AppCheck['ways'];
  readonly findings: AppFinding[];
}

/** Judges what the settings and the collection say. */
const judgeServer = (
  { settings, isScanning }: AppCheckDeps,
  { profile, found }: { profile: AppProfile; found: Samples },
): AppFinding[] => {
  const findings: AppFinding[] = [];
  if (!settings().subsonic_schemes.includes(profile.scheme))
    findings.push(finding('scheme_off', 'wrong', { seen: profile.scheme }));
  if (profile.doesDownload && !settings().subsonic_downloads)
    findings.push(finding('downloads_off', 'doubtful', { call: 'download' }));
  if (isScanning()) findings.push(finding('library_scanning', 'note'));
  else if (found.song === undefined) findings.push(finding('library_empty', 'wrong'));
  return findings;
};

/** Looks at the server by an address. */
const lookByAddress = async (
  { basePath }: AppCheckDeps,
  looking: Looking,
  known: { readonly url: URL; readonly found: Samples; readonly usable: ReadonlySet<string> },
): Promise<Seen> => {
  const { url, found, usable } = known;
  const { wayTo, profile, asker, direct } = looking;
  const way = wayTo(url.href);
  const first = await way.ask({ call: 'ping', method: 'GET' });
  const arrival = await judgeArrival(first, () => lookElsewhere(url, basePath, wayTo));
  if (arrival !== null) return { ways: [], findings: [arrival] };
  const again = await replay(way, profile, { found, before: usable });
  const between = await lookBetween({ way, direct, profile, asker, found, url });
  // A call that fails since its form does not arrive says nothing new.
  const isExplained = between.some(({ weight }) => weight === 'wrong');
  const findings = [...between, ...(isExplained ? [] : again.findings)];
  return { ways: [told('address', url.href, again)], findings };
};

/** Replays what an app asks first, and tells what would go wrong. @throws AppError invalid_request */
export const createAppCheck =
  (deps: AppCheckDeps) =>
  async (wish: CheckWish): Promise<AppCheck> => {
    const { app, user, ownRoot } = wish;
    const url = wish.address === null ? null : readAddress(wish.address);
    const fromAddress = url === null ? [] : judgeAddress(url);
    if (!deps.settings().subsonic_enabled)
      return { app, ways: [], findings: [finding('protocol_off', 'wrong'), ...fromAddress] };
    const profile = profiles[app];
    const on = deps.settings().subsonic_schemes;
    const scheme = on.includes(profile.scheme)
      ? profile.scheme
      : appSchemes.find((name) => on.includes(name));
    const lent = deps.lend(user.userId);
    try {
      const asker = { username: user.username, secret: lent.secret, scheme: scheme ?? profile.scheme };
      const wayTo = (root: string): Way => createWay(root, { probe: deps.probe, asker, profile });
      const looking: Looking = { wish, profile, asker, wayTo, direct: wayTo(ownRoot) };
      const found = await findSamples(looking.direct);
      const first = await replay(looking.direct, profile, { found });
      const byAddress =
        url === null || fromAddress.some(({ weight }) => weight === 'wrong')
          ? { ways: [], findings: [] }
          : await lookByAddress(deps, looking, { url, found, usable: first.usable });
      const findings = [
        ...judgeServer(deps, { profile, found }),
        ...first.findings,
        ...fromAddress,
        ...byAddress.findings,
      ];
      const ways = [told('direct', ownRoot, first), ...byAddress.ways];
      return { app, ways, findings: findings.sort(withWeight) };
    } finally {
      lent.takeBack();
    }
  };
