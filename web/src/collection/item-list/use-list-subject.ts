import type { DragEvent, MouseEvent } from 'react';
import { usePlayer } from '../../player/index.ts';
import { texts } from '../../texts/index.ts';
import type { ItemMenuRequest } from '../item-actions/item-menu.tsx';
import { dragPayloadOf, type ListItem, type PlayTarget, targetOf } from '../item-actions/play-target.ts';
import { itemTitle } from './item-names.ts';
import type { StretchHeading } from './stretch-heading.ts';
import type { ListSelection } from './use-list-selection.ts';

interface SubjectDeps {
  readonly itemAt: (index: number) => ListItem | undefined;
  readonly loadItems: ((indexes: readonly number[]) => Promise<readonly ListItem[]>) | undefined;
  readonly selection: ListSelection;
  readonly headings: Readonly<Record<string, StretchHeading>> | undefined;
  /** Takes an item out, or all that is selected when it is among them; where that can be done. */
  readonly remove: ((index: number) => void) | undefined;
  readonly openMenu: (request: ItemMenuRequest) => void;
}

/** Menus and drags of a list: what they are about, and how they begin. */
export interface ListSubjects {
  /** What the verbs work on at an item: itself, or all that is selected when it is among them. */
  readonly targetsOf: (index: number) => readonly PlayTarget[];
  /** What the verbs work on when they are about all that is selected. */
  readonly chosenTargets: () => readonly PlayTarget[];
  /**
   * Opens the menu of what lies under an element. A finger, which has no Ctrl key, can begin to choose
   * several there. @returns false when nothing there has one
   */
  readonly openMenuAt: (at: { x: number; y: number }, target: Element, isTouch?: boolean) => boolean;
  readonly handlers: {
    readonly onContextMenu: (event: MouseEvent<HTMLElement>) => void;
    readonly onDragStart: (event: DragEvent<HTMLElement>) => void;
    readonly onDragEnd: () => void;
  };
}

/** What a menu or a drag is about: all that is selected, an item, or all below a heading. */
export function useListSubjects(deps: SubjectDeps): ListSubjects {
  const { itemAt, loadItems, selection, headings, remove, openMenu } = deps;
  const { drag } = usePlayer();

  const targetsAt = (indexes: readonly number[]): readonly PlayTarget[] => {
    const items = indexes.map(itemAt);
    if (items.every((item) => item !== undefined)) return items.map(targetOf);
    const load = async () => ((await loadItems?.(indexes)) ?? []).map(targetOf);
    return [{ kind: 'later', load }];
  };
  const targetsOf = (index: number): readonly PlayTarget[] =>
    targetsAt(selection.isSelected(index) ? selection.indexes() : [index]);
  const subjectOf = (target: Element): Pick<ItemMenuRequest, 'label' | 'targets' | 'item'> | null => {
    const index = itemIndexOf(target);
    if (index === null) {
      const heading = headings?.[headingKeyOf(target) ?? ''];
      return heading?.targets ? { label: heading.text, targets: heading.targets } : null;
    }
    const item = itemAt(index);
    const chosen = selection.isSelected(index) ? selection.count : 1;
    const label = chosen > 1 ? texts.collection.selectedCount(chosen) : item && itemTitle(item);
    return label ? { label, targets: targetsOf(index), item: chosen > 1 ? undefined : item } : null;
  };
  const openMenuAt: ListSubjects['openMenuAt'] = (at, target, isTouch = false) => {
    const subject = subjectOf(target);
    const index = itemIndexOf(target);
    const canChoose = isTouch && index !== null && !selection.isChoosing;
    if (subject) {
      openMenu({
        at,
        ...subject,
        ...(remove && index !== null && { onRemove: () => remove(index) }),
        ...(canChoose && { onChoose: () => selection.beginChoosing(index) }),
      });
    }
    return subject !== null;
  };
  return {
    targetsOf,
    chosenTargets: () => targetsAt(selection.indexes()),
    openMenuAt,
    handlers: {
      onContextMenu(event) {
        const at = { x: event.clientX, y: event.clientY };
        const isOpened = openMenuAt(at, event.target as Element, isByTouch(event));
        if (isOpened) event.preventDefault();
      },
      onDragStart(event) {
        const subject = subjectOf(event.target as Element);
        const begin = () => subject && { payload: dragPayloadOf(subject.targets), label: subject.label };
        drag.source(begin).onDragStart(event);
      },
      onDragEnd: drag.source(() => null).onDragEnd,
    },
  };
}

/** Whether a click or a menu was asked for with a finger or a pen. */
export const isByTouch = ({ nativeEvent }: MouseEvent): boolean =>
  'pointerType' in nativeEvent && (nativeEvent.pointerType === 'touch' || nativeEvent.pointerType === 'pen');

/** Number of the item that an element belongs to; null outside of items. */
export function itemIndexOf(element: Element): number | null {
  const text = element.closest<HTMLElement>('[data-item]')?.dataset['item'];
  return text === undefined ? null : Number(text);
}

/** Key of the heading that an element belongs to; undefined outside of headings. */
export const headingKeyOf = (element: Element): string | undefined =>
  element.closest<HTMLElement>('[data-heading]')?.dataset['heading'];
