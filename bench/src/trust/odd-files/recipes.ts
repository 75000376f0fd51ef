import {
  buildSong,
  id3Text,
  infoChunk,
  longMusepack,
  makePicture,
  oddId3Tag,
  oddWav,
  oggFlac,
  type SongFormat,
  type SongSpec,
  silentApe,
  silentDsf,
  withOtherStream,
} from '@tonearm/testkit';

/** A file that is made. */
export interface Recipe {
  /** What is odd about it, and how it is called: the extension is what it is read by first. */
  readonly name: string;
  /** What comes between the sound that goes in and the file that comes out. */
  readonly argv: readonly string[];
  /** What is put in beside the sound. */
  readonly beside?: 'cover' | 'film' | 'chapters' | 'attached';
  /** What has no room for them is written without. */
  readonly hasTags?: false;
  /** Makes it without ffmpeg, which writes none of its kind. */
  readonly build?: () => Buffer;
  readonly isSilence?: true;
}

const recipe = (name: string, ...argv: string[]): Recipe => ({ name, argv });
const withCover = (name: string, ...argv: string[]): Recipe => ({
  name,
  argv: [...argv, '-c:v', 'copy', '-disposition:v', 'attached_pic'],
  beside: 'cover',
});
const withFilm = (name: string, ...argv: string[]): Recipe => ({ name, argv, beside: 'film' });
const withChapters = (name: string, ...argv: string[]): Recipe => ({ name, argv, beside: 'chapters' });
const withAttached = (name: string, ...argv: string[]): Recipe => ({ name, argv, beside: 'attached' });
const built = (name: string, build: () => Buffer): Recipe => ({ name, argv: [], build });
const withoutTags = (name: string, ...argv: string[]): Recipe => ({ name, argv, hasTags: false });

const mpeg: readonly Recipe[] = [
  recipe('id3v2.3.mp3', '-id3v2_version', '3'),
  recipe('id3v2.4.mp3', '-id3v2_version', '4'),
  recipe('id3v1-alone.mp3', '-id3v2_version', '0', '-write_id3v1', '1'),
  recipe('ape-tag-at-the-end.mp3', '-id3v2_version', '0', '-write_apetag', '1'),
  recipe('both-tags.mp3', '-write_id3v1', '1', '-id3v2_version', '3'),
  recipe('variable.mp3', '-q:a', '9'),
  recipe('no-xing.mp3', '-write_xing', '0', '-b:a', '64k'),
  recipe('variable-without-xing.mp3', '-write_xing', '0', '-q:a', '5'),
  recipe('mpeg2.mp3', '-ar', '22050', '-ac', '1'),
  recipe('mpeg2.5.mp3', '-ar', '8000', '-ac', '1'),
  recipe('joint-320.MP3', '-b:a', '320k', '-joint_stereo', '1', '-ac', '2'),
  withoutTags('layer-two.mp2', '-c:a', 'mp2', '-f', 'mp2'),
  withCover('cover.mp3', '-id3v2_version', '3'),
];

const lossless: readonly Recipe[] = [
  recipe('plain.flac'),
  recipe('24-bits.flac', '-sample_fmt', 's32', '-ar', '96000'),
  recipe('eight-channels.flac', '-ac', '8'),
  recipe('no-padding.flac', '-write_header', '1', '-compression_level', '12'),
  recipe('in-ogg.oga', '-c:a', 'flac'),
  recipe('in-ogg.ogg', '-c:a', 'flac'),
  recipe('in-mp4.m4a', '-c:a', 'flac', '-strict', '-2', '-f', 'mp4'),
  recipe('tiny-blocks.flac', '-frame_size', '64'),
  recipe('no-seek-table.wv', '-c:a', 'wavpack', '-write_apetag', '1'),
  recipe('in-matroska.mka', '-c:a', 'flac'),
  withCover('cover.flac'),
  recipe('plain.wv', '-c:a', 'wavpack'),
  recipe('32-bits.wv', '-c:a', 'wavpack', '-sample_fmt', 's32p'),
  recipe('alac.m4a', '-c:a', 'alac'),
  recipe('alac-24.m4a', '-c:a', 'alac', '-sample_fmt', 's32p'),
  recipe('alac.mka', '-c:a', 'alac'),
];

