import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeServer } from '../../test-kit/fake-server.ts';
import { asUser, renderScreen } from '../../test-kit/render-screen.tsx';
import { SettingsScreen } from './settings-screen.tsx';

beforeEach(() => {
  fakeServer({ 'GET /users': [], 'GET /sessions': [], 'GET /scrobbling': [], 'GET /scrobbling/outbox': [] });
});

/** Not every link: a tab that is loaded already may show some of its own. */
const tabs = () =>
  within(screen.getByRole('navigation', { name: 'Settings' }))
    .getAllByRole('link')
    .map((link) => link.textContent);

describe('the settings', () => {
  it('show every tab to administrators', async () => {
    asUser('ann', { isAdmin: true });
    renderScreen(<SettingsScreen tab="users" />);
    expect(screen.getByRole('heading', { level: 1, name: 'Settings' })).toBeTruthy();
    expect(tabs()).toEqual([
      'Preferences',
      'Account',
      'Apps',
      'Collection',
      'Users',
      'Dynamic DNS',
      'Server',
    ]);
    expect(screen.getByRole('link', { name: 'Users' }).getAttribute('aria-current')).toBe('page');
    expect(await screen.findByRole('button', { name: 'Create user' })).toBeTruthy();
  });

  it('show preferences, account and apps only to everybody else, also at the address of another tab', async () => {
    asUser('bob');
    renderScreen(<SettingsScreen tab="users" />);
    expect(tabs()).toEqual(['Preferences', 'Account', 'Apps']);
    expect(await screen.findByRole('heading', { name: 'Theme' })).toBeTruthy();
  });
});
