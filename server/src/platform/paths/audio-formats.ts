/** How the bytes of a song file are laid out; told by its first bytes, whatever it is called. */
export type Container =
  | 'aac'
  | 'aiff'
  | 'ape'
  | 'asf'
  | 'dff'
  | 'dsf'
  | 'flac'
  | 'matroska'
  | 'mp4'
  | 'mpeg'
  | 'musepack'
  | 'ogg'
  | 'wav'
  | 'wavpack';

/** What an extension promises. */
interface AudioFormat {
  readonly container: Container;
  readonly contentType: string;
}

const format = (container: Container, contentType: string): AudioFormat => ({ container, contentType });

/**
 * Every extension of a song, in lower case. The one list there is: the scanner, the folder picker and streaming
 * ask here. The first of a container is what a file of that kind is sent as when its name lies.
 */
const audioFormats: ReadonlyMap<string, AudioFormat> = new Map(
  Object.entries({
    aac: format('aac', 'audio/aac'),
    aif: format('aiff', 'audio/aiff'),
    aifc: format('aiff', 'audio/aiff'),
    aiff: format('aiff', 'audio/aiff'),
    ape: format('ape', 'audio/x-ape'),
    dff: format('dff', 'audio/x-dff'),
    dsf: format('dsf', 'audio/x-dsf'),
    flac: format('flac', 'audio/flac'),
    m4a: format('mp4', 'audio/mp4'),
    m4b: format('mp4', 'audio/mp4'),
    m4r: format('mp4', 'audio/mp4'),
    mka: format('matroska', 'audio/x-matroska'),
    mp2: format('mpeg', 'audio/mpeg'),
    mp3: format('mpeg', 'audio/mpeg'),
    mp4: format('mp4', 'audio/mp4'),
    mpc: format('musepack', 'audio/x-musepack'),
    oga: format('ogg', 'audio/ogg'),
    ogg: format('ogg', 'audio/ogg'),
    opus: format('ogg', 'audio/ogg'),
    spx: format('ogg', 'audio/ogg'),
    wav: format('wav', 'audio/wav'),
    wave: format('wav', 'audio/wav'),
    weba: format('matroska', 'audio/webm'),
    webm: format('matroska', 'audio/webm'),
    wma: format('asf', 'audio/x-ms-wma'),
    wv: format('wavpack', 'audio/x-wavpack'),
  }),
);

/** Every extension of a song, in lower case. */
export const audioExtensions: readonly string[] = [...audioFormats.keys()];

const extensionOf = (name: string): string => {
  const dot = name.lastIndexOf('.');
  return dot === -1 ? '' : name.slice(dot + 1).toLowerCase();
};

/** Extensions of pictures that can be shown. */
const pictureExtensions: ReadonlySet<string> = new Set('avif bmp gif jpeg jpg png tif tiff webp'.split(' '));

/** What a file is to the collection, by its name. */
export const fileKindOf = (name: string): 'song' | 'picture' | null => {
  const extension = extensionOf(name);
  if (audioFormats.has(extension)) return 'song';
  return pictureExtensions.has(extension) ? 'picture' : null;
};

/** A name for a file whose content tells its container, for those who go by names. */
export const usualNameOf = (container: Container): string => {
  const [extension] = [...audioFormats].find(([, format]) => format.container === container) ?? [];
  return `song.${extension}`;
};

/** How many first bytes tell a container. */
export const markBytes = 16;

/** Where what an ID3v2 tag stands before begins; 0 when the file does not begin with one. */
export const id3EndOf = (head: Buffer): number => {
  if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') return 0;
  const [flags = 0, a = 0, b = 0, c = 0, d = 0] = head.subarray(5, 10);
  const hasFooter = head[3] === 4 && (flags & 0x10) !== 0;
  return 10 + ((a & 0x7f) << 21) + ((b & 0x7f) << 14) + ((c & 0x7f) << 7) + (d & 0x7f) + (hasFooter ? 10 : 0);
};

const containersByMark: Readonly<Record<string, Container>> = {
  'MAC ': 'ape',
  '0&\xb2u': 'asf',
  FRM8: 'dff',
  'DSD ': 'dsf',
  fLaC: 'flac',
  '\x1aE\xdf\xa3': 'matroska',
  MPCK: 'musepack',
  OggS: 'ogg',
  wvpk: 'wavpack',
};

/** Formats that are a kind of a more general one: by its mark, and by theirs eight bytes on. */
const containersByKind: Readonly<Record<string, Container>> = {
  'RIFF WAVE': 'wav',
  'RF64 WAVE': 'wav',
  'BW64 WAVE': 'wav',
  'FORM AIFF': 'aiff',
  'FORM AIFC': 'aiff',
};

/** MPEG sound begins with eleven ones; two zeros where its layer would stand are AAC. */
const mpegOrAac = (head: Buffer): Container | null => {
  const second = head[1] ?? 0;
  if (head[0] !== 0xff || (second & 0xe0) !== 0xe0) return null;
  return (second & 0xf6) === 0xf0 ? 'aac' : 'mpeg';
};

/**
 * Tells a song file by its first bytes.
 * @param head at least `markBytes`, from the end of an ID3v2 tag if the file begins with one
 * @returns null when they tell nothing
 */
export const containerOf = (head: Buffer): Container | null => {
  const mark = head.toString('latin1', 0, 4);
  if (head.toString('latin1', 4, 8) === 'ftyp') return 'mp4';
  if (mark.startsWith('MP+')) return 'musepack';
  return (
    containersByMark[mark] ?? containersByKind[`${mark} ${head.toString('latin1', 8, 12)}`] ?? mpegOrAac(head)
  );
};

/**
 * Content type of a song. Never anything a browser would run: what is not known is plain bytes.
 * @param container what its first bytes say, which counts more than its name; null when they say nothing
 */
export const audioTypeOf = (name: string, container: Container | null): string => {
  const named = audioFormats.get(extensionOf(name));
  if (container === null || named?.container === container)
    return named?.contentType ?? 'application/octet-stream';
  const known = [...audioFormats.values()].find((other) => other.container === container);
  return known?.contentType ?? 'application/octet-stream';
};
