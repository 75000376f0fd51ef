/** All of our environment that a process of ours may need; secrets stay behind. */
const passedOn = [
  'PATH',
  'LD_LIBRARY_PATH',
  'HOME',
  'TMPDIR',
  'TZ',
  'LANG',
  'MALLOC_ARENA_MAX',
  'MALLOC_TRIM_THRESHOLD_',
];

/** The environment of a process that is started, as far as it is ours. */
export const passedOnEnvironment = (): Record<string, string | undefined> =>
  Object.fromEntries(passedOn.map((name) => [name, process.env[name]]));
