import { type ReactNode, useCallback, useMemo } from 'react';
import type { ListItem, PlayTarget } from '../item-actions/play-target.ts';
import type { PlayableList } from '../item-actions/verbs.ts';
import { ItemList } from '../item-list/item-list.tsx';
import type { ItemSpan, Stretch, StretchKind } from '../item-list/layout.ts';
import type { TrackWords } from '../item-list/row/item-look.ts';
import type { StretchHeading } from '../item-list/stretch-heading.ts';
import type { PagedItems } from '../item-list/use-paged-items.ts';
import { useCollectionStatus } from './use-collection-status.ts';

/** Entries of one look under a heading, or under none. */
export interface Section {
  readonly key: string;
  readonly heading?: StretchHeading | undefined;
  readonly kind: Exclude<StretchKind, 'heading'>;
  readonly items: readonly ListItem[];
  /** Rows beyond this many are left out until `isExpanded`. */
  readonly rowLimit?: number;
  readonly isExpanded?: boolean;
}

/**
 * All that a page shows below its head, one section below the other, as one list: one Tab stop, arrows from
 * section to section, one place that Back restores. Sections without entries do not show,
 * unless their heading plays what stands below. Keep `sections` from
 * one rendering to the next.
 */
export function SectionList(props: {
  readonly label: string;
  readonly sections: readonly Section[];
  readonly plays?: PlayableList;
  readonly knownArtist?: string | null;
  readonly trackWords?: ReadonlyMap<string, TrackWords>;
  /** A last section, however long, that is read page by page. */
  readonly tail?: { readonly heading: StretchHeading; readonly paged: PagedItems<ListItem> };
}): ReactNode {
  const { label, sections, plays, knownArtist = null, trackWords, tail } = props;
  const { awaySources } = useCollectionStatus();
  const { items, ...laid } = useMemo(() => laidOut(sections), [sections]);
  const { stretches, headings } = useWithTail(laid, tail);
  const before = items.length;
  const show = tail?.paged.show;
  const onShow = useCallback(
    (spans: readonly ItemSpan[]) => show?.(spansFrom(before, spans)),
    [show, before],
  );
  return (
    <ItemList
      label={label}
      stretches={stretches}
      headings={headings}
      itemAt={(index) => (index < before ? items[index] : tail?.paged.itemAt(index - before))}
      knownArtist={knownArtist}
      awaySources={awaySources}
      {...(plays && { plays })}
      {...(trackWords && { trackWords })}
      {...(tail && {
        onShow,
        loadItems: (indexes) => loadFrom(items, tail.paged, indexes),
      })}
    />
  );
}

/** The targets of a heading whose section is played whole. */
export const targetsOfSongs = (items: readonly ListItem[]): readonly PlayTarget[] => [
  { kind: 'songs', songs: items.flatMap((item) => (item.variant === 'Song' ? [item.fields] : [])) },
];

function laidOut(sections: readonly Section[]): {
  readonly stretches: readonly Stretch[];
  readonly headings: Readonly<Record<string, StretchHeading>>;
  readonly items: readonly ListItem[];
} {
  const filled = sections.filter(({ items, heading }) => items.length > 0 || heading?.targets !== undefined);
  const stretches = filled.flatMap(
    ({ key, heading, kind, items, rowLimit, isExpanded = false }): Stretch[] => {
      const entries: Stretch = {
        key,
        kind,
        itemCount: items.length,
        ...(rowLimit !== undefined && { rowLimit, isExpanded }),
      };
      return heading ? [{ key: headingKey(key), kind: 'heading', itemCount: 0 }, entries] : [entries];
    },
  );
  const headings = Object.fromEntries(
    filled.flatMap(({ key, heading }) =>
      heading ? [[headingKey(key), { level: 2, ...heading } as const]] : [],
    ),
  );
  return { stretches, headings, items: filled.flatMap(({ items }) => items) };
}

/** The stretches with those of the tail below them. */
function useWithTail(
  laid: Pick<ReturnType<typeof laidOut>, 'stretches' | 'headings'>,
  tail: Parameters<typeof SectionList>[0]['tail'],
) {
  const { stretches, headings } = laid;
  const total = tail?.paged.total ?? 0;
  const withTail = useMemo(
    (): readonly Stretch[] =>
      total === 0
        ? stretches
        : [
            ...stretches,
            { key: headingKey('tail'), kind: 'heading', itemCount: 0 },
            { key: 'tail', kind: 'rows', itemCount: total },
          ],
    [stretches, total],
  );
  return {
    stretches: withTail,
    headings: tail ? { ...headings, [headingKey('tail')]: { level: 2, ...tail.heading } as const } : headings,
  };
}

/** What of spans lies behind the first `before` items, counted from there. */
export const spansFrom = (before: number, spans: readonly ItemSpan[]): readonly ItemSpan[] =>
  spans.flatMap(({ first, last }) =>
    last < before ? [] : [{ first: Math.max(0, first - before), last: last - before }],
  );

/** Items by their place in the whole list: those at hand first, then those of the tail. */
export async function loadFrom(
  items: readonly ListItem[],
  paged: Pick<PagedItems<ListItem>, 'load'>,
  indexes: readonly number[],
): Promise<readonly ListItem[]> {
  const later = indexes.filter((index) => index >= items.length).map((index) => index - items.length);
  return [...indexes.flatMap((index) => items[index] ?? []), ...(await paged.load(later))];
}

const headingKey = (key: string): string => `heading ${key}`;
