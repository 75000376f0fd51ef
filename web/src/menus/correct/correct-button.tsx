import { type ReactNode, useState } from 'react';
import { useSession } from '../../storage/session-store.ts';
import { menuTexts } from '../../texts/menus.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Pencil } from '../../ui/later-icons.ts';
import { overlay } from '../../ui/layers/overlay.tsx';
import type { CorrectSubject } from './subject.ts';

const CorrectDialog = overlay(
  async () => (await import('./correct-dialog.tsx')).CorrectDialog,
  ({ onClose }) => onClose(),
);

/** Opens the corrections of what a screen shows; nothing for who is no administrator. */
export function CorrectButton({ subject }: { readonly subject: CorrectSubject }): ReactNode {
  const isAdmin = useSession()?.isAdmin === true;
  const [isOpen, setIsOpen] = useState(false);
  if (!isAdmin) return null;
  return (
    <>
      <IconButton label={menuTexts.correct} icon={<Pencil />} onClick={() => setIsOpen(true)} />
      {isOpen && <CorrectDialog subject={subject} onClose={() => setIsOpen(false)} />}
    </>
  );
}