const ogg: readonly Recipe[] = [
  recipe('vorbis.ogg', '-c:a', 'libvorbis'),
  recipe('vorbis.OGA', '-c:a', 'libvorbis'),
  recipe('small-pages.ogg', '-c:a', 'libvorbis', '-page_duration', '1000'),
  recipe('opus.opus', '-c:a', 'libopus'),
  recipe('opus.ogg', '-c:a', 'libopus', '-ac', '1', '-application', 'voip'),
  recipe('opus-51.opus', '-c:a', 'libopus', '-ac', '6', '-mapping_family', '1'),
  recipe('speex.spx', '-c:a', 'libspeex', '-ar', '16000', '-ac', '1'),
  recipe('opus.webm', '-c:a', 'libopus'),
  recipe('vorbis.weba', '-c:a', 'libvorbis', '-f', 'webm'),
  recipe('vorbis.mka', '-c:a', 'libvorbis'),
  recipe('live.webm', '-c:a', 'libopus', '-live', '1'),
  recipe('live.mka', '-c:a', 'libvorbis', '-live', '1'),
  recipe('small-clusters.mka', '-c:a', 'libopus', '-cluster_time_limit', '100'),
  recipe(
    'one-cluster.mka',
    '-c:a',
    'libopus',
    '-cluster_time_limit',
    '60000',
    '-cluster_size_limit',
    '5000000',
  ),
  recipe('index-first.mka', '-c:a', 'libvorbis', '-reserve_index_space', '20000'),
  recipe('dash.webm', '-c:a', 'libopus', '-dash', '1'),
  recipe('aac.mka', '-c:a', 'aac'),
  recipe('mp3.mka', '-c:a', 'libmp3lame'),
  recipe('ac3.mka', '-c:a', 'ac3'),
  recipe('pcm.mka', '-c:a', 'pcm_s24le'),
  recipe('wavpack.mka', '-c:a', 'wavpack'),
  withAttached('attached.mka', '-c:a', 'libopus'),
  withChapters('chapters.mka', '-c:a', 'libopus'),
  withFilm('film.mka', '-c:a', 'libopus', '-c:v', 'mpeg4', '-f', 'matroska'),
  recipe('short-frames.opus', '-c:a', 'libopus', '-frame_duration', '2.5'),
  recipe('long-frames.opus', '-c:a', 'libopus', '-frame_duration', '60'),
  withChapters('chapters.opus', '-c:a', 'libopus'),
  withFilm('film.ogg', '-c:a', 'libvorbis', '-c:v', 'libtheora'),
  withFilm('film.webm', '-c:a', 'libopus', '-c:v', 'libvpx'),
];

