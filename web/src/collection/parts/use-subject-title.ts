import { useEffect } from 'react';
import { setSubjectTitle } from '../../lib/page-title.ts';
import { texts } from '../../texts/index.ts';

/** Puts the name of what a screen shows in the title of the page, once it is known and while it is shown. */
export function useSubjectTitle(name: string | undefined): void {
  useEffect(() => {
    if (name === undefined) return;
    setSubjectTitle(texts.app.titleOf(name));
    return () => setSubjectTitle(null);
  }, [name]);
}
