import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { startThemePainter } from '../../../app/theme-painter.ts';
import { areShortcutsOn } from '../../../storage/shortcut-setting.ts';
import { type FakeServer, problem } from '../../../test-kit/fake-server.ts';
import { renderScreen } from '../../../test-kit/render-screen.tsx';
import { PreferencesTab } from './preferences-tab.tsx';
import { fakePreferencesServer } from './test-preferences.ts';

let server: FakeServer;

beforeEach(() => {
  server = fakePreferencesServer();
  return startThemePainter();
});

describe('shortcuts', () => {
  it('turns the keyboard shortcuts off and on', () => {
    renderScreen(<PreferencesTab />);
    const box = screen.getByLabelText<HTMLInputElement>('Keyboard shortcuts');
    expect(box.checked).toBe(true);
    fireEvent.click(box);
    expect(areShortcutsOn()).toBe(false);
    expect(box.checked).toBe(false);
    fireEvent.click(box);
    expect(areShortcutsOn()).toBe(true);
  });
});

describe('about the product', () => {
  it('tells its version, and where its calls are described', async () => {
    renderScreen(<PreferencesTab />);
    expect(await screen.findByText('Tonearm 1.2.3')).toBeTruthy();
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: /^The calls of this server/ });
    expect(link.href).toBe(new URL('api-docs', document.baseURI).href);
  });

  it('stands without its version while the server cannot be asked', async () => {
    server.answer({ 'GET /version': problem(503, 'unavailable') });
    renderScreen(<PreferencesTab />);
    await waitFor(() => expect(server.callsOf('GET /version')).toHaveLength(1));
    expect(screen.getByRole('heading', { name: 'About' })).toBeTruthy();
    expect(screen.queryByText(/^Tonearm \d/)).toBeNull();
  });
});
