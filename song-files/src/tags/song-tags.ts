/** A picture as it is embedded in a song or written beside it. */
export interface Picture {
  data: Buffer;
  /** Such as `image/jpeg`. */
  mime: string;
}

/**
 * What a writer can put into a file. A field that is absent is not written at all. Lists are kept as
 * real lists where the container can hold them (ID3v2.4, Vorbis comments, MP4, APEv2) and are joined
 * by a slash in ID3v2.2 and 2.3, as those formats define.
 */
export interface SongTags {
  title?: string;
  artists?: string[];
  albumArtists?: string[];
  album?: string;
  /** Four digits. */
  year?: number;
  /** `YYYY-MM-DD`; written in place of the year where the container can hold it. */
  date?: string;
  track?: number;
  trackTotal?: number;
  disc?: number;
  discTotal?: number;
  genres?: string[];
  composers?: string[];
  lyricists?: string[];
  labels?: string[];
  compilation?: boolean;
  /** Track gain as text, such as `-7.20 dB`. */
  replayGain?: string;
  /** As text: `-7.20 dB`. */
  albumGain?: string;
  /** The greatest sample of the song and of its album, as text: 1 is full scale. */
  trackPeak?: string;
  albumPeak?: string;
  lyrics?: string;
  /** Anything else, by the name of Vorbis comments; only FLAC, Ogg Vorbis and Opus hold it. */
  comments?: Readonly<Record<string, readonly (string | number)[]>>;
}

/** The text of a number that may come with a total: `3` or `3/12`. */
export function numberOf(number: number, total: number | undefined): string {
  return total ? `${number}/${total}` : `${number}`;
}

/** Names of ReplayGain's tags, as Vorbis comments and `TXXX` frames write them, with those that are known. */
export function gainTags(tags: SongTags): readonly (readonly [name: string, value: string])[] {
  const all = [
    ['REPLAYGAIN_TRACK_GAIN', tags.replayGain],
    ['REPLAYGAIN_TRACK_PEAK', tags.trackPeak],
    ['REPLAYGAIN_ALBUM_GAIN', tags.albumGain],
    ['REPLAYGAIN_ALBUM_PEAK', tags.albumPeak],
  ] as const;
  return all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}
