import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ListedSong } from '../../library/read/music/music-reading.ts';
import { createLinks, type Mark } from './node-parts.ts';
import { createSongTexts, marksText } from './song-node.ts';

const text = () => fc.string({ maxLength: 12, unit: 'binary' }).map((value) => value.toWellFormed());
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const whole = () => fc.integer({ min: -3, max: 100_000 });
const id = () => fc.string({ minLength: 22, maxLength: 22, unit: fc.constantFrom(...'0Az9') });
const link = () => fc.record({ id: maybe(id()), name: text() });
const name = () => text().map((value) => `${value.replaceAll('/', '')}x.mp3`);

const songs = (): fc.Arbitrary<ListedSong> =>
  fc.record({
    id: id(),
    path: fc.tuple(name(), name()).map((names) => ['Music', ...names].join('/')),
    title: maybe(text()),
    albumId: maybe(id()),
    albumTitle: maybe(text()),
    albumArtists: fc.array(link(), { maxLength: 2 }),
    credits: fc.array(
      fc.record({
        id: maybe(id()),
        name: text(),
        role: fc.constantFrom('artist' as const, 'composer' as const, 'performer' as const),
        instrument: maybe(text()),
      }),
      { maxLength: 3 },
    ),
    genres: fc.array(fc.record({ id: id(), name: text() }), { maxLength: 2 }),
    trackNumber: maybe(whole()),
    discNumber: maybe(whole()),
    year: maybe(whole()),
    artwork: maybe(text()),
    durationMs: maybe(fc.nat({ max: 10_000_000 })),
    sizeBytes: fc.nat(),
    addedAt: fc.nat({ max: 2_000_000_000 }),
    bitRate: maybe(fc.nat({ max: 2_000_000 })),
    sampleRate: maybe(fc.nat()),
    bitsPerSample: maybe(fc.nat({ max: 64 })),
    channels: maybe(fc.nat({ max: 8 })),
    bpm: maybe(whole()),
    work: maybe(text()),
    mbRecording: maybe(text()),
    gain: maybe(
      fc.record({
        origin: fc.constant('replaygain' as const),
        trackGainDb: maybe(fc.double({ noNaN: true, noDefaultInfinity: true })),
        albumGainDb: maybe(fc.double({ noNaN: true, noDefaultInfinity: true })),
        trackPeak: maybe(fc.double({ noNaN: true, noDefaultInfinity: true })),
        albumPeak: maybe(fc.double({ noNaN: true, noDefaultInfinity: true })),
      }),
    ),
    movementName: maybe(text()),
    movementNumber: maybe(whole()),
    movementCount: maybe(whole()),
    groupings: fc.array(text(), { maxLength: 2 }),
    mbWorks: fc.array(text(), { maxLength: 2 }),
    sortTitle: maybe(text()),
    comment: maybe(text()),
    moods: fc.array(text(), { maxLength: 2 }),
    isrcs: fc.array(text(), { maxLength: 2 }),
    isExplicit: fc.boolean(),
  });

const mark = (): fc.Arbitrary<Mark> =>
  fc.record({
    starredAtMs: maybe(fc.nat()),
    rating: maybe(fc.integer({ min: 1, max: 5 })),
    plays: fc.nat({ max: 9 }),
    lastPlayedAtMs: maybe(fc.nat()),
  });

const positive = (value: number | null): Record<string, number> | undefined =>
  value !== null && value > 0 ? { value } : undefined;

/** What no other song has, as the page of the protocol says it. */
const ownOf = (song: ListedSong, made: Mark | undefined): Record<string, unknown> => ({
  id: `tr-${song.id}`,
  title: song.title ?? song.path.replace(/^.*\//s, '').replace(/\.[^.]*$/s, ''),
  track: positive(song.trackNumber)?.['value'],
  discNumber: positive(song.discNumber)?.['value'],
  year: positive(song.year)?.['value'],
  size: song.sizeBytes,
  duration: Math.round((song.durationMs ?? 0) / 1000),
  path: song.path,
  created: new Date(song.addedAt * 1000).toISOString(),
  playCount: made?.plays === 0 ? undefined : made?.plays,
  userRating: made?.rating ?? undefined,
  starred: made?.starredAtMs == null ? undefined : new Date(made.starredAtMs).toISOString(),
  musicBrainzId: song.mbRecording ?? '',
  comment: song.comment ?? '',
  moods: song.moods,
  isrc: song.isrcs,
  groupings: song.groupings,
  samplingRate: song.sampleRate ?? 0,
  replayGain: Object.fromEntries(
    Object.entries({
      trackGain: song.gain?.trackGainDb,
      albumGain: song.gain?.albumGainDb,
      trackPeak: song.gain?.trackPeak,
      albumPeak: song.gain?.albumPeak,
    }).filter(([, value]) => value != null),
  ),
});

it('are JSON as a writer would have made it of an object, whatever tags say, one after the other', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(songs(), maybe(mark())), { maxLength: 6 }), (all) => {
      const links = createLinks({ artists: { unknown: 'u', various: 'v' } });
      const songText = createSongTexts(links, (folder) => `of ${folder}`.replaceAll(/[^ -~]|["\\]/g, ''));
      for (const [song, made] of [...all, ...all]) {
        const pictures = { albums: new Map<string, string>(), digests: new Map<string, string>() };
        const { before, behind } = songText(song, pictures);
        const json = before + marksText(made ?? undefined) + behind;
        const node = JSON.parse(json) as Record<string, unknown>;
        // Nothing stands twice, and nothing is written in another way.
        expect(JSON.stringify(node)).toBe(json);
        const wanted = ownOf(song, made ?? undefined);
        // Without the sign of zero, which JSON does not have.
        for (const [key, value] of Object.entries(JSON.parse(JSON.stringify(wanted)) as object))
          expect([key, node[key]]).toEqual([key, value]);
        for (const [key, value] of Object.entries(wanted))
          if (value === undefined) expect(node).not.toHaveProperty(key);
      }
    }),
    { numRuns: 300 },
  );
});
