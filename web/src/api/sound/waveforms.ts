import { queryOptions } from '@tanstack/react-query';
import { addressOf } from '../address.ts';
import { call } from '../client.ts';
import { mediaToken } from '../media.ts';

/** What the server can do about sound; it is asked once. */
export const soundAbilitiesQuery = queryOptions({
  queryKey: ['sound abilities'],
  queryFn: ({ signal }) => call('getSoundAbilities', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

/** Where the shape of a song's sound is kept once it is known. */
export const waveformKey = (path: string) => ['waveform', path] as const;

/** The shape of a song's sound: least and greatest sample in turns, bytes around 128. Making it takes a second or two. */
export const waveformQuery = (path: string) =>
  queryOptions({
    queryKey: waveformKey(path),
    queryFn: async ({ signal }): Promise<Uint8Array> => {
      const answer = await fetch(addressOf('getWaveform', path, { auth_token: mediaToken() }), {
        signal,
        priority: 'low',
      });
      if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
      return new Uint8Array(await answer.arrayBuffer());
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
