import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { renderPlayer } from '../../player/ui/render-player.tsx';
import { QueueSheet } from './queue-sheet.tsx';

function Page() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <main tabIndex={-1} />
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      {isOpen && <QueueSheet onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** Opens the sheet by its button. @returns the button that closes it, which has the focus */
const openSheet = () => {
  screen.getByText('Open').focus();
  fireEvent.click(screen.getByText('Open'));
  const close = screen.getByLabelText('Hide the playlist');
  close.focus();
  expect(document.activeElement).toBe(close);
  return close;
};

beforeEach(() => {
  // The simulated page has dialogs that cannot open, and what is in a closed one takes no focus.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  onTestFinished(() => void Reflect.deleteProperty(HTMLDialogElement.prototype, 'showModal'));
});

describe('the sheet of the queue', () => {
  it('gives the focus back to what opened it', () => {
    renderPlayer(<Page />);
    fireEvent.click(openSheet());
    expect(document.activeElement).toBe(screen.getByText('Open'));
  });

  it('gives the focus to the content when what opened it has gone', () => {
    renderPlayer(<Page />);
    const close = openSheet();
    screen.getByText<HTMLButtonElement>('Open').disabled = true;
    fireEvent.click(close);
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  it('stays when Escape closes a dialog that was opened from it', async () => {
    renderPlayer(<Page />, ['a1']);
    openSheet();
    fireEvent.click(await screen.findByRole('button', { name: 'Save playlist' }));
    const dialog = await screen.findByRole('dialog', { name: 'Save playlist' });
    fireEvent(dialog, new Event('cancel', { cancelable: true }));
    expect(screen.queryByRole('dialog', { name: 'Save playlist' })).toBeNull();
    expect(screen.getByLabelText('Hide the playlist')).toBeTruthy();
  });
});
