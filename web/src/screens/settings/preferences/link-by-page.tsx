import type { LinkedService } from '@tonearm/contract';
import { useEffect, useRef, useState } from 'react';
import { linkedMessage, requestLinkAddress } from '../../../api/linked-services.ts';
import { settingsTexts } from '../../../texts/settings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Problem } from '../section.tsx';
import type { LinkProps } from './link-props.ts';

const popupFeatures = 'popup,width=900,height=640';

/** Links an account on a page of the service, in a window of its own. */
export function LinkByPage({ service, task, onLinked }: LinkProps) {
  const { link, isBlocked } = useLinkPopup(service, () => void task.run(onLinked));
  const { authorize_url: authorizeUrl, label } = service;
  const text = settingsTexts.service;
  return (
    <>
      {(service.username === null || service.lapse) && (
        <Button
          disabled={authorizeUrl === null}
          onClick={() => authorizeUrl !== null && void task.run(() => link(authorizeUrl))}
        >
          {service.username === null ? text.link(label) : text.linkAgain(label)}
        </Button>
      )}
      <Problem>{isBlocked ? text.popupBlocked(label) : task.problem}</Problem>
    </>
  );
}

/** Opens the service's page, and closes it when the server's own page says that the link stands. */
function useLinkPopup({ id }: LinkedService, onLinked: () => void) {
  const popup = useRef<Window | null>(null);
  const [isBlocked, setIsBlocked] = useState(false);
  const linked = useRef(onLinked);
  linked.current = onLinked;
  useEffect(() => {
    const onMessage = ({ data, origin }: MessageEvent) => {
      if (data !== linkedMessage || origin !== window.location.origin) return;
      popup.current?.close();
      popup.current = null;
      linked.current();
    };
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  }, []);
  const link = async (authorizeUrl: string) => {
    // Opened at once: after waiting for the token the browser would take it for an advertisement.
    const opened = window.open('', `tonearm-${id}`, popupFeatures);
    popup.current = opened;
    setIsBlocked(opened === null);
    if (!opened) return;
    try {
      opened.location.href = await requestLinkAddress(id, authorizeUrl);
    } catch (error) {
      opened.close();
      throw error;
    }
  };
  return { link, isBlocked };
}
