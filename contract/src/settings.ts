import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { ddnsReasons } from './service-reasons.ts';
import { settingChangeSchemas, settingRefusals, settingSchemas } from './setting-fields.ts';
import { newUser } from './users.ts';
import { nullableInteger, nullableText, nullishText, optionalText, text, yesOrNo } from './values.ts';

/** Settings of the collection; see the table. */
const settings = z.object(settingSchemas);
export type Settings = z.infer<typeof settings>;

/** Of any kind: it is not looked at here. */
const anything = z.unknown().optional();

const settingsChange = z.object({
  ...settingChangeSchemas,
  /** Of version 8: an address that is called to update dynamic DNS; blank for none. */
  ddns_update_url: nullishText,
  /** Of other versions. Not kept: refused in words where something would be lost. */
  mount_dirs: anything,
  users: anything,
  ddns: anything,
  ydns: anything,
  /** Of other servers of the family; means nothing here, and is named in `X-Ignored-Fields`. */
  auth_secret: anything,
  prefix_url: anything,
});
export type SettingsInput = z.infer<typeof settingsChange>;

/** A music source: `source` is a folder of the server's machine, `name` the first part of virtual paths. */
const mountDir = z.object({ source: text, name: text });
const mountDirs = z.array(mountDir);
export type MountDir = z.infer<typeof mountDir>;

/** Dynamic DNS account; three empty strings when unused. */
const ddns = z.object({ host: text, username: text, password: text });
export type Ddns = z.infer<typeof ddns>;

const ddnsStatus = z.object({
  is_configured: yesOrNo,
  /** Seconds since the epoch. */
  last_attempt_at: nullableInteger,
  last_result: z.enum(['updated', 'refused', 'unreachable']).nullable(),
  /** A sentence about the last attempt. */
  last_message: nullableText,
  /** The same for a client with words of its own. */
  last_reason: z.enum(ddnsReasons).nullable(),
  /** With `provider_trouble` and `status_refused`: the status of the answer. */
  last_status: nullableInteger,
  address: nullableText,
  next_attempt_at: nullableInteger,
});
export type DdnsStatus = z.infer<typeof ddnsStatus>;

const folderListing = z.object({
  /** Absolute folder on the server's machine that was looked at. */
  path: text,
  parent: nullableText,
  /** `empty` means that nothing in it (looking a little way down) can be played. */
  state: z.enum(['ok', 'empty', 'missing', 'unreadable', 'not_a_folder']),
  folders: z.array(z.object({ name: text, path: text })),
});
export type FolderListing = z.infer<typeof folderListing>;

/** Everything administrators set. */
export const settingsEndpoints = {
  getSettings: endpoint({
    method: 'GET',
    path: '/settings',
    access: 'admin',
    summary: 'Settings of the collection, and the update address of version 8; empty when unused.',
    answer: settings.extend({ ddns_update_url: text }),
  }),
  putSettings: endpoint({
    method: 'PUT',
    path: '/settings',
    access: 'admin',
    summary:
      'Change settings; an absent or null field stays. Parts of older configurations are refused with the call that saves them.',
    body: settingsChange,
    bodyExample: { album_art_pattern: 'cover' },
    answer: 'empty',
    errors: [...settingRefusals, 'invalid_ddns'],
  }),
  getMountDirs: endpoint({
    method: 'GET',
    path: '/mount_dirs',
    access: 'admin',
    summary: 'Music sources in saved order, text as typed.',
    answer: mountDirs,
  }),
  putMountDirs: endpoint({
    method: 'PUT',
    path: '/mount_dirs',
    access: 'admin',
    summary: 'Replace the whole list of music sources. A row with a blank part is a draft.',
    body: mountDirs,
    bodyExample: [{ source: '/srv/music', name: 'Music' }],
    answer: 'empty',
    errors: ['invalid_source', 'duplicate_source_name'],
  }),
  getDdns: endpoint({
    method: 'GET',
    path: '/ddns',
    access: 'admin',
    summary: 'The dynamic DNS account.',
    answer: ddns,
  }),
  putDdns: endpoint({
    method: 'PUT',
    path: '/ddns',
    access: 'admin',
    summary: 'Replace the dynamic DNS account.',
    body: ddns,
    bodyExample: { host: 'anna.ydns.eu', username: 'anna', password: 'secret' },
    answer: 'empty',
    errors: ['invalid_ddns'],
  }),
  getDdnsStatus: endpoint({
    method: 'GET',
    path: '/ddns_status',
    access: 'admin',
    summary: 'Last and next update of the dynamic DNS address.',
    answer: ddnsStatus,
  }),
  putConfig: endpoint({
    method: 'PUT',
    path: '/config',
    access: 'admin',
    summary: 'Replace each part that is present, all or nothing; `users` removes those not listed.',
    body: z.object({
      settings: settingsChange.nullish(),
      mount_dirs: mountDirs.nullish(),
      ddns: ddns.nullish(),
      /** The same under its first name. */
      ydns: ddns.nullish(),
      users: z.array(newUser).nullish(),
    }),
    bodyExample: { settings: { album_art_pattern: 'cover' } },
    answer: 'empty',
    errors: [
      ...settingRefusals,
      'invalid_source',
      'duplicate_source_name',
      'invalid_ddns',
      'blank_username',
      'blank_password',
      'password_too_long',
      'duplicate_username',
      'last_administrator',
    ],
  }),
  listFolders: endpoint({
    method: 'GET',
    path: '/folders',
    access: 'admin',
    summary: "Folders below a folder of the server's machine, for choosing a music source.",
    query: z.object({ path: optionalText }),
    answer: folderListing,
  }),
} as const;
