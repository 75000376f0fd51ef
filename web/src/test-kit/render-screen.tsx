import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { onTestFinished } from 'vitest';
import { connectParts } from '../app/start.ts';
import { sessionStore } from '../storage/session-store.ts';

/** Signs somebody in without asking a server. */
export function asUser(username: string, { isAdmin = false } = {}): void {
  sessionStore.setState({
    session: { username, authToken: `token-of-${username}`, isAdmin, mediaToken: 'media-token' },
  });
}

/** Ties the parts of the client together until the test ends. */
export function connectForTest(): void {
  onTestFinished(connectParts());
}

/** Renders a part of the page with what the shell puts around it. @returns the server data it keeps, besides */
export function renderScreen(element: ReactElement) {
  connectForTest();
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return { ...render(<QueryClientProvider client={queries}>{element}</QueryClientProvider>), queries };
}
