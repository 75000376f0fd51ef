import { render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { part } from './part.tsx';

const Fallback = () => <p>not yet</p>;
const Greeting = ({ name }: { readonly name: string }) => <p>hello {name}</p>;

/** Shows the message of what was thrown below it. */
class Boundary extends Component<{ readonly children: ReactNode }, { readonly message: string | null }> {
  override state = { message: null };
  static getDerivedStateFromError(error: Error) {
    return { message: error.message };
  }
  override render() {
    return this.state.message ?? this.props.children;
  }
}

describe('a part that loads later', () => {
  it('shows what stands in its place until it has come', async () => {
    const Later = part(async () => Greeting, { Fallback });
    render(<Later name="Anna" />);
    expect(screen.getByText('not yet')).toBeDefined();
    expect(await screen.findByText('hello Anna')).toBeDefined();
  });

  it('is there at once when it was asked for before', async () => {
    const load = vi.fn(async () => Greeting);
    const Later = part(load, { Fallback });
    Later.preload();
    await Promise.resolve();
    await Promise.resolve();
    render(<Later name="Bo" />);
    expect(screen.getByText('hello Bo')).toBeDefined();
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('tries again where it is shown, when it could not be had before', async () => {
    const load = vi.fn(async () => Greeting).mockRejectedValueOnce(new Error('offline'));
    const Later = part(load, { Fallback });
    Later.preload();
    await Promise.resolve();
    await Promise.resolve();
    render(<Later name="Cleo" />);
    expect(await screen.findByText('hello Cleo')).toBeDefined();
  });

  it('throws to the boundary around it when it cannot be had', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const Later = part<{ readonly name: string }>(() => Promise.reject(new Error('gone')), {
      Fallback,
    });
    render(
      <Boundary>
        <Later name="Dee" />
      </Boundary>,
    );
    expect(await screen.findByText('A part of the page could not be loaded')).toBeDefined();
  });
});

describe('while a style sheet cannot be had', () => {
  /** Stands in the page, marked as one that failed; it fails again whenever it is asked for. */
  const failedSheet = (): void => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.dataset['failed'] = '';
    document.head.append(link);
    new MutationObserver(([change]) => {
      for (const again of change?.addedNodes ?? []) again.dispatchEvent(new Event('error'));
    }).observe(document.head, { childList: true });
  };
  afterEach(() => {
    for (const link of document.head.querySelectorAll('link')) link.remove();
  });

  it('shows a part that needs another one', async () => {
    failedSheet();
    const Later = part(async () => Greeting, { Fallback });
    render(<Later name="Eve" />);
    expect(await screen.findByText('hello Eve')).toBeDefined();
  });

  it('keeps the part back that it belongs to', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const load = vi.fn(async () => Greeting).mockRejectedValueOnce(new Error('There is no style sheet'));
    const Later = part(load, { Fallback });
    Later.preload();
    await Promise.resolve();
    failedSheet();
    render(
      <Boundary>
        <Later name="Fay" />
      </Boundary>,
    );
    expect(await screen.findByText('A part of the page could not be loaded')).toBeDefined();
    expect(load).toHaveBeenCalledTimes(1);
  });
});
