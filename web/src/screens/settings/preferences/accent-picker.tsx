import { type CSSProperties, useEffect, useId, useRef } from 'react';
import { settingsTexts } from '../../../texts/settings.ts';
import { defaultAccent } from '../../../theme/theme-base.ts';
import styles from './theme-section.module.css';

/** Accents that look well on every base, the default one first. */
const swatches = [
  defaultAccent,
  '#4c8dff',
  '#9b7bff',
  '#e86bb5',
  '#ff6f61',
  '#f2a33a',
  '#7fbf4d',
  '#21b89a',
] as const;

/** Properties of the accent picker. */
export interface AccentPickerProps {
  /** The saved accent, `#rrggbb`. */
  readonly accent: string;
  /** Something is pointed at or moved to but not chosen; null when no longer. */
  readonly onPreview: (accent: string | null) => void;
  readonly onChoose: (accent: string) => void;
}

/** A few accents and any other one. */
export function AccentPicker({ accent, onPreview, onChoose }: AccentPickerProps) {
  const id = useId();
  return (
    <div className={styles['picker']}>
      <label htmlFor={id} className={styles['label']}>
        {settingsTexts.theme.color}
      </label>
      <div className={styles['colors']}>
        {swatches.map((swatch) => (
          <button
            key={swatch}
            type="button"
            className={styles['swatch']}
            style={{ '--swatch': swatch } as CSSProperties}
            aria-label={settingsTexts.theme.swatch(swatch)}
            aria-pressed={swatch.toLowerCase() === accent.toLowerCase()}
            onPointerEnter={() => onPreview(swatch)}
            onPointerLeave={() => onPreview(null)}
            onFocus={() => onPreview(swatch)}
            onBlur={() => onPreview(null)}
            onClick={() => onChoose(swatch)}
          />
        ))}
        <CustomAccent id={id} accent={accent} onPreview={onPreview} onChoose={onChoose} />
      </div>
    </div>
  );
}

/** Any other accent, from the browser's own picker. */
function CustomAccent({ id, accent, onPreview, onChoose }: AccentPickerProps & { readonly id: string }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const element = input.current;
    // React's own change event is the browser's input event: it comes before anything is chosen.
    const choose = () => element && onChoose(element.value);
    element?.addEventListener('change', choose);
    return () => element?.removeEventListener('change', choose);
  }, [onChoose]);
  // A new saved accent is a new starting point; in between the browser's picker owns the value.
  useEffect(() => {
    if (input.current) input.current.value = accent.toLowerCase();
  }, [accent]);
  return (
    <input
      ref={input}
      id={id}
      type="color"
      className={styles['custom']}
      defaultValue={accent.toLowerCase()}
      onInput={(event) => onPreview(event.currentTarget.value)}
      onBlur={() => onPreview(null)}
    />
  );
}
