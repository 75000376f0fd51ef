import { texts } from '../../texts/index.ts';
import { Button } from '../controls/button.tsx';
import styles from './confirm-dialog.module.css';
import { Dialog } from './dialog.tsx';

/** Properties of the question. */
export interface ConfirmDialogProps {
  readonly title: string;
  readonly question: string;
  readonly confirmLabel: string;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Asks once before something that cannot be undone. */
export function ConfirmDialog({ title, question, confirmLabel, onConfirm, onCancel }: ConfirmDialogProps) {
  return (
    <Dialog title={title} closeLabel={texts.app.close} onClose={onCancel}>
      <p>{question}</p>
      <div className={styles['actions']}>
        <Button autoFocus onClick={onCancel}>
          {texts.app.cancel}
        </Button>
        <Button variant="danger" onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}
