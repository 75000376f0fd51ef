import { type ReactNode, useState } from 'react';
import { navigate } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { listTexts } from '../../texts/lists.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ListFilter } from '../../ui/icons.ts';
import { overlay } from '../../ui/layers/overlay.tsx';
import { showToast } from '../../ui/layers/toast-store.ts';

const SmartListDialog = overlay(
  async () => (await import('../../menus/smart-list/smart-list-dialog.tsx')).SmartListDialog,
  ({ onClose }) => onClose(),
);

/** Keeps what is searched for as a smart list. */
export function SaveSearch({ query }: { readonly query: string }): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button icon={<ListFilter />} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {listTexts.saveSmartList}
      </Button>
      {isOpen && (
        <SmartListDialog
          title={listTexts.saveSmartListTitle}
          list={{ name: '', query }}
          onSaved={({ name }) => {
            setIsOpen(false);
            showToast({
              message: listTexts.smartListSaved(name),
              action: { label: listTexts.openSmartList, onSelect: () => navigate(paths.smartList(name)) },
            });
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
