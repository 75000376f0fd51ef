/** Content type by the extension of an audio file, in lower case. */
const audioTypes: Readonly<Record<string, string>> = {
  aac: 'audio/aac',
  ac3: 'audio/ac3',
  aif: 'audio/aiff',
  aifc: 'audio/aiff',
  aiff: 'audio/aiff',
  ape: 'audio/x-ape',
  caf: 'audio/x-caf',
  dff: 'audio/x-dff',
  dsf: 'audio/x-dsf',
  flac: 'audio/flac',
  m4a: 'audio/mp4',
  m4b: 'audio/mp4',
  m4r: 'audio/mp4',
  mka: 'audio/x-matroska',
  mp2: 'audio/mpeg',
  mp3: 'audio/mpeg',
  mp4: 'audio/mp4',
  mpc: 'audio/x-musepack',
  oga: 'audio/ogg',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  spx: 'audio/ogg',
  tta: 'audio/x-tta',
  wav: 'audio/wav',
  wave: 'audio/wav',
  weba: 'audio/webm',
  webm: 'audio/webm',
  wma: 'audio/x-ms-wma',
  wv: 'audio/x-wavpack',
};

/**
 * Content type of a song by its name. Never anything a browser would run: what is not known is plain
 * bytes.
 */
export const audioTypeOf = (name: string): string => {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(audioTypes, extension) ? (audioTypes[extension] ?? '') : 'application/octet-stream';
};
