import type { SongTags } from '@tonearm/song-files';
import { buildMp4, splitMp4 } from '@tonearm/song-files';
import { readTone } from '../samples/sample-files.ts';

/** An MP4 file whose only track calls itself moving pictures. */
export function silentMp4(tags: SongTags = { title: 'Silent' }): Buffer {
  const file = buildMp4(splitMp4(readTone('mp4-aac')), { tags });
  file.write('vide', file.indexOf('soun'), 'latin1');
  return file;
}
