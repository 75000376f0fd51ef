import { useState } from 'react';
import { settingsTexts } from '../../texts/settings.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { Folder } from '../../ui/icons.ts';
import { overlay } from '../../ui/layers/overlay.tsx';
import styles from './location-field.module.css';
import { useFolderListing } from './use-folder-listing.ts';

const FolderPicker = overlay(
  async () => (await import('./folder-picker.tsx')).FolderPicker,
  ({ onClose }) => onClose(),
);

/** How long typing has to rest before the server is asked. */
const typingRestMs = 350;

/** Properties of a location field. */
export interface LocationFieldProps {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly value: string;
  /**
   * At every key, and when a folder was picked.
   * @param text to show from now on
   * @param location what it stands for: without blanks around it where it was typed
   */
  readonly onValueChange: (text: string, location: string) => void;
  /** When the location stands: the field is left, or a folder was picked. */
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
  const [origin, setOrigin] = useState<'given' | 'typed' | 'picked'>('given');
  // Nobody types the blanks of a folder's name on purpose; one that has them can still be picked.
  const location = origin === 'typed' ? value.trim() : value;
  // A bucket is no folder of the server's machine.
  const isAsked = origin !== 'given' && location !== '' && !location.startsWith('s3://');
  const answer = useFolderListing(isAsked ? location : null, typingRestMs);
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
          const text = event.currentTarget.value;
          setOrigin('typed');
          onValueChange(text, text.trim());
        }}
        onBlur={() => onCommit?.(location)}
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
        <FolderPicker
          startPath={location.startsWith('s3://') ? '' : location}
          onClose={() => setIsPicking(false)}
          onPick={(path) => {
            setIsPicking(false);
            setOrigin('picked');
            onValueChange(path, path);
            onCommit?.(path);
          }}
        />
      )}
    </div>
  );
}
