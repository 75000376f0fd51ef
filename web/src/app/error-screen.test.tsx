import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
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
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });
});
