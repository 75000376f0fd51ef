import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { themes } from '@tonearm/contract/themes';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { preferencesStore } from '../../../api/preferences.ts';
import { startThemePainter } from '../../../app/theme-painter.ts';
import type { FakeServer } from '../../../test-kit/fake-server.ts';
import { renderScreen } from '../../../test-kit/render-screen.tsx';
import { PreferencesTab } from './preferences-tab.tsx';
import { fakePreferencesServer, token } from './test-preferences.ts';

let server: FakeServer;

beforeEach(() => {
  server = fakePreferencesServer();
  return startThemePainter();
});

const saved = () => server.callsOf('PUT /preferences').map(({ body }) => body);

describe('the theme', () => {
  it('lists its bases by name, and the system after them', () => {
    renderScreen(<PreferencesTab />);
    const options = [...screen.getByLabelText<HTMLSelectElement>('Mode').options].map(({ text }) => text);
    const names = Object.values(themes).map(({ name }) => name);
    expect(options).toEqual([...names.sort(), 'Follow the system (light or dark)']);
    expect(screen.getByLabelText<HTMLSelectElement>('Mode').value).toBe('light');
  });

  it('shows and saves a base that is chosen', async () => {
    renderScreen(<PreferencesTab />);
    fireEvent.change(screen.getByLabelText('Mode'), { target: { value: 'dark' } });
    expect(token('--background')).toBe('#222222');
    await waitFor(() => expect(saved()).toEqual([{ web_theme_base: 'dark', web_theme_accent: null }]));
  });

  it('tries an accent out while the picker moves, and saves nothing', () => {
    renderScreen(<PreferencesTab />);
    fireEvent.input(screen.getByLabelText('Color'), { target: { value: '#ff0000' } });
    expect(token('--accent')).toBe('#ff0000');
    fireEvent.blur(screen.getByLabelText('Color'));
    expect(token('--accent')).toBe('#44c8f1');
    fireEvent.pointerEnter(screen.getByRole('button', { name: 'Color #f2a33a' }));
    expect(token('--accent')).toBe('#f2a33a');
    fireEvent.pointerLeave(screen.getByRole('button', { name: 'Color #f2a33a' }));
    expect(token('--accent')).toBe('#44c8f1');
    expect(saved()).toEqual([]);
    expect(JSON.parse(localStorage.getItem('tonearm.theme') ?? '{}').accent).toBe('#44C8F1');
  });

  it('saves an accent that is chosen', async () => {
    renderScreen(<PreferencesTab />);
    const picker = screen.getByLabelText<HTMLInputElement>('Color');
    picker.value = '#00ff00';
    act(() => void picker.dispatchEvent(new Event('change', { bubbles: true })));
    await waitFor(() => expect(saved()).toEqual([{ web_theme_base: null, web_theme_accent: '#00ff00' }]));
    expect(token('--accent')).toBe('#00ff00');
  });

  it('keeps the focus at the picker when its accent is saved, and shows one that comes from elsewhere', async () => {
    renderScreen(<PreferencesTab />);
    const picker = screen.getByLabelText<HTMLInputElement>('Color');
    picker.focus();
    picker.value = '#00ff00';
    act(() => void picker.dispatchEvent(new Event('change', { bubbles: true })));
    await waitFor(() => expect(preferencesStore.getState().themeAccent).toBe('#00ff00'));
    expect(document.activeElement).toBe(picker);
    act(() => preferencesStore.setState({ themeAccent: '#FF0000' }));
    expect(picker.value).toBe('#ff0000');
  });

  it('goes back to the defaults', async () => {
    preferencesStore.setState({ themeBase: 'brown', themeAccent: '#ff0000' });
    renderScreen(<PreferencesTab />);
    fireEvent.click(screen.getByRole('button', { name: 'Reset the theme' }));
    await waitFor(() => expect(saved()).toEqual([{ web_theme_base: 'light', web_theme_accent: '#44C8F1' }]));
    expect(token('--background')).toBe('#ffffff');
  });

  it('follows the system in this browser when asked to, without telling the server', () => {
    vi.stubGlobal('matchMedia', () => ({
      matches: true,
      addEventListener: () => {},
      removeEventListener: () => {},
    }));
    renderScreen(<PreferencesTab />);
    fireEvent.change(screen.getByLabelText('Mode'), { target: { value: 'system' } });
    expect(token('--background')).toBe('#222222');
    expect(saved()).toEqual([]);
  });

  it('follows another tab', () => {
    const newValue = JSON.stringify({ base: 'blue', accent: '#ff0000', scheme: 'dark', tokens: {} });
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'tonearm.theme', newValue })));
    expect(token('--background')).toBe('#171a22');
    expect(token('--accent')).toBe('#ff0000');
  });
});
