import { expect, it } from 'vitest';
import type { MusicSong } from '../../library/read/music/music-reading.ts';
import type { ClientAbilities, Limitation } from './client-abilities.ts';
import { createDecisions } from './stream-decision.ts';

const dayMs = 24 * 60 * 60 * 1000;

let nowMs = 1_000_000;
const make = () =>
  createDecisions({
    formats: () => ['opus', 'mp3', 'aac', 'flac'],
    clock: { nowMs: () => nowMs },
    random: { bytes: (count: number) => Buffer.alloc(count, 7) } as never,
  });

const flac = {
  ...{ id: 'one', path: 'Music/a/one.flac', codec: 'flac', container: 'flac', bitRate: 900_000 },
  ...{ channels: 6, sampleRate: 96_000, bitsPerSample: 24, durationMs: 60_000 },
  ...{ sizeBytes: 6_000_000, modifiedAtMs: 5 },
} as MusicSong;
const mp3 = {
  ...flac,
  ...{ id: 'two', path: 'Music/a/two.mp3', codec: 'mp3', bitRate: 128_000, channels: 2, sampleRate: 44_100 },
  bitsPerSample: null,
} as MusicSong;

const nothing: ClientAbilities = {
  mostBits: null,
  mostTargetBits: null,
  direct: [],
  targets: [],
  limits: [],
};
const anything = { containers: [], codecs: [], protocols: [], mostChannels: null };
const way = (codec: string, container = codec) => ({
  container,
  codec,
  protocol: 'http',
  mostChannels: null,
});
const who = { userId: 1, mostKbps: null };
const limited = (codec: string, limitation: Partial<Limitation>) => ({
  codec,
  limitations: [
    {
      ...{ field: 'audioBitrate', comparison: 'LessThanEqual', values: ['0'], isRequired: false },
      ...limitation,
    } as Limitation,
  ],
});

it.each<[string, MusicSong, Partial<ClientAbilities>, readonly string[]]>([
  ['anything', flac, { direct: [anything] }, []],
  ['nothing', flac, {}, ['nothing is played as it is']],
  [
    'another name of the container',
    mp3,
    { direct: [{ ...anything, containers: ['MP3'.toLowerCase()] }] },
    [],
  ],
  [
    'two ways, neither',
    flac,
    {
      direct: [
        { ...anything, containers: ['mp3'] },
        { ...anything, mostChannels: 2 },
      ],
    },
    ['container is not supported', 'audio channels are not supported'],
  ],
  ['one way of two', flac, { direct: [{ ...anything, codecs: ['mp3'] }, anything] }, []],
  ['too many bits', flac, { direct: [anything], mostBits: 320_000 }, ['audio bitrate is above the limit']],
  [
    'a limit of the codec',
    flac,
    { direct: [anything], limits: [limited('flac', { field: 'audioSamplerate', values: ['48000'] })] },
    ['audioSamplerate is not supported with flac'],
  ],
  [
    'a limit of another codec',
    mp3,
    { direct: [anything], limits: [limited('flac', { field: 'audioSamplerate', values: ['48000'] })] },
    [],
  ],
  [
    'what is not known, and has to be',
    mp3,
    {
      direct: [anything],
      limits: [limited('mp3', { field: 'audioBitdepth', values: ['16'], isRequired: true })],
    },
    ['audioBitdepth is not supported with mp3'],
  ],
  [
    'what is not known, and need not be',
    mp3,
    { direct: [anything], limits: [limited('mp3', { field: 'audioBitdepth', values: ['16'] })] },
    [],
  ],
])('a song is played as it is where nothing speaks against it: %s', (_, song, client, reasons) => {
  const decision = make().decide(song, { ...nothing, ...client }, who);
  expect([decision.isDirect, decision.reasons]).toEqual([reasons.length === 0, reasons]);
});

it.each<[string, MusicSong, Partial<ClientAbilities>, object | null]>([
  [
    'what they like best',
    flac,
    { targets: [way('opus', 'ogg'), way('mp3')] },
    { codec: 'opus', channels: 2 },
  ],
  ['what there is', flac, { targets: [way('aac', 'mp4'), way('mp3')] }, { codec: 'mp3', sampleRate: 48_000 }],
  ['no loss of loss', mp3, { targets: [way('flac'), way('mp3')] }, { codec: 'mp3', bitRate: 128_000 }],
  ['without loss', flac, { targets: [way('flac')] }, { codec: 'flac', channels: 6, bitDepth: 24 }],
  [
    'never above a limit',
    flac,
    { targets: [way('flac'), way('mp3')], mostTargetBits: 100_000 },
    { bitRate: 96_000 },
  ],
  [
    'a limit of the codec',
    flac,
    { targets: [way('mp3')], limits: [limited('mp3', { values: ['70000'] })] },
    { bitRate: 64_000 },
  ],
  ['a limit that nothing keeps to', flac, { targets: [way('mp3')], mostTargetBits: 10_000 }, null],
  [
    'a rate that is not made',
    flac,
    {
      targets: [way('opus', 'opus')],
      limits: [limited('opus', { field: 'audioSamplerate', comparison: 'Equals', values: ['44100'] })],
    },
    null,
  ],
  ['too many channels', flac, { targets: [{ ...way('flac'), mostChannels: 2 }] }, null],
  ['another protocol', flac, { targets: [{ ...way('mp3'), protocol: 'hls' }] }, null],
])('something else is made of it: %s', (_, song, client, sound) => {
  const { target } = make().decide(song, { ...nothing, ...client }, who);
  if (sound === null) expect(target).toBeNull();
  else expect(target?.sound).toMatchObject(sound);
});

it('an app with a limit is never given more', () => {
  const client = { ...nothing, direct: [anything], targets: [way('mp3')] };
  const { isDirect, target } = make().decide(mp3, client, { userId: 1, mostKbps: 100 });
  expect([isDirect, target?.sound.bitRate]).toEqual([false, 96_000]);
});

it('a ticket is for one person, one song as it was, and a day', () => {
  const decisions = make();
  const ticket = decisions.decide(flac, { ...nothing, targets: [way('mp3')] }, who).target?.ticket ?? '';
  expect(decisions.redeem(ticket, flac, 1)).toEqual({ format: 'mp3', bitRateKbps: 192 });
  expect(decisions.redeem(ticket, flac, 2)).toBe('stale');
  expect(decisions.redeem(ticket, mp3, 1)).toBe('stale');
  expect(decisions.redeem(ticket, { ...flac, modifiedAtMs: 6 }, 1)).toBe('stale');
  expect(decisions.redeem(ticket.replace('192', '320'), flac, 1)).toBe('stale');
  for (const bad of ['', 'mp3', `${ticket}x`, ticket.slice(1)])
    expect(decisions.redeem(bad, flac, 1)).toBe('malformed');
  nowMs += dayMs - 1;
  expect(decisions.redeem(ticket, flac, 1)).not.toBe('stale');
  nowMs += 2;
  expect(decisions.redeem(ticket, flac, 1)).toBe('stale');
});
