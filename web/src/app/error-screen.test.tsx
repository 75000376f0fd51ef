import { fireEvent, render, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { fakeServer } from '../test-kit/fake-server.ts';
import { part } from '../ui/layers/part.tsx';
import { ErrorBoundary, ErrorScreen } from './error-screen.tsx';

function Broken(): never {
  throw new Error('broken');
}

describe('what went wrong', () => {
  it('is caught around a screen; the rest of the page stays', () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    render(
      <>
        <p>Still here</p>
        <ErrorBoundary>
          <Broken />
        </ErrorBoundary>
      </>,
    );
    expect(screen.getByRole('alert').textContent).toContain('This screen stopped working');
    expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
    expect(screen.getByText('Still here')).toBeTruthy();
    expect(log).toHaveBeenCalled();
  });

  it('is told in plain words, with one thing to do', () => {
    const onRetry = vi.fn();
    render(<ErrorScreen title="Title" error={new ApiError(0, 'unreachable', '')} onRetry={onRetry} />);
    expect(screen.getByText(/The server cannot be reached/)).toBeTruthy();
    // A landmark that were an alert would be none.
    expect(within(screen.getByRole('main')).getByRole('alert')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  describe('when the code of a screen could not be had', () => {
    const hello = async () => () => <p>hello</p>;

    it('it is asked for again on the spot, and the music goes on', async () => {
      vi.spyOn(console, 'error').mockImplementation(() => {});
      fakeServer({ 'GET initial_setup': { has_any_users: true } });
      const Screen = part(vi.fn(hello).mockRejectedValueOnce(new Error('offline')));
      render(
        <ErrorBoundary>
          <Screen />
        </ErrorBoundary>,
      );
      expect((await screen.findByRole('alert')).textContent).toContain('The server cannot be reached.');
      fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
      expect(await screen.findByText('hello')).toBeTruthy();
    });

    it('another place is not held up by it', async () => {
      vi.spyOn(console, 'error').mockImplementation(() => {});
      const Broken = part(() => Promise.reject(new Error('offline')));
      const { rerender } = render(
        <ErrorBoundary place="users">
          <Broken />
        </ErrorBoundary>,
      );
      await screen.findByRole('alert');
      rerender(
        <ErrorBoundary place="preferences">
          <p>hello</p>
        </ErrorBoundary>,
      );
      expect(screen.getByText('hello')).toBeTruthy();
    });
  });
});
