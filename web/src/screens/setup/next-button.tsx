import { useId } from 'react';
import { settingsTexts } from '../../texts/settings.ts';
import { Button } from '../../ui/controls/button.tsx';
import styles from './setup-screen.module.css';
import type { WaitsFor } from './setup-steps.ts';

/** The way to the next step. While something is missing it waits, and the sentence beneath says for what. */
export function NextButton(props: { readonly waitsFor: WaitsFor | null; readonly isBusy: boolean }) {
  const id = useId();
  return (
    <div className={styles['next']}>
      <Button
        type="submit"
        variant="primary"
        disabled={props.waitsFor !== null || props.isBusy}
        aria-describedby={id}
      >
        {settingsTexts.setup.next}
      </Button>
      <p id={id} className={styles['waits']} role="status">
        {props.waitsFor === null ? '' : settingsTexts.setup.waitsFor[props.waitsFor]}
      </p>
    </div>
  );
}
