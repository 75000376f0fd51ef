import { join } from 'node:path';
import { type Browser, firefox } from 'playwright-core';
import { fontFolder } from '../fonts.ts';
import { type SoundCard, startSoundCard } from '../sound-card.ts';

/** Preferences of a Firefox that plays without being asked, keeps still, and calls nobody. */
const preferences = {
  'media.autoplay.default': 0,
  'media.autoplay.blocking_policy': 0,
  // Fields tell that they are left also in a window that is not in front.
  'focusmanager.testmode': true,
  'ui.prefersReducedMotion': 1,
  // A mouse (fine, and able to hover): without a window there is none, and the page would take itself for a phone's.
  'ui.primaryPointerCapabilities': 6,
  'ui.allPointerCapabilities': 6,
  'layout.css.prefers-color-scheme.content-override': 1,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  // Else pages may only read fonts of the system, and show boxes in place of letters.
  'security.sandbox.content.read_path_whitelist': `${fontFolder}/`,
} as const;

/**
 * Starts the Firefox that was found, driven by WebDriver BiDi.
 * @param localName a host name that is this machine
 * @param card what it sounds on
 */
export const launchFirefox = (
  environment: NodeJS.ProcessEnv,
  localName: string,
  card: SoundCard = startSoundCard(),
): Promise<Browser> =>
  firefox.launch({
    channel: 'moz-firefox',
    executablePath: join(import.meta.dirname, 'firefox-relay'),
    env: { ...environment, ...card.environment, NODE: process.execPath },
    firefoxUserPrefs: { ...preferences, 'network.dns.localDomains': localName },
  });
