import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { findNamed, type NamedThing } from '../../api/running/corrections.ts';
import { correctionTexts } from '../../texts/corrections.ts';
import { classNames } from '../../ui/class-names.ts';
import { TextField } from '../../ui/controls/text-field.tsx';
import styles from './correct.module.css';

/** A field that finds an artist, album or genre by its name: arrows mark a line, Enter takes it. */
export function FindField(props: {
  readonly kind: 'artist' | 'album' | 'genre';
  readonly found: NamedThing | null;
  readonly onFound: (found: NamedThing | null) => void;
}): ReactNode {
  const { kind, found, onFound } = props;
  const [text, setText] = useState(found?.name ?? '');
  const [marked, setMarked] = useState(0);
  const id = useId();
  const typed = text.trim();
  const { data } = useQuery({
    queryKey: ['named', kind, typed],
    queryFn: ({ signal }) => findNamed(kind, typed, signal),
    enabled: typed !== '' && found === null,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const lines = found === null && typed !== '' ? (data ?? []) : [];
  const at = Math.min(marked, lines.length - 1);
  const take = (line: NamedThing) => {
    setText(line.name);
    onFound(line);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const line = lines[at];
    if (line === undefined) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.key === 'Enter') take(line);
    else if (step !== 0) setMarked((at + step + lines.length) % lines.length);
    else return;
    event.preventDefault();
  };
  return (
    <div>
      <TextField
        label={correctionTexts.find[kind]}
        tip={correctionTexts.findTip}
        value={text}
        dir="auto"
        autoComplete="off"
        role="combobox"
        aria-expanded={lines.length > 0}
        aria-controls={id}
        aria-activedescendant={lines.length > 0 ? `${id}-${at}` : undefined}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setMarked(0);
          onFound(null);
        }}
      />
      <Lines id={id} label={correctionTexts.find[kind]} lines={lines} at={at} onTake={take} />
      {found === null && typed !== '' && data?.length === 0 && (
        <p className={styles['note']}>{correctionTexts.noneFound}</p>
      )}
    </div>
  );
}

function Lines(props: {
  readonly id: string;
  readonly label: string;
  readonly lines: readonly NamedThing[];
  /** The marked one. */
  readonly at: number;
  readonly onTake: (line: NamedThing) => void;
}) {
  const { id, label, lines, at, onTake } = props;
  return (
    <div id={id} role="listbox" aria-label={label} className={styles['list']}>
      {lines.map((line, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard and says which line is meant
        <div
          key={line.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          className={classNames(styles['line'], index === at && styles['isMarked'])}
          onClick={() => onTake(line)}
        >
          <span className={styles['name']} dir="auto">
            {line.name}
          </span>
          <span className={styles['detail']} dir="auto">
            {line.detail}
          </span>
        </div>
      ))}
    </div>
  );
}
