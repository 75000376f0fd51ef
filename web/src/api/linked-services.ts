import { queryOptions } from '@tanstack/react-query';
import type { LinkedService, OutboxEntry } from '@tonearm/contract';
import { addressOf } from './address.ts';
import { call, type ListWithTotal, listWithTotal } from './client.ts';

/** What the linking page of the server posts to the window that opened it. */
export const linkedMessage = 'polaris-lastfm-auth-success';

/** How many plays on their way are shown; the rest is only counted. */
const mostEntries = 50;

/** Plays that wait to be sent or were refused, oldest first, and how many there are in all. */
export const outboxOptions = () =>
  queryOptions<ListWithTotal<OutboxEntry[]>>({
    queryKey: ['outbox'],
    queryFn: ({ signal }) => listWithTotal('listOutbox', { query: { limit: mostEntries }, signal }),
  });

/**
 * Address of the service's page where the user allows the link. It sends the user back to the
 * server's linking page with a token that is good for this one linking.
 * @param service its id
 * @param authorizeUrl as the server gives it, with `{callback}` where the way back goes
 * @throws ApiError
 */
export async function requestLinkAddress(service: string, authorizeUrl: string): Promise<string> {
  const { value } = await call('linkToken');
  const callback = addressOf('linkServiceByPage', service, { content: 'tonearm', auth_token: value });
  return authorizeUrl.replace('{callback}', encodeURIComponent(callback));
}

/** Links an account by its token. @throws ApiError invalid_link, service_refused, service_unreachable */
export const linkService = (service: string, token: string): Promise<undefined> =>
  call('linkService', { path: service, body: { token } });

/** Unlinks an account. @throws ApiError */
export const unlinkService = (service: string): Promise<undefined> =>
  call('unlinkService', { path: service });

/** Sends plays that wait for another account of a service to the one that is linked now. @throws ApiError */
export const adoptOutbox = (service: LinkedService['id']): Promise<undefined> =>
  call('adoptOutbox', { body: { service } });

/** Tries to send a play again now. @throws ApiError */
export const retryOutboxEntry = (id: number): Promise<undefined> =>
  call('retryOutboxEntry', { path: String(id) });

/** Gives up sending a play; it stays in the history. @throws ApiError */
export const discardOutboxEntry = (id: number): Promise<undefined> =>
  call('discardOutboxEntry', { path: String(id) });
