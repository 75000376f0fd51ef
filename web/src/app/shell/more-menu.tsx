import { useState } from 'react';
import { navigate } from '../../lib/location.ts';
import { usePlayerState } from '../../player/index.ts';
import { texts } from '../../texts/index.ts';
import { LogOut } from '../../ui/icons.ts';
import { ConfirmDialog } from '../../ui/layers/confirm-dialog.tsx';
import { Menu } from '../../ui/layers/menu.tsx';
import { leave } from '../start.ts';
import type { Place } from './places.tsx';

/** Properties of the menu; it is open as long as it is rendered. */
export interface MoreMenuProps {
  readonly at: { readonly x: number; readonly y: number };
  readonly places: readonly Place[];
  readonly onClose: () => void;
}

/** What has no tab of its own, and the way out: a thumb that slips must not end the music without a question. */
export function MoreMenu({ at, places, onClose }: MoreMenuProps) {
  const isPlaying = usePlayerState((state) => state.isPlaying);
  const [isAsking, setIsAsking] = useState(false);
  if (isAsking) {
    return (
      <ConfirmDialog
        title={texts.app.signOut}
        question={texts.app.signOutWhilePlaying}
        confirmLabel={texts.app.signOut}
        onCancel={onClose}
        onConfirm={leave}
      />
    );
  }
  return (
    <Menu
      label={texts.app.tabs.more}
      at={at}
      onClose={onClose}
      items={[
        ...places.map(({ label, icon, href }) => ({ label, icon, onSelect: () => navigate(href) })),
        {
          label: texts.app.signOut,
          icon: <LogOut />,
          startsGroup: true,
          staysOpen: true,
          onSelect: isPlaying ? () => setIsAsking(true) : leave,
        },
      ]}
    />
  );
}
