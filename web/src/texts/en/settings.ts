import { appCheck } from './app-check.ts';
import { serverCare } from './server-care.ts';
import { ownAccount, sessions } from './settings/account.ts';
import { appAccess, appList } from './settings/apps.ts';
import { art, away, scan, sources } from './settings/collection.ts';
import { dns } from './settings/ddns.ts';
import { input, lists, playback, theme } from './settings/preferences.ts';
import { lapse, outbox, service } from './settings/services.ts';
import { setup } from './settings/setup.ts';
import { rules } from './settings/tags.ts';
import { userList } from './settings/users.ts';

/** Texts of the settings screen and of what setup shares with it. */
export const settings = {
  title: 'Settings',
  preferences: 'Preferences',
  account: 'Account',
  apps: 'Apps',
  collection: 'Collection',
  tags: 'Albums, artists and genres',
  corrections: 'Corrections',
  tagsText: 'How what the tags say becomes albums, artists and genres.',
  users: 'Users',
  ddns: 'Dynamic DNS',
  server: 'Server',
  care: serverCare,
  appCheck,
  check: appCheck.title,
  loadFailed: 'The settings could not be loaded.',
  notSaved: (why: string) => `This could not be saved. ${why}`.trim(),

  setup,
  rules,

  location: 'Location',
  name: 'Name',
  locationPlaceholder: 'C:\\Users\\Me\\Music',
  namePlaceholder: 'Local Drive Music',
  chooseFolder: 'Choose a folder',
  useThisFolder: 'Use this folder',
  folders: 'Folders',
  parentFolder: 'One folder up',
  noFolders: 'There are no folders in here.',
  folderStates: {
    ok: 'The server found music here.',
    empty: 'There is nothing in this folder that Tonearm can play.',
    missing: 'This folder does not exist on the server.',
    unreadable: 'The server is not allowed to read this folder.',
    not_a_folder: 'This is a file, not a folder.',
  },

  theme,
  lapse,
  service,
  outbox,
  ownAccount,
  sessions,
  appList,
  appAccess,
  about: {
    title: 'About',
    version: (name: string, version: string) => `${name} ${version}`,
    apiDocs: 'The calls of this server, for makers of apps',
  },
  input,
  playback,
  lists,
  art,
  sources,
  scan,
  away,
  userList,
  dns,
} as const;