const mp4: readonly Recipe[] = [
  recipe('aac.m4a', '-c:a', 'aac'),
  recipe('aac.M4B', '-c:a', 'aac', '-f', 'ipod'),
  recipe('brand-mp4.mp4', '-c:a', 'aac', '-f', 'mp4'),
  recipe('quicktime.m4a', '-c:a', 'aac', '-f', 'mov'),
  recipe('phone.m4a', '-c:a', 'aac', '-f', '3gp', '-ar', '44100', '-ac', '1'),
  recipe('index-first.m4a', '-c:a', 'aac', '-movflags', '+faststart'),
  recipe('fragments.m4a', '-c:a', 'aac', '-movflags', 'frag_keyframe+empty_moov'),
  recipe(
    'fragments-of-half-a-second.m4a',
    '-c:a',
    'aac',
    '-movflags',
    'empty_moov',
    '-frag_duration',
    '500000',
  ),
  recipe('index-and-fragments.m4a', '-c:a', 'aac', '-movflags', 'frag_keyframe', '-frag_duration', '700000'),
  recipe('fragment-of-every-frame.m4a', '-c:a', 'aac', '-movflags', 'empty_moov+frag_every_frame'),
  recipe(
    'separate-fragments.m4a',
    '-c:a',
    'aac',
    '-movflags',
    'empty_moov+separate_moof',
    '-frag_duration',
    '500000',
  ),
  recipe(
    'base-is-moof.m4a',
    '-c:a',
    'aac',
    '-movflags',
    'empty_moov+default_base_moof',
    '-frag_duration',
    '500000',
  ),
  recipe('smooth.m4a', '-c:a', 'aac', '-f', 'ismv', '-frag_duration', '500000'),
  recipe(
    'fragments-with-index-at-the-end.m4a',
    '-c:a',
    'aac',
    '-movflags',
    'empty_moov+global_sidx',
    '-frag_duration',
    '500000',
  ),
  recipe('quicktime-pcm.m4a', '-c:a', 'pcm_s16le', '-f', 'mov'),
  recipe(
    'quicktime-fragments.m4a',
    '-c:a',
    'aac',
    '-f',
    'mov',
    '-movflags',
    'empty_moov',
    '-frag_duration',
    '500000',
  ),
  recipe('mdta-fragments.m4a', '-c:a', 'aac', '-movflags', 'use_metadata_tags+empty_moov'),
  recipe('second-phone.m4a', '-c:a', 'aac', '-f', '3g2', '-ac', '1'),
  withChapters('book.m4b', '-c:a', 'aac'),
  recipe('dash.m4a', '-c:a', 'aac', '-movflags', 'dash+delay_moov', '-frag_duration', '500000'),
  recipe('mp3.m4a', '-c:a', 'libmp3lame', '-f', 'mp4'),
  recipe('ac3.m4a', '-c:a', 'ac3', '-f', 'mp4'),
  recipe('opus.mp4', '-c:a', 'libopus', '-strict', '-2'),
  recipe('mdta-tags.m4a', '-c:a', 'aac', '-movflags', 'use_metadata_tags'),
  withCover('cover.m4a', '-c:a', 'aac'),
  withFilm('film.mp4', '-c:a', 'aac', '-c:v', 'mpeg4'),
];

const plain: readonly Recipe[] = [
  recipe('16-bits.wav'),
  recipe('24-bits.wav', '-c:a', 'pcm_s24le'),
  recipe('float.wav', '-c:a', 'pcm_f32le'),
  recipe('eight-bits.wave', '-c:a', 'pcm_u8', '-ar', '8000', '-f', 'wav'),
  recipe('a-law.wav', '-c:a', 'pcm_alaw'),
  recipe('adpcm.wav', '-c:a', 'adpcm_ima_wav'),
  recipe('mp3-inside.wav', '-c:a', 'libmp3lame'),
  recipe('microsoft-adpcm.wav', '-c:a', 'adpcm_ms'),
  recipe('aac-inside.wav', '-c:a', 'aac'),
  recipe('ac3-inside.wav', '-c:a', 'ac3'),
  recipe('wide-header.wav', '-c:a', 'pcm_s32le', '-ac', '8', '-ar', '192000'),
  recipe('float.aifc', '-c:a', 'pcm_f32be', '-f', 'aiff', '-write_id3v2', '1'),
  recipe('mu-law.aifc', '-c:a', 'pcm_mulaw', '-f', 'aiff', '-write_id3v2', '1'),
  withCover('cover.aiff', '-write_id3v2', '1'),
  withFilm('film.wma', '-c:a', 'wmav2', '-c:v', 'wmv2', '-f', 'asf'),
  recipe('small-packets.wma', '-c:a', 'wmav2', '-packet_size', '400'),
  recipe('six-channels.wav', '-ac', '6'),
  recipe('rf64.wav', '-rf64', 'always'),
  recipe('broadcast.wav', '-write_bext', '1'),
  recipe('peak.wav', '-write_peak', 'on'),
  recipe('aiff-texts.aiff'),
  recipe('aiff-id3.aif', '-write_id3v2', '1'),
  recipe('sowt.aifc', '-c:a', 'pcm_s16le', '-f', 'aiff', '-write_id3v2', '1'),
  recipe('wma1.wma', '-c:a', 'wmav1'),
  recipe('wma2.wma', '-c:a', 'wmav2'),
  recipe('mp3-inside.wma', '-c:a', 'libmp3lame', '-f', 'asf'),
  withCover('cover.wma', '-c:a', 'wmav2'),
  recipe('id3.aac', '-c:a', 'aac', '-f', 'adts', '-write_id3v2', '1'),
  recipe('ape-tag.aac', '-c:a', 'aac', '-f', 'adts', '-write_apetag', '1'),
  withoutTags('bare.aac', '-c:a', 'aac', '-f', 'adts'),
  withoutTags('bare.mp3', '-id3v2_version', '0', '-write_xing', '0'),
];

