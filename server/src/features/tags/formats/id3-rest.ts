import type { TagCollector } from '../tag-collector.ts';
import { decoded, type Id3TextFrame } from './id3-text.ts';
import { lrcOfTimedWords } from './id3-timed-words.ts';

/** Encoding, then three letters of a language, which nobody asks for. */
const withoutLanguage = (bytes: Buffer): Buffer => Buffer.concat([bytes.subarray(0, 1), bytes.subarray(4)]);

/** A description and a text. Programs put facts of their own behind descriptions; the comment of people has none. */
const addComment = (collector: TagCollector, { name, bytes }: Id3TextFrame): void => {
  const [description, ...text] = decoded(withoutLanguage(bytes)).split('\0');
  // Some programs end the text with a zero.
  if (text.at(-1) === '') text.pop();
  if (description === '') collector.add('id3', name, text.join('\n'));
};

const addWords = (collector: TagCollector, { name, bytes }: Id3TextFrame): void => {
  const [, ...text] = decoded(withoutLanguage(bytes)).split('\0');
  collector.add('id3', name, text.join('\n'));
};

/** Words with the milliseconds at which each begins, as a text of LRC. Times in frames of MPEG say nothing without the sound. */
const addTimedWords = (collector: TagCollector, { name, bytes }: Id3TextFrame): void => {
  collector.add('id3', name, lrcOfTimedWords(bytes) ?? '[00:00]');
};

const addOwned = (collector: TagCollector, { bytes }: Id3TextFrame): void => {
  const nul = bytes.indexOf(0);
  if (nul > 0)
    collector.add('id3', `UFID:${bytes.toString('latin1', 0, nul)}`, bytes.toString('latin1', nul + 1));
};

/** What is done to a song without playing it. Before version 2.4 one list held this and what people played. */
const besidePlaying = /arrang|engineer|produc|mix|master|compos|lyric|writ|conduct|\brecord(?:ed|ing)?\b/i;

/** Pairs of what somebody did and who did it: those who played something, with what they played. */
const addPeople = (collector: TagCollector, { name, bytes }: Id3TextFrame): void => {
  const texts = decoded(bytes).split('\0');
  for (let at = 0; at + 1 < texts.length; at += 2) {
    const [deed = '', person = ''] = [texts[at]?.trim(), texts[at + 1]];
    if (person.trim() === '') continue;
    const isOneList = name === 'IPLS' || name === 'IPL';
    const isPlayed = name === 'TMCL' || (isOneList && !besidePlaying.test(deed));
    if (isPlayed) collector.add('id3', 'TMCL', deed === '' ? person : `${person} (${deed})`);
    else collector.add('id3', `TIPL:${deed}`, person);
  }
};

/** Frames that are no plain text, by name: versions 2.4 and 2.3, then 2.2. */
const readers: Readonly<Record<string, (collector: TagCollector, frame: Id3TextFrame) => void>> = {
  COMM: addComment,
  COM: addComment,
  USLT: addWords,
  ULT: addWords,
  SYLT: addTimedWords,
  SLT: addTimedWords,
  UFID: addOwned,
  UFI: addOwned,
  TIPL: addPeople,
  TMCL: addPeople,
  IPLS: addPeople,
  IPL: addPeople,
};

/** Gives what such a frame says to the collector. @returns whether it is one of them */
export const addId3Rest = (collector: TagCollector, frame: Id3TextFrame): boolean => {
  const add = readers[frame.name];
  add?.(collector, frame);
  return add !== undefined;
};

/** Whether a frame of a name is worth reading besides those of plain text. */
export const isId3Rest = (name: string): boolean => readers[name] !== undefined;
