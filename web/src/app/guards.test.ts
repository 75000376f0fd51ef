import { describe, expect, it } from 'vitest';
import { redirectOf } from './guards.ts';
import type { Route } from './route.ts';

const visitor = (isSetupComplete: boolean, isSignedIn: boolean) => ({ isSetupComplete, isSignedIn });
const inShell: readonly Route[] = [
  { screen: 'root' },
  { screen: 'browse', path: 'a' },
  { screen: 'settings', tab: 'users' },
  { screen: 'not-found' },
];

describe('the navigation guard', () => {
  it('sends everybody to setup while it is not complete, also from sign-in', () => {
    for (const isSignedIn of [true, false]) {
      for (const route of inShell) expect(redirectOf(route, visitor(false, isSignedIn))).toBe('#/welcome');
    }
    expect(redirectOf({ screen: 'sign-in' }, visitor(false, false))).toBe('#/welcome');
    expect(redirectOf({ screen: 'welcome' }, visitor(false, false))).toBeNull();
  });

  it('then sends who is not signed in to sign-in', () => {
    for (const route of inShell) expect(redirectOf(route, visitor(true, false))).toBe('#/auth');
    expect(redirectOf({ screen: 'sign-in' }, visitor(true, false))).toBeNull();
  });

  it('then sends away from setup when it is complete, and from sign-in when signed in', () => {
    expect(redirectOf({ screen: 'welcome' }, visitor(true, true))).toBe('#/');
    expect(redirectOf({ screen: 'welcome' }, visitor(true, false))).toBe('#/');
    expect(redirectOf({ screen: 'sign-in' }, visitor(true, true))).toBe('#/');
  });

  it('then sends the root to the collection, and allows the rest', () => {
    expect(redirectOf({ screen: 'root' }, visitor(true, true))).toBe('#/browse');
    for (const route of inShell.slice(1)) expect(redirectOf(route, visitor(true, true))).toBeNull();
  });
});
