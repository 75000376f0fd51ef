import { createFindings } from '../findings.ts';
import type { Harness } from '../harness.ts';
import { armRoot, missingForArm, startEmulated } from './emulated-arm.ts';
import { installDebian } from './installed-debian.ts';
import { makePackages } from './packed.ts';
import { startWithNpx } from './started-npm.ts';

/** Asks the registry of npm and an archive of Debian for what the packages need, as whoever installs them does. */
export const packages: Harness = {
  name: 'packages',
  summary:
    'installs the packages as their users do: with dpkg in a bare Debian, with npx, and for arm64 by emulation (as root)',
  run: async () => {
    const findings = createFindings();
    const lacks = missingForArm();
    findings.hold(
      'arm64 can be emulated here',
      lacks.length === 0,
      `${lacks.join(' and ')} is not installed`,
    );
    const made = makePackages(lacks.length === 0 ? armRoot() : null);
    await startWithNpx(made.npm, findings);
    await installDebian(made.deb('amd64'), findings);
    if (lacks.length === 0)
      await startEmulated({ archive: made.archive('arm64'), image: made.image('arm64') }, findings);
    return findings.result();
  },
};
