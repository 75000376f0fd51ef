import { render, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { overlay } from './overlay.tsx';
import { Toasts } from './toast.tsx';

describe('a part that comes over the page', () => {
  it('leaves the page as it was when it cannot be had, says so, and comes at the next try', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const load = vi
      .fn(async () => () => <p>the menu</p>)
      .mockRejectedValueOnce(new Error('Failed to fetch dynamically imported module'));
    const Menu = overlay<{ readonly onClose: () => void }>(load, ({ onClose }) => onClose());
    function Page() {
      const [isOpen, setIsOpen] = useState(false);
      return (
        <>
          <button type="button" onClick={() => setIsOpen(true)}>
            {isOpen ? 'opening' : 'open'}
          </button>
          {isOpen && <Menu onClose={() => setIsOpen(false)} />}
          <Toasts dismissLabel="Dismiss" />
        </>
      );
    }
    render(<Page />);
    screen.getByRole('button', { name: 'open' }).click();
    expect(await screen.findByText(/The server cannot be reached/)).toBeTruthy();
    (await screen.findByRole('button', { name: 'open' })).click();
    expect(await screen.findByText('the menu')).toBeTruthy();
  });
});
