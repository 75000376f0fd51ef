import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteSmartList, type KeptQuery, saveSmartList } from '../../api/made/smart-lists.ts';
import { isAt, navigate } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { texts } from '../../texts/index.ts';
import { listTexts } from '../../texts/lists.ts';
import { showToast } from '../../ui/layers/toast.tsx';

/** 'Delete' of a smart list. */
export interface SmartListActions {
  /** Deletes it and goes from its screen to the list of playlists; can be undone for a while. */
  readonly remove: () => void;
  readonly isDeleting: boolean;
}

/** What the screen of a smart list does. Trouble becomes a message with 'Try again'. */
export function useSmartListActions(list: KeptQuery): SmartListActions {
  const queries = useQueryClient();
  const [isDeleting, setIsDeleting] = useState(false);
  const remove = async (): Promise<void> => {
    setIsDeleting(true);
    try {
      await deleteSmartList(queries, list.name);
      offerUndo(queries, list);
      // Whoever went elsewhere meanwhile stays there.
      if (isAt(paths.smartList(list.name))) navigate(paths.playlists());
    } catch {
      setIsDeleting(false);
      offerAgain(listTexts.smartListDeleteFailed(list.name), () => void remove());
    }
  };
  return { remove: () => void remove(), isDeleting };
}

function offerUndo(queries: QueryClient, list: KeptQuery): void {
  const bringBack = () => {
    saveSmartList(queries, list).catch(() =>
      offerAgain(listTexts.smartListRestoreFailed(list.name), bringBack),
    );
  };
  showToast({
    message: listTexts.smartListDeleted(list.name),
    action: { label: texts.app.undo, onSelect: bringBack },
  });
}

const offerAgain = (message: string, again: () => void): void => {
  showToast({ message, action: { label: texts.app.tryAgain, onSelect: again } });
};
