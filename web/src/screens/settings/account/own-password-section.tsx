import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { settingsTexts } from '../../../texts/settings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Section } from '../section.tsx';
import { useAnswer } from '../use-answer.tsx';
import { OwnPasswordForm } from './own-password-form.tsx';

/** The way to another password of one's own. */
export function OwnPasswordSection() {
  const [isEditing, setIsEditing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { status, tell } = useAnswer();
  const [isChanged, setIsChanged] = useState(false);
  const text = settingsTexts.ownAccount;
  const close = () => {
    // The form takes the focus with it; the button has to be there first.
    flushSync(() => setIsEditing(false));
    opener.current?.focus();
  };
  return (
    <Section title={text.password}>
      {status}
      {isChanged && !isEditing && <p aria-hidden="true">{text.changed}</p>}
      {isEditing ? (
        <OwnPasswordForm
          onCancel={close}
          onDone={() => {
            setIsChanged(true);
            close();
            tell(text.changed);
          }}
        />
      ) : (
        <Button
          ref={opener}
          onClick={() => {
            setIsChanged(false);
            setIsEditing(true);
          }}
        >
          {text.change}
        </Button>
      )}
    </Section>
  );
}
