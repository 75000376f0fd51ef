import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import {
  linkedMessage,
  linkedServicesOptions,
  requestLinkAddress,
  unlinkLastFM,
} from '../../../api/linked-services.ts';
import { refreshPreferences, usePreferences } from '../../../api/preferences.ts';
import { settingsTexts } from '../../../texts/settings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Problem, Section } from '../section.tsx';
import { useTask } from '../use-task.ts';
import { LapsedNotice } from './lapsed-notice.tsx';
import { LinkedAccount } from './linked-account.tsx';

const popupFeatures = 'popup,width=900,height=640';

/** Linking and unlinking of the Last.fm account. */
export function LastFMSection() {
  const { lastFMUsername } = usePreferences();
  const queries = useQueryClient();
  const service = useQuery(linkedServicesOptions()).data?.find(({ id }) => id === 'lastfm');
  const { problem, run } = useTask();
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: linkedServicesOptions().queryKey });
    return refreshPreferences();
  };
  useEffect(() => {
    // The service's page may have finished the link while this section was not there to be told. Where that
    // cannot be found out, what is known stands.
    refreshPreferences().catch(() => {});
  }, []);
  const { link, isBlocked } = useLinkPopup(() => void run(refresh));
  const start = (authorizeUrl: string) => void run(() => link(authorizeUrl));
  const text = settingsTexts.lastfm;
  if (lastFMUsername !== null) {
    return (
      <Section title={text.title}>
        {service?.lapse && <LapsedNotice service={text.title} lapse={service.lapse} />}
        {service?.lapse && (
          <Button
            disabled={service.authorize_url === null}
            onClick={() => service.authorize_url !== null && start(service.authorize_url)}
          >
            {text.linkAgain}
          </Button>
        )}
        <LinkedAccount
          before={text.linkedBefore}
          name={lastFMUsername}
          profileUrl={
            service?.profile_url ?? `https://www.last.fm/user/${encodeURIComponent(lastFMUsername)}`
          }
          unlinkLabel={text.unlink}
          onUnlink={() => void run(async () => unlinkLastFM().then(refresh))}
        />
        <Problem>{isBlocked ? text.popupBlocked : problem}</Problem>
      </Section>
    );
  }
  const authorizeUrl = service?.authorize_url ?? null;
  return (
    <Section title={text.title}>
      <p>{text.unlinked}</p>
      {service?.hint && <p>{service.hint}</p>}
      <Button disabled={authorizeUrl === null} onClick={() => authorizeUrl !== null && start(authorizeUrl)}>
        {text.link}
      </Button>
      <Problem>{isBlocked ? text.popupBlocked : problem}</Problem>
    </Section>
  );
}

/** Opens the service's page, and closes it when the server's own page says that the link stands. */
function useLinkPopup(onLinked: () => void) {
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
    const opened = window.open('', 'tonearm-lastfm', popupFeatures);
    popup.current = opened;
    setIsBlocked(opened === null);
    if (!opened) return;
    try {
      opened.location.href = await requestLinkAddress(authorizeUrl);
    } catch (error) {
      opened.close();
      throw error;
    }
  };
  return { link, isBlocked };
}
