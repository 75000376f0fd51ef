import { useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { sentenceOf } from '../../../api/sentence-of.ts';
import { putSettings } from '../../../api/settings.ts';
import { settingsTexts } from '../../../texts/settings.ts';
import { TextField } from '../../../ui/controls/text-field.tsx';
import styles from '../forms.module.css';

/** The pattern of album art files; saved when it has changed and is a regular expression. */
export function AlbumArtField({ saved }: { readonly saved: string }) {
  const [pattern, setPattern] = useState(saved);
  const [lastSaved, setLastSaved] = useState(saved);
  const [refusal, setRefusal] = useState<string>();
  const text = settingsTexts.art;
  const save = async () => {
    if (pattern === lastSaved || !isPattern(pattern)) return;
    try {
      await putSettings({ album_art_pattern: pattern });
      setLastSaved(pattern);
    } catch (error) {
      const isInvalid = error instanceof ApiError && error.code === 'invalid_album_art_pattern';
      setRefusal(isInvalid ? text.invalid : settingsTexts.notSaved(sentenceOf(error)));
    }
  };
  return (
    <div className={styles['form']}>
      <TextField
        label={text.label}
        value={pattern}
        placeholder={text.placeholder}
        tip={text.tip}
        autoComplete="off"
        error={isPattern(pattern) ? refusal : text.invalid}
        onChange={(event) => {
          setRefusal(undefined);
          setPattern(event.currentTarget.value);
        }}
        onBlur={() => void save()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
    </div>
  );
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}
