/**
 * What a client that people want to show does, each with a journey that would tell if it did not, and a fault for which
 * that journey has to fail.
 * @type {readonly {
 *   point: number, promise: string, journeys: string, name: string,
 *   fault: { file: string, from: string, to: string }
 * }[]}
 */
export const faults = [
  {
    point: 1,
    promise: 'a server that goes away costs the queue nothing',
    journeys: 'server-gone',
    name: 'costs the queue nothing',
    fault: {
      file: 'web/src/player/core/wait-machine.ts',
      from: 'if (status === null || status === busyStatus',
      to: 'if (status === busyStatus',
    },
  },
  {
    point: 1,
    promise: 'what failed meanwhile comes by itself',
    journeys: 'server-gone',
    name: 'takes screens, lists and covers away',
    fault: {
      file: 'web/src/lib/server-presence.ts',
      from: 'returnCount: returnCount + 1',
      to: 'returnCount',
    },
  },
  {
    point: 2,
    promise: 'Back takes off what lies on top',
    journeys: 'layers',
    name: 'takes .* off and leaves the page',
    fault: {
      file: 'web/src/ui/layers/use-layer.ts',
      from: 'openLayer(() => latest.current())',
      to: 'undefined && openLayer(() => latest.current())',
    },
  },
  {
    point: 3,
    promise: 'what plays leads to its artist and its album',
    journeys: 'links',
    name: 'lead from the player',
    fault: {
      file: 'web/src/player/ui/song-lines.tsx',
      from: "<a className={styles['link']} href={href}>",
      to: "<a className={styles['link']}>",
    },
  },
  {
    point: 4,
    promise: 'Play plays',
    journeys: 'play-first',
    name: 'on the header of an album',
    fault: {
      file: 'web/src/collection/parts/play-all.tsx',
      from: 'onClick={() => verbs.play(list)}',
      to: "onClick={() => verbs.perform('addToQueue', list.targets)}",
    },
  },
  {
    point: 5,
    promise: 'N shows what plays',
    journeys: 'now-playing',
    name: 'opens by the cover and by N',
    fault: {
      file: 'web/src/player/ui/use-player-shortcuts.ts',
      from: 'return () => nowPlaying.setState((isOpen) => !isOpen, true);',
      to: 'return null;',
    },
  },
  {
    point: 6,
    promise: 'shuffle that is switched off gives the order back',
    journeys: 'order',
    name: 'is two switches',
    fault: {
      file: 'web/src/player/core/player-store.ts',
      from: 'isShuffled: !isShuffled, repeat',
      to: 'isShuffled: true, repeat',
    },
  },
  {
    point: 7,
    promise: 'what is taken out of a playlist comes back by Undo',
    journeys: 'playlist-editing',
    name: 'gives back what was removed',
    fault: {
      file: 'web/src/screens/playlist/use-playlist-editing.ts',
      from: '() => offerUndo(message, putBack)',
      to: '() => offerUndo(message, () => {})',
    },
  },
  {
    point: 8,
    promise: 'the queue is resized up to 640 pixels',
    journeys: 'windows',
    name: 'of a desk has a queue',
    fault: {
      file: 'web/src/storage/queue-pane-setting.ts',
      from: 'widestPx: 640',
      to: 'widestPx: 600',
    },
  },
  {
    point: 9,
    promise: 'F filters a list',
    journeys: 'lists',
    name: 'are filtered by F',
    fault: {
      file: 'web/src/collection/filter/use-filter-key.ts',
      from: "toLowerCase() !== 'f'",
      to: "toLowerCase() !== 'g'",
    },
  },
  {
    point: 10,
    promise: 'what has no cover shows its initials',
    journeys: 'faces',
    name: 'is an album all the same',
    fault: {
      file: 'web/src/ui/cover/cover.tsx',
      from: "if (initials === '') {",
      to: "if (initials !== '?') {",
    },
  },
  {
    point: 11,
    promise: 'Ctrl+Enter in the palette plays',
    journeys: 'palette',
    name: 'plays with Ctrl.Enter',
    fault: {
      file: 'web/src/screens/palette/palette.tsx',
      from: "event.metaKey ? 'play'",
      to: "event.metaKey ? 'queue'",
    },
  },
  {
    point: 12,
    promise: 'leaving asks while music plays',
    journeys: 'phone',
    name: 'logging out stands under More',
    fault: {
      file: 'web/src/app/shell/more-menu.tsx',
      from: 'onSelect: isPlaying ? () => setIsAsking(true) : leave',
      to: 'onSelect: leave',
    },
  },
  {
    point: 13,
    promise: 'who was signed out is told why',
    journeys: 'account',
    name: 'says at sign-in why',
    fault: {
      file: 'web/src/app/start.ts',
      from: "return 'administrator';",
      to: "return 'unknown';",
    },
  },
  {
    point: 14,
    promise: 'a finger finds [-]',
    journeys: 'small-things',
    name: 'a finger finds',
    fault: {
      file: 'web/src/player/ui/queue/queue-list.module.css',
      from: 'width: 2.75rem;\n    height: 30px;',
      to: 'width: 1.75rem;\n    height: 30px;',
    },
  },
  {
    point: 16,
    promise: 'a first screen asks for little',
    journeys: 'first-load',
    name: 'asks for little: the collection',
    fault: {
      file: 'web/src/app/shell/shell.tsx',
      from: "import { useFirstCalm } from './use-first-calm.ts';",
      to: "import { useFirstCalm } from './use-first-calm.ts';\nimport { ShellLayer as Early } from './shell-layer.tsx';\nObject.assign(globalThis, { Early });",
    },
  },
];
