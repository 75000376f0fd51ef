import type { SettingsInput } from '@tonearm/contract';
import { AppError } from '../../platform/app-error.ts';

/** Where a part of older configurations is saved now. */
const elsewhere = {
  mount_dirs: 'Music sources are saved with PUT /mount_dirs, or with all the rest by PUT /config.',
  users: 'Users are saved with POST /user and PUT /user/{name}, or with all the rest by PUT /config.',
  ddns: 'The dynamic DNS account is saved with PUT /ddns, or with all the rest by PUT /config.',
  ydns: 'The dynamic DNS account is saved with PUT /ddns, or with all the rest by PUT /config.',
} as const;

/** What other servers of this family keep and this one does not need: nothing is lost without them. */
const harmless = ['auth_secret', 'prefix_url'] as const;

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/**
 * Refuses what older and newer clients send and what would be lost here.
 * @throws AppError invalid_request with the way to save it
 */
export const assertNothingLost = (settings: SettingsInput): void => {
  for (const [field, sentence] of Object.entries(elsewhere)) {
    if (isGiven(settings[field as keyof typeof elsewhere])) throw new AppError('invalid_request', sentence);
  }
};

/** Names of the fields that were sent and mean nothing here. */
export const ignoredFields = (settings: SettingsInput): string[] =>
  harmless.filter((field) => isGiven(settings[field]));
