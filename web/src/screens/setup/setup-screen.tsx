import { type ReactNode, useEffect, useRef, useState } from 'react';
import { getCollectionStatus } from '../../api/collection-status.ts';
import { sentenceOf } from '../../api/sentence-of.ts';
import { refreshSetup } from '../../api/setup.ts';
import { navigate } from '../../lib/location.ts';
import { logProblem } from '../../lib/log.ts';
import { paths } from '../../lib/paths.ts';
import { settingsTexts } from '../../texts/settings.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Logo } from '../../ui/logo.tsx';
import { CodeStep } from './code-step.tsx';
import { MountStep } from './mount-step.tsx';
import styles from './setup-screen.module.css';
import { setupSteps } from './setup-steps.ts';
import { type Setup, useSetup } from './use-setup.ts';
import { UserStep } from './user-step.tsx';

/** How long the end is shown before the collection opens. */
const finishMs = 2_000;

/** First-run setup, one step at a time. */
export function SetupScreen() {
  const setup = useSetup();
  const [wantsToStart, setWantsToStart] = useState(false);
  const isBlocked = wantsToStart && setup.step === 'welcome';
  if (setup.needsCode && isBlocked) {
    return (
      <Step index={0} title={settingsTexts.setup.setupCode}>
        <CodeStep onSubmit={setup.tryCode} />
      </Step>
    );
  }
  return (
    <Step index={setupSteps.indexOf(setup.step)} title={titleOf(setup.step)}>
      {setup.step === 'welcome' ? (
        <WelcomeStep
          problem={isBlocked && setup.error !== null ? sentenceOf(setup.error) : ''}
          onStart={() => {
            setWantsToStart(true);
            setup.welcome();
            if (setup.error !== null) void setup.reload();
          }}
        />
      ) : (
        <LaterStep setup={setup} />
      )}
    </Step>
  );
}

function LaterStep({ setup }: { readonly setup: Setup }) {
  if (setup.step === 'mount') return <MountStep onSubmit={setup.saveMountDir} />;
  if (setup.step === 'user') return <UserStep onSubmit={setup.saveUser} />;
  return <FinishStep />;
}

const titleOf = (step: Setup['step']): string => settingsTexts.setup[`${step}Title`];

function Step(props: { readonly index: number; readonly title: string; readonly children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new title is read out
  useEffect(() => heading.current?.focus(), [props.title]);
  return (
    <main className={styles['screen']}>
      <div className={styles['card']}>
        <Logo className={styles['logo']} />
        <p className={styles['step']}>{settingsTexts.setup.stepOf(props.index + 1, setupSteps.length)}</p>
        <h1 ref={heading} tabIndex={-1}>
          {props.title}
        </h1>
        {props.children}
      </div>
    </main>
  );
}

function WelcomeStep({ problem, onStart }: { readonly problem: string; readonly onStart: () => void }) {
  return (
    <>
      <p className={styles['text']}>{settingsTexts.setup.welcomeText}</p>
      <p className={styles['problem']} role="alert">
        {problem}
      </p>
      <Button variant="primary" onClick={onStart}>
        {settingsTexts.setup.soundsGood}
      </Button>
    </>
  );
}

function FinishStep() {
  useEffect(() => {
    const finish = async () => {
      await refreshSetup().catch((cause: unknown) =>
        logProblem('The setup status could not be loaded', cause),
      );
      navigate(paths.root());
    };
    const timer = setTimeout(() => void finish(), finishMs);
    return () => clearTimeout(timer);
  }, []);
  const songCount = useSongsFound();
  return (
    <>
      <p className={styles['text']}>{settingsTexts.setup.finishText}</p>
      <p className={styles['text']} role="status">
        {songCount > 0 ? settingsTexts.setup.foundSoFar(songCount) : ''}
      </p>
    </>
  );
}

/** How often the end of setup looks what was found. */
const lookMs = 400;

/** Songs that the first scan has found so far. */
function useSongsFound(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const gone = new AbortController();
    const look = async () => {
      // What cannot be known now is known when the collection opens.
      const status = await getCollectionStatus(gone.signal).catch(() => null);
      if (status && !gone.signal.aborted) setCount(status.song_count);
    };
    void look();
    const timer = setInterval(() => void look(), lookMs);
    return () => {
      clearInterval(timer);
      gone.abort();
    };
  }, []);
  return count;
}
