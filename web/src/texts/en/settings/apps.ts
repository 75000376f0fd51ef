/** Apps and their passwords. */
export const appList = {
  title: 'Apps',
  explanation:
    'Apps that speak Subsonic or OpenSubsonic play your collection. Each signs in with a password of its own.',
  address: 'The address to type into an app:',
  none: 'No apps yet. Make a password for each app, so that you can take it away from one without touching the others.',
  add: 'Add app',
  name: 'Name',
  nameTip: 'What you will know it by, such as Phone.',
  bitRate: 'Sound the app is told to ask for',
  noLimit: 'As it is',
  limit: (kilobits: number) => `At most ${kilobits} kbit/s`,
  mayAdminister: 'May administer',
  mayAdministerTip: 'The app may start scans and see other users. Most apps need none of this.',
  create: 'Make password',
  madeFor: (name: string) => `Password for ${name}`,
  shownOnce: 'This password is shown once. Type these three into the app.',
  addressLabel: 'Address',
  username: 'Username',
  password: 'Password',
  copy: 'Copy',
  copyOf: (what: string) => `Copy ${what.toLowerCase()}`,
  copied: 'Copied.',
  copyFailed: 'The browser did not allow copying.',
  qr: 'The same for a camera',
  done: 'Done',
  neverUsed: (when: string) => `Made ${when}, not used yet`,
  lastUsed: (when: string, client: string) => `Last used ${when}${client === '' ? '' : ` by ${client}`}`,
  administers: 'May administer',
  needsRenewal:
    'The key of this server was lost. If the app cannot sign in, remove it here and add it again.',
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  removeConfirm: (name: string) => `Take the password away from ${name}? It is signed out at once.`,
  removed: (name: string) => `${name} was removed.`,
} as const;

/** What apps may do. */
export const appAccess = {
  title: 'What apps may do here',
  enabled: 'Apps that speak Subsonic are answered',
  enabledTip: 'Off, every app is told that it is not let in at present. Passwords stay.',
  downloads: 'Apps may keep songs, albums and playlists as files',
  schemes: 'Ways in which apps may sign in',
  schemeNames: {
    key: 'By a key',
    plain: 'By the password as it is',
    hex: 'By the password in hexadecimal digits',
    token: 'By salted tokens, as most apps do',
  },
} as const;
