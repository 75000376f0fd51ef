import { type FormEvent, type ReactNode, useState } from 'react';
import { songTitle } from '../../lib/format-song.ts';
import { bookmarkTexts } from '../../texts/bookmarks.ts';
import { texts } from '../../texts/index.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { Dialog } from '../../ui/layers/dialog.tsx';
import type { KeptPlace } from './bookmark-row.tsx';
import styles from './bookmarks-screen.module.css';

/** Characters of a note, at most; the server has the same limit. */
const longestNote = 2000;

/** What somebody notes on a place in a song. */
export function NoteDialog(props: {
  readonly place: KeptPlace;
  readonly onSave: (comment: string) => void;
  readonly onClose: () => void;
}): ReactNode {
  const { place, onSave, onClose } = props;
  const [text, setText] = useState(place.comment ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave(text.trim());
    onClose();
  };
  return (
    <Dialog
      title={bookmarkTexts.noteOf(songTitle(place.song))}
      closeLabel={texts.app.close}
      onClose={onClose}
    >
      <form className={styles['note']} onSubmit={submit}>
        <TextField
          label={bookmarkTexts.note}
          value={text}
          maxLength={longestNote}
          autoFocus
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" variant="primary" needsServer>
          {bookmarkTexts.save}
        </Button>
      </form>
    </Dialog>
  );
}