const builtTags = {
  title: 'Über den Wölken 夜',
  artists: ['Anna & Béla'],
  albumArtists: ['Anna & Friends'],
  album: 'Picnic; at “noon”',
  track: 3,
  disc: 2,
  year: 1999,
};
const song = (name: string, format: SongFormat, more: Partial<SongSpec> = {}): Recipe =>
  built(name, () => buildSong({ format, tags: builtTags, ...more }).data);
const cover = makePicture({ width: 64 });

/** What ffmpeg does not write. */
const others: readonly Recipe[] = [
  { ...song('monkey.ape', 'ape'), isSilence: true },
  { ...song('monkey-with-cover.ape', 'ape', { picture: cover }), isSilence: true },
  { ...song('monkey-long.ape', 'ape', { seconds: 40 }), isSilence: true },
  song('musepack.mpc', 'mpc'),
  song('musepack-with-cover.mpc', 'mpc', { picture: cover }),
  song('wavpack-with-cover.wv', 'wv', { picture: cover }),
  song('id3v2.2.mp3', 'mp3', { tagStyle: 'id3v2.2', picture: cover }),
  song('ape-and-cover.mp3', 'mp3', { tagStyle: 'apev2', picture: cover }),
  song('info.wav', 'wav', { tagStyle: 'riff-info' }),
  song('id3-and-cover.wav', 'wav', { picture: cover }),
  song('id3-and-cover.aiff', 'aiff', { picture: cover }),
  song('cover.opus', 'opus', { picture: cover }),
  song('cover.ogg', 'ogg', { picture: cover }),
  song('book-with-cover.m4b', 'm4b', { picture: cover }),
  song('cover.aac', 'aac', { picture: cover }),
  built('in-ogg-with-cover.oga', () => oggFlac({ tags: builtTags, picture: cover })),
  built('rf64-with-info.wav', () => oddWav({ form: 'RF64', before: [infoChunk({ INAM: 'Über' })] })),
  built('skeleton.ogg', () =>
    withOtherStream(buildSong({ format: 'ogg', tags: builtTags }).data, 'skeleton'),
  ),
  built('silent.dsf', () => silentDsf(3)),
  { ...built('silent.ape', () => silentApe(3)), isSilence: true },
  built('long.mpc', () => longMusepack(30).data),
  built('behind-id3.flac', () =>
    Buffer.concat([
      oddId3Tag({ version: 4, frames: [{ name: 'TPE2', data: id3Text('Anna', 3) }] }),
      buildSong({ format: 'flac', tags: builtTags, picture: cover }).data,
    ]),
  ),
];

/** Every file that is made, of every container that the product knows. */
export const recipes: readonly Recipe[] = [...mpeg, ...lossless, ...ogg, ...mp4, ...plain, ...others];

/** Extensions that lie: what is in a file of one name is called by each of the others. */
export const lyingExtensions = [
  'mp3',
  'flac',
  'ogg',
  'm4a',
  'wav',
  'wma',
  'aiff',
  'mka',
  'wv',
  'ape',
  'dsf',
] as const;
