/** Containers by the endings of files, where the two differ. */
const bySuffix: Readonly<Record<string, string>> = {
  m4a: 'mp4',
  m4b: 'mp4',
  m4p: 'mp4',
  oga: 'ogg',
  opus: 'ogg',
  aif: 'aiff',
  aifc: 'aiff',
  wave: 'wav',
  mka: 'matroska',
  mkv: 'matroska',
  weba: 'webm',
  wma: 'asf',
  adts: 'aac',
  mp2: 'mp3',
};

/** What a container is called, by the ending of a file or by what a program calls it, in lower case. */
export const containerOf = (name: string): string => bySuffix[name] ?? name;
