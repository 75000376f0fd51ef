import { paths } from '../lib/paths.ts';
import type { Route } from './route.ts';

/** What decides where somebody may go. */
export interface Visitor {
  readonly isSetupComplete: boolean;
  readonly isSignedIn: boolean;
}

/**
 * The navigation guard: the first rule that applies wins, in the order of the product's specification.
 * @returns the hash route to go to instead, or null when the route is allowed
 */
export function redirectOf(route: Route, { isSetupComplete, isSignedIn }: Visitor): string | null {
  const isWelcome = route.screen === 'welcome';
  const isSignIn = route.screen === 'sign-in';
  if (!isWelcome && !isSetupComplete) return paths.welcome();
  if (!isWelcome && !isSignIn && !isSignedIn) return paths.signIn();
  if ((isWelcome && isSetupComplete) || (isSignIn && isSignedIn)) return paths.root();
  if (route.screen === 'root') return paths.browse();
  return null;
}
