import type { DemoSong } from './demo-album.ts';
import type { StyleName } from './score/styles.ts';

/** A piece that was encoded beforehand, because no encoder for its format is part of this repository. */
export interface AnthologyPiece extends DemoSong {
  artists: string[];
  style: StyleName;
  format: 'mp3' | 'ogg' | 'opus' | 'm4a';
  /** In `samples/demo`. */
  file: string;
}

/** A sampler of the other albums' players, in the formats that need a codec. */
export const ANTHOLOGY: readonly AnthologyPiece[] = [
  {
    title: 'Ständchen',
    artists: ['Theodor Klangmann'],
    composer: 'Franz Schubert',
    source: { tune: 'schubertSerenade' },
    style: 'piano',
    format: 'mp3',
    file: 'staendchen.mp3',
  },
  {
    title: 'Alle Vögel, noch einmal',
    artists: ['Kammerorchester Lindenhof'],
    composer: 'Traditional',
    source: { tune: 'alleVoegel' },
    style: 'orchestra',
    format: 'mp3',
    file: 'alle-voegel.mp3',
  },
  {
    title: 'Habanera',
    artists: ['Élodie Varenne', 'Mira Halloran'],
    composer: 'Georges Bizet',
    source: { tune: 'habanera' },
    style: 'winds',
    format: 'ogg',
    file: 'habanera.ogg',
  },
  {
    title: 'Scarborough Fair (Vetur)',
    artists: ['Sólveig Þórsdóttir'],
    composer: 'Traditional',
    source: { tune: 'scarborough' },
    style: 'choir',
    format: 'ogg',
    file: 'scarborough.ogg',
  },
  {
    title: 'Коробейники 8.0',
    artists: ['PIXELQUARTETT', 'Ансамбль «Нева»'],
    composer: 'Народная',
    source: { tune: 'korobeiniki' },
    style: 'chip',
    format: 'opus',
    file: 'korobeiniki.opus',
  },
  {
    title: 'かごめ、硝子',
    artists: ['月見アンサンブル'],
    composer: 'Traditional',
    source: { tune: 'kagome' },
    style: 'glass',
    format: 'opus',
    file: 'kagome.opus',
  },
  {
    title: 'Ground for a Small Organ',
    artists: ['The Ground Bass Society'],
    composer: 'after Johann Pachelbel',
    source: { ground: ['sighs'] },
    style: 'organ',
    format: 'm4a',
    file: 'ground.m4a',
  },
  {
    title: 'Silent Shelf',
    artists: ['Clockwork Menagerie', 'Stovepipe Carollers'],
    composer: 'Franz Xaver Gruber',
    source: { tune: 'silentNight' },
    style: 'musicBox',
    format: 'm4a',
    file: 'silent-shelf.m4a',
  },
];
