import { spawnSync } from 'node:child_process';

/** What can be compared between two readers of a file. */
export interface Told {
  readonly title: string | null;
  readonly artist: string | null;
  readonly album: string | null;
  readonly albumArtist: string | null;
  readonly track: number | null;
  readonly disc: number | null;
  readonly year: number | null;
  readonly seconds: number | null;
  readonly hasPicture: boolean;
}

interface Probed {
  readonly format?: { readonly duration?: string; readonly tags?: Readonly<Record<string, string>> };
  readonly streams?: readonly {
    readonly codec_type: string;
    readonly duration?: string;
    readonly tags?: Readonly<Record<string, string>>;
    readonly disposition?: { readonly attached_pic: number };
  }[];
}

const numberOf = (text = ''): number | null => Number.parseInt(text, 10) || null;

/** What ffprobe tells of a file; null when it hears nothing in it. @throws Error when there is no ffprobe */
export const probe = (file: string): Told | null => {
  const { stdout, error } = spawnSync(
    'ffprobe',
    ['-v', 'quiet', '-of', 'json', '-show_format', '-show_streams', `file:${file}`],
    { encoding: 'utf8', maxBuffer: 16e6 },
  );
  if (error !== undefined) throw error;
  const { format = {}, streams = [] } = JSON.parse(stdout) as Probed;
  const sound = streams.find(({ codec_type }) => codec_type === 'audio');
  if (sound === undefined) return null;
  const tags = new Map(
    Object.entries({ ...sound.tags, ...format.tags }).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const seconds = Number(format.duration ?? sound.duration);
  return {
    title: tags.get('title') || null,
    artist: tags.get('artist') || null,
    album: tags.get('album') || null,
    albumArtist: (tags.get('album_artist') ?? tags.get('albumartist')) || null,
    track: numberOf(tags.get('track')),
    disc: numberOf(tags.get('disc')),
    year: numberOf(tags.get('date')),
    seconds: Number.isFinite(seconds) ? seconds : null,
    hasPicture: streams.some(({ disposition }) => disposition?.attached_pic === 1),
  };
};

/** Samples a second, of two bytes each, that a file is decoded to for its length. */
const heardRate = 8000;

/** Seconds of sound that ffmpeg decodes from a file. */
export const heardSeconds = (file: string): number => {
  const { stdout } = spawnSync(
    'ffmpeg',
    [
      ...['-v', 'quiet', '-nostdin', '-i', `file:${file}`, '-map', '0:a:0', '-f', 's16le'],
      ...['-ac', '1', '-ar', `${heardRate}`, '-'],
    ],
    { maxBuffer: 256e6 },
  );
  return stdout.length / 2 / heardRate;
};
