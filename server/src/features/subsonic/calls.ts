import { type Parameters, required, text } from './parameters.ts';
import type { ShapeName } from './wire/shapes.ts';

/** Who may make a call: an administrator's needs an app that may administer, too. */
type Access = 'anyone' | 'user' | 'admin';

/** A call of the protocol. */
export interface Declaration<P extends Parameters = Parameters> {
  readonly parameters: P;
  readonly access: Access;
  /** The key under the envelope and the shape of what stands there; null for an empty answer, `bytes` for what is no envelope. */
  readonly answer: { readonly key: string; readonly shape: ShapeName } | 'bytes' | null;
}

const call = <const P extends Parameters>(
  parameters: P,
  answer: Declaration['answer'] = null,
  access: Access = 'user',
): Declaration<P> => ({ parameters, access, answer });

const wrapper = (key: string, shape: ShapeName): Declaration['answer'] => ({ key, shape });

/** THE table of calls, by their names. What is read of a request, who is let in and what is answered follows from it. */
export const calls = {
  ping: call({}),
  getLicense: call({}, wrapper('license', 'License')),
  getOpenSubsonicExtensions: call({}, wrapper('openSubsonicExtensions', 'Extension'), 'anyone'),
  tokenInfo: call({}, wrapper('tokenInfo', 'TokenInfo')),
  getUser: call({ username: required(text) }, wrapper('user', 'User')),
  getUsers: call({}, wrapper('users', 'Users'), 'admin'),
  getScanStatus: call({}, wrapper('scanStatus', 'ScanStatus')),
  startScan: call({}, wrapper('scanStatus', 'ScanStatus'), 'admin'),

  getMusicFolders: call({}, wrapper('musicFolders', 'MusicFolders')),
} as const;

/** Name of a call that is answered by a handler. */
export type CallName = keyof typeof calls;

/** What reads fine and is empty, since there is none of it here: apps ask without knowing. */
export const emptyAnswers = {
  getVideos: { videos: { video: [] } },
  getPodcasts: { podcasts: { channel: [] } },
  getNewestPodcasts: { newestPodcasts: { episode: [] } },
  getShares: { shares: { share: [] } },
  getChatMessages: { chatMessages: { chatMessage: [] } },
} as const;

interface Refusal {
  readonly code: 0 | 50 | 70;
  readonly message: string;
}

const refused = (code: Refusal['code'], message: string, names: readonly string[]): [string, Refusal][] =>
  names.map((name) => [name, { code, message }]);

/** What is never done, and why. */
export const refusals: ReadonlyMap<string, Refusal> = new Map([
  ...refused(50, 'This server has no podcasts.', [
    'refreshPodcasts',
    'createPodcastChannel',
    'deletePodcastChannel',
    'deletePodcastEpisode',
    'downloadPodcastEpisode',
  ]),
  ...refused(70, 'There is no such episode.', ['getPodcastEpisode']),
  ...refused(50, 'This server has no public links.', ['createShare', 'updateShare', 'deleteShare']),
  ...refused(50, 'This server has no chat.', ['addChatMessage']),
  ...refused(50, 'This server plays nothing by itself.', ['jukeboxControl']),
  ...refused(70, 'There is no such video.', ['getVideoInfo', 'getCaptions']),
  ...refused(0, 'This is not supported; use stream.', ['hls', 'hls.m3u8']),
  ...refused(50, 'Users are managed in Settings → Users: passwords do not belong into addresses.', [
    'createUser',
    'updateUser',
    'deleteUser',
    'changePassword',
  ]),
]);
