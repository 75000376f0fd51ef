import { lazy, Suspense, useState } from 'react';
import { settingsTexts } from '../../texts/settings.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Folder } from '../../ui/icons.ts';
import { TextField } from '../../ui/text-field.tsx';
import styles from './location-field.module.css';
import { useFolderListing } from './use-folder-listing.ts';

const FolderPicker = lazy(() =>
  import('./folder-picker.tsx').then((part) => ({ default: part.FolderPicker })),
);

/** How long typing has to rest before the server is asked. */
const typingRestMs = 350;

/** Properties of a location field. */
export interface LocationFieldProps {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly value: string;
  /** At every key. */
  readonly onValueChange: (location: string) => void;
  /** When the value stands: the field is left, or a folder was picked. */
  readonly onCommit?: (location: string) => void;
}

/** A folder of the server's machine: typed, or picked; what the server finds there is said beneath. */
export function LocationField({
  label,
  isLabelHidden = false,
  value,
  onValueChange,
  onCommit,
}: LocationFieldProps) {
  const [isPicking, setIsPicking] = useState(false);
  const [wasTyped, setWasTyped] = useState(false);
  const trimmed = value.trim();
  const answer = useFolderListing(wasTyped && trimmed !== '' ? trimmed : null, typingRestMs);
  const state = answer?.kind === 'listing' ? answer.listing.state : null;
  return (
    <div className={styles['location']}>
      <TextField
        label={label}
        isLabelHidden={isLabelHidden}
        value={value}
        placeholder={settingsTexts.locationPlaceholder}
        autoComplete="off"
        onChange={(event) => {
          setWasTyped(true);
          onValueChange(event.currentTarget.value);
        }}
        onBlur={() => onCommit?.(value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <IconButton
        className={isLabelHidden ? styles['pick'] : styles['pickBelowLabel']}
        label={settingsTexts.chooseFolder}
        icon={<Folder />}
        onClick={() => setIsPicking(true)}
      />
      <p className={styles['state']} data-state={state ?? 'none'} role="status">
        {state !== null && settingsTexts.folderStates[state]}
      </p>
      {isPicking && (
        <Suspense fallback={null}>
          <FolderPicker
            startPath={trimmed}
            onClose={() => setIsPicking(false)}
            onPick={(path) => {
              setIsPicking(false);
              setWasTyped(true);
              onValueChange(path);
              onCommit?.(path);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
