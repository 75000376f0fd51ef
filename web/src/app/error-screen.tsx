import { Component, type ReactNode } from 'react';
import { isUnreachable } from '../api/api-error.ts';
import { logProblem } from '../lib/log.ts';
import { texts } from '../texts/index.ts';
import { Button } from '../ui/button.tsx';
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
    <main className={styles['screen']} role="alert">
      <Logo className={styles['logo']} />
      <h1>{props.title}</h1>
      <p>{text}</p>
      <Button variant="primary" onClick={props.onRetry}>
        {texts.app.tryAgain}
      </Button>
    </main>
  );
}

/** Catches what a screen throws while rendering. The rest of the page, and the music, go on. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly error: unknown }> {
  override state = { error: null as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('Something was thrown that is nothing') };
  }

  override componentDidCatch(error: unknown) {
    logProblem('A screen stopped working', error);
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    return (
      <div className={styles['screen']} role="alert">
        <h1>{texts.app.crashTitle}</h1>
        <p>{texts.app.crashText}</p>
        <Button variant="primary" onClick={() => window.location.reload()}>
          {texts.app.reload}
        </Button>
      </div>
    );
  }
}
