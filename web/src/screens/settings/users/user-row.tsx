import type { ListedUser } from '@tonearm/contract';
import { useRef, useState } from 'react';
import { settingsTexts } from '../../../texts/settings.ts';
import { holdsFocus } from '../../../ui/behaviour/holds-focus.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { ConfirmDialog } from '../../../ui/layers/confirm-dialog.tsx';
import styles from '../forms.module.css';
import { ChangePasswordForm } from './change-password-form.tsx';

/** Properties of a user's row. */
export interface UserRowProps {
  readonly user: ListedUser;
  /** Nobody takes their own rights or their own account away. */
  readonly isOwn: boolean;
  readonly onAdminChange: (isAdmin: boolean) => void;
  readonly onDelete: () => void;
}

/** One account: its rights, its password, its end. */
export function UserRow({ user, isOwn, onAdminChange, onDelete }: UserRowProps) {
  const [isEditing, setIsEditing] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const closeForm = () => {
    if (holdsFocus(form.current)) opener.current?.focus();
    setIsEditing(false);
  };
  const text = settingsTexts.userList;
  return (
    <li className={styles['row']}>
      <p className={styles['main']} dir="auto">
        {user.name}
      </p>
      <Checkbox
        label={text.administrator}
        aria-label={text.administratorOf(user.name)}
        tip={text.administratorTip}
        checked={user.is_admin}
        disabled={isOwn}
        onChange={(event) => onAdminChange(event.currentTarget.checked)}
      />
      <div className={styles['actions']}>
        <Button
          ref={opener}
          aria-label={text.changePasswordOf(user.name)}
          aria-expanded={isEditing}
          onClick={() => setIsEditing(!isEditing)}
        >
          {text.changePassword}
        </Button>
        <Button
          variant="danger"
          aria-label={text.deleteOf(user.name)}
          disabled={isOwn}
          onClick={() => setIsDeleting(true)}
        >
          {text.delete}
        </Button>
      </div>
      {isEditing && (
        <ChangePasswordForm form={form} username={user.name} onDone={closeForm} onCancel={closeForm} />
      )}
      {isDeleting && (
        <ConfirmDialog
          title={text.deleteOf(user.name)}
          question={text.deleteConfirm(user.name)}
          confirmLabel={text.delete}
          onCancel={() => setIsDeleting(false)}
          onConfirm={() => {
            setIsDeleting(false);
            onDelete();
          }}
        />
      )}
    </li>
  );
}
