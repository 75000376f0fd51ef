/** The playback orders, in the order the select offers them. */
export const playbackOrders = ['default', 'random', 'repeat-track', 'repeat-all'] as const;
/** How the next track is chosen. */
export type PlaybackOrder = (typeof playbackOrders)[number];
