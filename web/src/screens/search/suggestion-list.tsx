import type { ReactNode } from 'react';
import { listTexts } from '../../texts/lists.ts';
import styles from './suggestion-list.module.css';
import type { Suggestions } from './use-suggestions.ts';

/** What may stand where somebody types, below the field. The focus stays in the field. */
export function SuggestionList({ suggestions }: { readonly suggestions: Suggestions }): ReactNode {
  const { id, list, active, optionId, take } = suggestions;
  if (list.length === 0) return null;
  return (
    <div id={id} role="listbox" aria-label={listTexts.suggestions} className={styles['list']}>
      {list.map((suggestion, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and says which option is active
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the field's
        <div
          key={suggestion.text}
          id={optionId(index)}
          role="option"
          aria-selected={index === active}
          className={styles['option']}
          dir="auto"
          // Before the field loses the focus to the click.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => take(suggestion)}
        >
          {suggestion.text}
        </div>
      ))}
    </div>
  );
}
