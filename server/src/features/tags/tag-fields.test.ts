import { songFieldList, type TagFamily } from '@tonearm/contract/song-fields';
import { buildSong, readTone } from '@tonearm/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { addId3Rest } from './formats/id3-rest.ts';
import type { SongTags } from './song-tags.ts';
import { createTagCollector, inOrder } from './tag-collector.ts';
import { createTestReader } from './test-read.ts';

const reader = createTestReader();
afterAll(() => reader[Symbol.dispose]());

/** One field as a family writes it: its name there, the text, the field, and what becomes of it. */
const written: readonly (readonly [TagFamily, string, string, keyof SongTags, unknown])[] = [
  ['id3', 'TXXX:MusicBrainz Album Id', 'b-1', 'mbRelease', 'b-1'],
  ['vorbis', 'MUSICBRAINZ_ALBUMID', 'b-1', 'mbRelease', 'b-1'],
  ['mp4', '----:com.apple.iTunes:MUSICBRAINZ ALBUM ID', 'b-1', 'mbRelease', 'b-1'],
  ['asf', 'MusicBrainz/Album Id', 'b-1', 'mbRelease', 'b-1'],
  ['ape', 'MUSICBRAINZ_ALBUMID', 'b-1', 'mbRelease', 'b-1'],
  ['id3', 'TSOP', 'Beatles, The', 'artistSorts', ['Beatles, The']],
  ['mp4', 'soar', 'Beatles, The', 'artistSorts', ['Beatles, The']],
  ['vorbis', 'ARTISTSORT', 'Beatles, The', 'artistSorts', ['Beatles, The']],
  ['id3', 'TDRC', '2016-05-01T10:00', 'recordedOn', '2016-05-01'],
  ['vorbis', 'DATE', '2016-05', 'recordedOn', '2016-05'],
  ['vorbis', 'DATE', '20160501', 'recordedOn', '2016-05-01'],
  ['vorbis', 'DATE', '2016-13-01', 'recordedOn', '2016'],
  ['vorbis', 'DATE', '2015-02-30', 'recordedOn', '2015-02'],
  ['vorbis', 'ORIGINALYEAR', '1969', 'originalOn', '1969'],
  ['id3', 'TDOR', '1969-09-26', 'originalOn', '1969-09-26'],
  ['id3', 'TRCK', '7/12', 'trackTotal', 12],
  ['vorbis', 'TRACKTOTAL', '12', 'trackTotal', 12],
  ['mp4', 'disk', '1/2', 'discTotal', 2],
  ['id3', 'MVIN', '2/4', 'movementNumber', 2],
  ['id3', 'MVIN', '2/4', 'movementCount', 4],
  ['mp4', 'cpil', '1', 'isCompilation', 1],
  ['id3', 'TCMP', '0', 'isCompilation', null],
  ['mp4', 'rtng', '4', 'isExplicit', 1],
  ['id3', 'TXXX:REPLAYGAIN_TRACK_GAIN', '-6.54 dB', 'trackGain', -6.54],
  ['vorbis', 'REPLAYGAIN_ALBUM_PEAK', '0.988', 'albumPeak', 0.988],
  ['vorbis', 'R128_TRACK_GAIN', '-512', 'r128TrackGain', 3],
  ['vorbis', 'R128_ALBUM_GAIN', 'loud', 'r128AlbumGain', null],
  ['vorbis', 'LYRICS', 'la la', 'lyrics', 1],
  ['vorbis', 'LYRICS', '[00:12.30]la', 'lyrics', 2],
  ['id3', 'TBPM', '128', 'bpm', 128],
  ['vorbis', 'WORK', 'Sonata', 'work', 'Sonata'],
  ['mp4', '©wrk', 'Sonata', 'work', 'Sonata'],
  ['id3', 'TPE3', 'Karl', 'conductors', ['Karl']],
  ['asf', 'WM/Conductor', 'Karl', 'conductors', ['Karl']],
  ['vorbis', 'RELEASETYPE', 'album', 'releaseTypes', ['album']],
  ['id3', 'TXXX:ARTISTS', 'A', 'artistList', ['A']],
  ['id3', 'TSRC', 'X1', 'isrcs', ['X1']],
  ['id3', 'TSST', 'Live', 'discSubtitle', 'Live'],
  ['vorbis', 'DISCSUBTITLE', 'Live', 'discSubtitle', 'Live'],
  ['id3', 'TORY', '1969', 'originalOn', '1969'],
  ['vorbis', 'ORIGINALDATE', '1969-09', 'originalOn', '1969-09'],
  ['id3', 'TXXX:MusicBrainz Album Type', 'ep', 'releaseTypes', ['ep']],
  ['mp4', '----:com.apple.iTunes:MUSICBRAINZ ALBUM TYPE', 'ep', 'releaseTypes', ['ep']],
  ['id3', 'TXXX:ALBUMARTISTSORT', 'Beatles, The', 'albumArtistSorts', ['Beatles, The']],
  ['id3', 'TSO2', 'Beatles, The', 'albumArtistSorts', ['Beatles, The']],
  ['id3', 'TXXX:MusicBrainz Album Id', 'id-1', 'mbRelease', 'id-1'],
  ['vorbis', 'MUSICBRAINZ_ALBUMID', 'id-1', 'mbRelease', 'id-1'],
  ['ape', 'MUSICBRAINZ_ALBUMID', 'id-1', 'mbRelease', 'id-1'],
  ['asf', 'MusicBrainz/Album Id', 'id-1', 'mbRelease', 'id-1'],
  ['id3', 'MVNM', 'Largo', 'movementName', 'Largo'],
  ['mp4', '©mvn', 'Largo', 'movementName', 'Largo'],
  ['vorbis', 'MOVEMENTNAME', 'Largo', 'movementName', 'Largo'],
  ['id3', 'TMOO', 'Calm', 'moods', ['Calm']],
  ['vorbis', 'COMPILATION', '1', 'isCompilation', 1],
  ['vorbis', 'PERFORMER', 'Anna (cello)', 'performers', ['Anna (cello)']],
];

