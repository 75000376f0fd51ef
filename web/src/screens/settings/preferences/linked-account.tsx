import { Button } from '../../../ui/controls/button.tsx';

/** Properties of a linked account. */
export interface LinkedAccountProps {
  /** The sentence up to the name. */
  readonly before: string;
  readonly name: string;
  /** Null when the service has no page for it. */
  readonly profileUrl: string | null;
  readonly unlinkLabel: string;
  readonly onUnlink: () => void;
}

/** Says which account is linked, and unlinks it. */
export function LinkedAccount({ before, name, profileUrl, unlinkLabel, onUnlink }: LinkedAccountProps) {
  return (
    <>
      <p>
        {before}
        {profileUrl === null ? (
          name
        ) : (
          <a href={profileUrl} target="_blank" rel="noreferrer" dir="auto">
            {name}
          </a>
        )}
      </p>
      <Button onClick={onUnlink}>{unlinkLabel}</Button>
    </>
  );
}
