import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { addToPlaylist, playlistSummariesQuery, type Repeats, takeBackAdded } from '../api/playlist-edits.ts';
import { texts } from '../texts/index.ts';
import { listTexts } from '../texts/lists.ts';
import { menuTexts } from '../texts/menus.ts';
import { classNames } from '../ui/class-names.ts';
import { Button } from '../ui/controls/button.tsx';
import { TextField } from '../ui/controls/text-field.tsx';
import { ListMusic } from '../ui/icons.ts';
import { Plus } from '../ui/later-icons.ts';
import { Dialog } from '../ui/layers/dialog.tsx';
import { showToast } from '../ui/layers/toast-store.ts';
import styles from './add-to-playlist.module.css';

/** Properties of the dialog; it is open as long as it is rendered. */
export interface AddToPlaylistProps {
  /** Virtual paths of what is added, asked for when a playlist is chosen. */
  readonly loadPaths: () => Promise<readonly string[]>;
  /** The playlist, where it is chosen already. */
  readonly name?: string | undefined;
  readonly onClose: () => void;
}

/** Where some of what is added is in the playlist already. */
interface Question {
  readonly name: string;
  readonly already: number;
}

/** Chooses a playlist, or makes one, and adds songs to it. Typing narrows the list, Enter takes the marked line. */
export function AddToPlaylist({ loadPaths, name, onClose }: AddToPlaylistProps): ReactNode {
  const adding = useAdding(loadPaths, onClose);
  const { question } = adding;
  return (
    <Dialog title={menuTexts.addTitle} closeLabel={texts.app.close} onClose={onClose}>
      {question ? (
        <AskAboutRepeats question={question} adding={adding} />
      ) : (
        <Choice adding={adding} given={name} />
      )}
      {adding.hasFailed && (
        <p role="alert" className={styles['failed']}>
          {menuTexts.addFailed}
        </p>
      )}
    </Dialog>
  );
}

type Adding = ReturnType<typeof useAdding>;

function useAdding(loadPaths: () => Promise<readonly string[]>, onClose: () => void) {
  const queries = useQueryClient();
  const [question, setQuestion] = useState<Question | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const add = async (name: string, repeats: Repeats) => {
    setIsBusy(true);
    setHasFailed(false);
    try {
      const tracks = await loadPaths();
      const answer = tracks.length > 0 ? await addToPlaylist(queries, { name, tracks, repeats }) : null;
      if (answer && repeats === 'ask' && answer.already > 0) {
        setQuestion({ name, already: answer.already });
      } else {
        sayAdded(answer?.added ?? 0, name, () =>
          takeBackAdded(queries, { name, tracks, count: answer?.added ?? 0 }),
        );
        onClose();
      }
    } catch {
      setHasFailed(true);
    } finally {
      setIsBusy(false);
    }
  };
  return {
    add: (name: string, repeats: Repeats = 'ask') => void add(name, repeats),
    question,
    isBusy,
    hasFailed,
  };
}

function sayAdded(count: number, name: string, takeBack: () => Promise<void>): void {
  const message = menuTexts.addedTo(count, name);
  const onSelect = () => {
    takeBack().catch(() => showToast({ message: menuTexts.notTakenBack(name) }));
  };
  const action = { label: texts.app.undo, onSelect };
  showToast({ message, topic: 'playlist', ...(count > 0 && { action }) });
}

function AskAboutRepeats({ question, adding }: { readonly question: Question; readonly adding: Adding }) {
  const { name, already } = question;
  return (
    <>
      <p>{menuTexts.alreadyIn(already, name)}</p>
      <div className={styles['actions']}>
        <Button autoFocus disabled={adding.isBusy} onClick={() => adding.add(name, 'skip')}>
          {menuTexts.skipThem(already)}
        </Button>
        <Button variant="primary" disabled={adding.isBusy} onClick={() => adding.add(name, 'add')}>
          {menuTexts.addAgain}
        </Button>
      </div>
    </>
  );
}

/** A field that narrows the list below it, and names a new playlist. */
function Choice({ adding, given = '' }: { readonly adding: Adding; readonly given?: string | undefined }) {
  const [text, setText] = useState(given);
  const [marked, setMarked] = useState(0);
  const id = useId();
  const { data = [] } = useQuery(playlistSummariesQuery());
  const typed = text.trim();
  const found = data.filter(({ name }) => folded(name).includes(folded(typed)));
  const isNew = typed !== '' && !data.some(({ name }) => name === typed);
  const lines = [...found.map(({ name }) => name), ...(isNew ? [typed] : [])];
  const at = Math.min(marked, lines.length - 1);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const name = lines[at];
    if (name !== undefined && !adding.isBusy) adding.add(name);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || lines.length === 0) return;
    event.preventDefault();
    setMarked((at + step + lines.length) % lines.length);
  };
  return (
    <form className={styles['form']} onSubmit={onSubmit} onKeyDown={onKeyDown}>
      <TextField
        label={menuTexts.playlistName}
        placeholder={menuTexts.playlistPlaceholder}
        value={text}
        dir="auto"
        autoComplete="off"
        role="combobox"
        aria-expanded={lines.length > 0}
        aria-controls={id}
        aria-activedescendant={lines.length > 0 ? `${id}-${at}` : undefined}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setMarked(0);
        }}
      />
      <div id={id} role="listbox" aria-label={listTexts.savedPlaylists} className={styles['list']}>
        {lines.map((name, index) => {
          const summary = isNew && index === lines.length - 1 ? null : found[index];
          return (
            <Line
              key={`${summary === null} ${name}`}
              id={`${id}-${index}`}
              name={name}
              songCount={summary?.entry_count ?? null}
              isMarked={index === at}
              onPick={() => !adding.isBusy && adding.add(name)}
            />
          );
        })}
      </div>
      {lines.length === 0 && <p className={styles['count']}>{menuTexts.noPlaylistYet}</p>}
    </form>
  );
}

/** A playlist, or a new one where there is nothing to count yet. */
function Line(props: {
  readonly id: string;
  readonly name: string;
  readonly songCount: number | null;
  readonly isMarked: boolean;
  readonly onPick: () => void;
}) {
  const { id, name, songCount, isMarked, onPick } = props;
  const isNew = songCount === null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard and says which line is meant
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isMarked}
      className={classNames(styles['line'], isMarked && styles['isMarked'])}
      onClick={onPick}
    >
      {isNew ? <Plus aria-hidden="true" /> : <ListMusic aria-hidden="true" />}
      <span className={styles['name']} dir="auto">
        {isNew ? menuTexts.newPlaylist(name) : name}
      </span>
      {!isNew && <span className={styles['count']}>{texts.collection.songCount(songCount)}</span>}
    </div>
  );
}

const folded = (text: string): string => text.normalize('NFKD').toLowerCase();
