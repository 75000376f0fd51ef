import { Component, type ReactNode } from 'react';
import { isUnreachable } from '../api/api-error.ts';
import { refreshSetup } from '../api/setup.ts';
import { logProblem } from '../lib/log.ts';
import { onServerReturn, serverPresence } from '../lib/server-presence.ts';
import { texts } from '../texts/index.ts';
import { Button } from '../ui/controls/button.tsx';
import { PartError } from '../ui/layers/part.tsx';
import { Logo } from '../ui/logo.tsx';
import styles from './error-screen.module.css';

/** A whole page about what went wrong, and what to do. */
export function ErrorScreen(props: {
  readonly title: string;
  readonly error: unknown;
  readonly onRetry: () => void;
}) {
  const text = isUnreachable(props.error) ? texts.app.unreachable : texts.app.somethingWrong;
  return (
    <main className={styles['page']}>
      <div className={styles['screen']} role="alert">
        <Logo className={styles['logo']} />
        <h1>{props.title}</h1>
        <p>{text}</p>
        <Button variant="primary" onClick={props.onRetry}>
          {texts.app.tryAgain}
        </Button>
      </div>
    </main>
  );
}

/** Properties of a boundary. */
export interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** What is shown; when it is something else, it is tried anew. */
  readonly place?: unknown;
}

/**
 * Catches what a screen throws while rendering. The rest of the page, and the music, go on. A part that could not
 * be loaded is asked for again on the spot: loading the page again would stop the music, and find no server.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly error: unknown }> {
  override state = { error: null as unknown };
  /** The server answered, and still the part did not come: this page is of an older build than the server. */
  private isOutdated = false;

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('Something was thrown that is nothing') };
  }

  private stopWaiting = (): void => {};

  override componentDidMount() {
    // What could not be had while the server was away comes when it is back.
    this.stopWaiting = onServerReturn(() => {
      if (this.state.error instanceof PartError) this.setState({ error: null });
    });
  }

  override componentWillUnmount() {
    this.stopWaiting();
  }

  override componentDidCatch(error: unknown) {
    logProblem('A screen stopped working', error);
    if (error instanceof PartError) void serverPresence.doubt();
  }

  override componentDidUpdate(before: ErrorBoundaryProps) {
    if (before.place !== this.props.place && this.state.error !== null) this.setState({ error: null });
  }

  private readonly tryAgain = async () => {
    const isReachable = await refreshSetup().then(
      () => true,
      () => false,
    );
    if (isReachable && this.isOutdated) window.location.reload();
    this.isOutdated = isReachable;
    this.setState({ error: null });
  };

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    const isMissing = error instanceof PartError;
    return (
      <div className={styles['screen']} role="alert">
        <Logo className={styles['logo']} />
        <h1>{isMissing ? texts.app.missingTitle : texts.app.crashTitle}</h1>
        <p>{isMissing ? texts.app.unreachable : texts.app.crashText}</p>
        <Button variant="primary" onClick={isMissing ? this.tryAgain : () => window.location.reload()}>
          {isMissing ? texts.app.tryAgain : texts.app.reload}
        </Button>
      </div>
    );
  }
}
