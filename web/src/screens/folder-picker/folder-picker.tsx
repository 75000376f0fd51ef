import { useEffect, useRef, useState } from 'react';
import { texts } from '../../texts/index.ts';
import { settingsTexts } from '../../texts/settings.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Folder } from '../../ui/icons.ts';
import { CornerLeftUp } from '../../ui/later-icons.ts';
import { Dialog } from '../../ui/layers/dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './folder-picker.module.css';
import { type FolderAnswer, useFolderListing } from './use-folder-listing.ts';

/** Properties of the folder picker. */
export interface FolderPickerProps {
  /** Where it opens; the server decides when empty. */
  readonly startPath: string;
  readonly onPick: (path: string) => void;
  readonly onClose: () => void;
}

/** Walks the folders of the server's machine, to choose a music source. */
export function FolderPicker({ startPath, onPick, onClose }: FolderPickerProps) {
  const [path, setPath] = useState(startPath);
  const answer = useFolderListing(path, 0);
  const listing = answer?.kind === 'listing' ? answer.listing : null;
  return (
    <Dialog title={settingsTexts.chooseFolder} closeLabel={texts.app.close} onClose={onClose}>
      <p className={styles['path']} dir="ltr" aria-live="polite">
        {listing?.path ?? path}
      </p>
      <Folders answer={answer} onOpen={setPath} />
      <div className={styles['actions']}>
        <Button onClick={onClose}>{texts.app.cancel}</Button>
        <Button
          variant="primary"
          disabled={listing === null || listing.state === 'missing' || listing.state === 'not_a_folder'}
          onClick={() => onPick(listing?.path ?? path)}
        >
          {settingsTexts.useThisFolder}
        </Button>
      </div>
    </Dialog>
  );
}

function Folders({ answer, onOpen }: { answer: FolderAnswer | null; onOpen: (path: string) => void }) {
  const list = useRef<HTMLUListElement>(null);
  const shown = answer?.kind === 'listing' ? answer.listing.path : null;
  useEffect(() => {
    // The button that was pressed is gone with its folder; the focus stays in the list.
    if (shown !== null) list.current?.querySelector('button')?.focus();
  }, [shown]);
  if (answer === null || answer.kind === 'loading')
    return <Skeleton label={texts.app.loading} lineCount={8} />;
  if (answer.kind === 'failed') {
    return (
      <EmptyState isError action={<Button onClick={answer.retry}>{texts.app.tryAgain}</Button>}>
        {texts.app.somethingWrong}
      </EmptyState>
    );
  }
  const { parent, folders, state } = answer.listing;
  return (
    <ul ref={list} className={styles['folders']} aria-label={settingsTexts.folders}>
      {parent !== null && (
        <li>
          <button type="button" className={styles['folder']} onClick={() => onOpen(parent)}>
            <CornerLeftUp />
            {settingsTexts.parentFolder}
          </button>
        </li>
      )}
      {folders.map((folder) => (
        <li key={folder.path}>
          <button type="button" className={styles['folder']} onClick={() => onOpen(folder.path)}>
            <Folder />
            <span dir="auto">{folder.name}</span>
          </button>
        </li>
      ))}
      {folders.length === 0 && (
        <li className={styles['none']}>
          {state === 'ok' || state === 'empty' ? settingsTexts.noFolders : settingsTexts.folderStates[state]}
        </li>
      )}
    </ul>
  );
}
