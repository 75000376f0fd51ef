import type { KeptQuery } from '../../api/made/smart-lists.ts';
import type { FewResults } from '../../api/palette.ts';
import { placeOf } from '../../collection/item-actions/place-of.ts';
import { type ListItem, targetOf } from '../../collection/item-actions/play-target.ts';
import { albumTitle, itemHref, itemKey, itemTitle } from '../../collection/item-list/item-names.ts';
import { foldText } from '../../lib/fold-text.ts';
import { paths } from '../../lib/paths.ts';
import { lastSegment } from '../../lib/virtual-path.ts';
import { paletteTexts } from '../../texts/palette.ts';
import type { PaletteCommand } from './palette-commands.ts';

/** One line: music, a command, a search of before, or the way to all results. */
export type PaletteLine =
  | {
      readonly kind: 'item';
      readonly key: string;
      readonly label: string;
      readonly detail: string;
      readonly item: ListItem;
    }
  | ({ readonly kind: 'command'; readonly key: string } & PaletteCommand)
  | { readonly kind: 'recent'; readonly key: string; readonly label: string }
  | { readonly kind: 'all'; readonly key: string; readonly label: string; readonly href: string };

type ItemLine = Extract<PaletteLine, { kind: 'item' }>;

/** Lines under a heading. */
export interface PaletteGroup {
  readonly title: string;
  readonly lines: readonly PaletteLine[];
}

/** What the lines are made of. */
export interface PaletteSources {
  readonly text: string;
  readonly results: FewResults | undefined;
  readonly playlists: readonly { readonly name: string }[];
  readonly smartLists: readonly KeptQuery[];
  readonly commands: readonly PaletteCommand[];
  readonly recent: readonly string[];
}

const mostPlaylists = 4;
const mostCommands = 5;

/** The lines for what is typed: the best match, then groups; searches of before and commands for nothing. */
export function paletteGroups(sources: PaletteSources) {
  const { text, results, playlists, smartLists, commands, recent } = sources;
  const typed = folded(text);
  const { groups: titles } = paletteTexts;
  const matching = commands.filter(({ label }) => hasWords(label, typed));
  const commandLines = matching
    .slice(0, typed === '' ? commands.length : mostCommands)
    .map((command): PaletteLine => ({ kind: 'command', key: `command ${command.label}`, ...command }));
  if (typed === '') {
    const before = recent.map((label): PaletteLine => ({ kind: 'recent', key: `recent ${label}`, label }));
    return filled([
      { title: titles.recent, lines: before },
      { title: titles.commands, lines: commandLines },
    ]);
  }
  const lists = [
    ...playlists.map((fields): ListItem => ({ variant: 'Playlist', fields })),
    ...smartLists.map((fields): ListItem => ({ variant: 'SmartList', fields })),
  ]
    .filter((item) => hasWords(itemTitle(item), typed))
    .slice(0, mostPlaylists)
    .map(lineOf);
  const folders = toldApart((results?.folders ?? []).map(lineOf));
  const songs = (results?.songs ?? []).map(lineOf);
  const best = bestOf([...folders, ...lists, ...songs], typed);
  const others = (lines: readonly PaletteLine[]) => lines.filter((line) => line !== best);
  const total = results?.total ?? 0;
  const all: PaletteLine = {
    kind: 'all',
    key: 'all',
    label: paletteTexts.showAll(total),
    href: paths.search(text.trim()),
  };
  return filled([
    { title: titles.best, lines: best ? [best] : [] },
    { title: titles.albums, lines: others(folders) },
    { title: titles.songs, lines: others(songs) },
    { title: titles.playlists, lines: others(lists) },
    { title: titles.commands, lines: commandLines },
    { title: paletteTexts.results, lines: total > 0 ? [all] : [] },
  ]);
}

const filled = (groups: readonly PaletteGroup[]): readonly PaletteGroup[] =>
  groups.filter(({ lines }) => lines.length > 0);

const lineOf = (item: ListItem): ItemLine => ({
  kind: 'item',
  key: itemKey(item),
  label: item.variant === 'Directory' ? albumTitle(item) : itemTitle(item),
  detail: detailOf(item),
  item,
});

/** Who made it, and when; of a song, on which album. */
function detailOf(item: ListItem): string {
  const maker = placeOf(item).detail ?? '';
  const more =
    item.variant === 'Directory' ? item.fields.year : item.variant === 'Song' ? item.fields.album : null;
  return [maker, more].filter(Boolean).join(' · ');
}

/** Discs and editions of one album may be called the same, and are of the same year: then their folders tell. */
const toldApart = (lines: readonly ItemLine[]): readonly ItemLine[] =>
  lines.map((line) => {
    const { label, detail, item } = line;
    const isAlone = lines.every(
      (other) => other === line || other.label !== label || other.detail !== detail,
    );
    return isAlone || item.variant !== 'Directory'
      ? line
      : { ...line, detail: [detail, lastSegment(item.fields.path)].filter(Boolean).join(' · ') };
  });

/** What is called exactly so, else what begins so, else the first. */
function bestOf(lines: readonly PaletteLine[], typed: string): PaletteLine | undefined {
  const called = lines.find(({ label }) => folded(label) === typed);
  return called ?? lines.find(({ label }) => folded(label).startsWith(typed)) ?? lines[0];
}

const folded = (text: string): string => foldText(text).trim();

const hasWords = (label: string, typed: string): boolean =>
  typed.split(/\s+/).every((word) => folded(label).includes(word));

/** Where Enter on music leads: to the album of a song, to everything else itself. */
export const hrefOfItem = (item: ListItem): string | null =>
  itemHref(item) ?? placeOf(item).links?.album ?? null;

/** What is played or queued of a line; null where that means nothing. */
export const targetOfLine = (line: PaletteLine) => (line.kind === 'item' ? targetOf(line.item) : null);