describe('a tag', () => {
  it.each(written)('of %s called %s that says %s is %s', (family, name, text, field, value) => {
    const collector = createTagCollector();
    collector.add(family, name, text);
    expect(collector.finish().tags[field]).toEqual(value);
  });

  it('that leads to several fields fills each of them', () => {
    const collector = createTagCollector();
    collector.add('vorbis', 'DATE', '2016-05-01');
    collector.add('vorbis', 'ARTISTS', 'A');
    collector.add('vorbis', 'ARTISTS', 'B');
    const { tags } = collector.finish();
    expect(tags).toMatchObject({
      year: 2016,
      recordedOn: '2016-05-01',
      artists: ['A', 'B'],
      artistList: ['A', 'B'],
    });
    expect(inOrder(tags)).toEqual(songFieldList.map((field) => tags[field.name]));
  });
});

describe('frames of ID3 that are no plain text', () => {
  const tagsOf = (name: string, text: string): SongTags => {
    const collector = createTagCollector();
    addId3Rest(collector, { name, bytes: Buffer.concat([Buffer.from([3]), Buffer.from(text)]) });
    return collector.finish().tags;
  };
  it('say who played and who did what else', () => {
    expect(tagsOf('TMCL', 'guitar\0Anna\0drums\0Bo').performers).toEqual(['Anna (guitar)', 'Bo (drums)']);
    expect(tagsOf('TIPL', 'producer\0Cy\0mix\0Di')).toMatchObject({ producers: ['Cy'], djMixers: [] });
    expect(tagsOf('IPLS', 'DJ-mix\0Ed').djMixers).toEqual(['Ed']);
    const before24 = tagsOf('IPLS', 'producer\0Cy\0guitar\0Anna\0recorder\0Bo\0recording engineer\0Di');
    expect(before24).toMatchObject({ performers: ['Anna (guitar)', 'Bo (recorder)'], producers: ['Cy'] });
  });
  it('hold the comment of people, and not those of programs', () => {
    expect(tagsOf('COMM', 'eng\0Nice').comment).toBe('Nice');
    expect(tagsOf('COMM', 'engiTunNORM\0 0000').comment).toBeNull();
  });
  it('hold the comment as it was typed where a zero ends it', () => {
    expect(tagsOf('COMM', 'eng\0Nice\0').comment).toBe('Nice');
    expect(tagsOf('COMM', 'eng\0Nice\0Song\0').comment).toBe('Nice\nSong');
  });
  it('hold words and an identity', () => {
    expect(tagsOf('USLT', 'engtext\0la la').lyrics).toBe(1);
    const collector = createTagCollector();
    addId3Rest(collector, { name: 'UFID', bytes: Buffer.from('http://musicbrainz.org\0id-1') });
    expect(collector.finish().tags.mbRecording).toBe('id-1');
  });
});

describe('names that programs other than Picard write', () => {
  type Name = Parameters<ReturnType<typeof createTagCollector>['add']>;
  it.each<[string, Name[], Partial<SongTags>]>([
    [
      'beets, Windows Media',
      [
        ['asf', 'TotalTracks', '12'],
        ['asf', 'TotalDiscs', '2'],
        ['asf', 'beets/Arranger', 'Anna'],
        ['asf', 'INITIALKEY', 'Am'],
      ],
      { trackTotal: 12, discTotal: 2, arrangers: ['Anna'], initialKey: 'Am' },
    ],
    [
      'beets, APE: a year beside a whole date',
      [
        ['ape', 'Year', '2016'],
        ['ape', 'Date', '2016-05-01'],
      ],
      { recordedOn: '2016-05-01' },
    ],
    ['TagLib, APE', [['ape', 'MOVEMENTNUMBER', '2']], { movementNumber: 2 }],
    ['ffmpeg, mp3', [['id3', 'TXXX:TCMP', '1']], { isCompilation: 1 }],
    ['ffmpeg, Windows Media', [['asf', 'compilation', '1']], { isCompilation: 1 }],
  ])('%s', (_program, tags, expected) => {
    const collector = createTagCollector();
    for (const tag of tags) collector.add(...tag);
    expect(collector.finish().tags).toMatchObject(expected);
  });
});

describe('the sound of a file', () => {
  it.each([
    ['mp3', 'mp3', 'mpeg'],
    ['flac', 'flac', 'flac'],
    ['ogg', 'vorbis', 'ogg'],
    ['opus', 'opus', 'ogg'],
    ['m4a', 'aac', 'mp4'],
    ['wav', 'pcm', 'wav'],
    ['aiff', 'pcm', 'aiff'],
  ] as const)('of %s is %s in %s', async (format, codec, container) => {
    const { format: found } = await reader.song(`song.${format}`, buildSong({ format, tags: {} }).data);
    expect(found).toMatchObject({ codec, container });
    expect(found.sampleRate).toBeGreaterThanOrEqual(8000);
    expect([1, 2]).toContain(found.channels);
    expect(found.bitRate).toBeGreaterThan(500);
    if (codec === 'flac' || codec === 'pcm') expect([8, 16, 24]).toContain(found.bitsPerSample);
  });

  it('of Musepack is that, whatever the library calls its stream', async () => {
    const { format } = await reader.song('song.mpc', readTone('musepack'));
    expect(format).toMatchObject({ codec: 'musepack', container: 'musepack, sv8', sampleRate: 44_100 });
    expect(format.bitRate).toBeGreaterThan(500);
  });
});
