import type { DemoAlbum, DemoSong } from './demo-album.ts';
import { WORDS } from './words.ts';

const lindenhof = { conductor: 'Anton Brühl', composer: 'Clara Weidenbach' };
const suite = (number: number, name: string): NonNullable<DemoSong['movement']> => ({
  work: 'Lindenhof-Suite, op. 12',
  number,
  of: 4,
  name,
});
const dances = (number: number, name: string): NonNullable<DemoSong['movement']> => ({
  work: 'Drei alte Tänze',
  number,
  of: 3,
  name,
});

/** Works with movements, and a second edition of an album of the list. */
export const MORE_ALBUMS: readonly DemoAlbum[] = [
  {
    title: 'Suiten und Tänze',
    artist: 'Kammerorchester Lindenhof',
    year: 2006,
    genres: ['Classical', 'Orchestral'],
    label: 'Ostkreuz',
    format: 'flac',
    cover: 'arcs',
    coverFile: 'Folder.jpg',
    isEmbedded: false,
    style: 'orchestra',
    songs: [
      {
        title: 'Lindenhof-Suite, op. 12: I. Präludium',
        source: { drift: ['C', 'G', 'Am', 'F', 'C', 'Dm', 'G', 'C'], mood: 'ionian', tempo: 76 },
        movement: suite(1, 'Präludium'),
        performers: ['Jette Morgenroth (oboe)'],
        ...lindenhof,
      },
      {
        title: 'Lindenhof-Suite, op. 12: II. Nocturne',
        source: { drift: ['Am7', 'Fmaj7', 'Dm', 'G', 'Am7', 'Fmaj7', 'G', 'Am'], mood: 'dorian', tempo: 54 },
        movement: suite(2, 'Nocturne'),
        performers: ['Ilse Tannhof (viola)'],
        ...lindenhof,
      },
      {
        title: 'Lindenhof-Suite, op. 12: III. Intermezzo',
        source: { drift: ['F', 'C', 'Dm', 'Am', 'F', 'G', 'C', 'C'], mood: 'lydian', tempo: 92 },
        movement: suite(3, 'Intermezzo'),
        ...lindenhof,
      },
      {
        title: 'Lindenhof-Suite, op. 12: IV. Finale',
        source: { drift: ['G', 'D', 'Em7', 'C', 'G', 'D', 'G', 'G'], mood: 'ionian', tempo: 120 },
        movement: suite(4, 'Finale'),
        ...lindenhof,
      },
      {
        title: 'Drei alte Tänze: I. Sarabande',
        source: { tune: 'sarabande' },
        composer: 'George Frideric Handel',
        conductor: 'Anton Brühl',
        movement: dances(1, 'Sarabande'),
      },
      {
        title: 'Drei alte Tänze: II. Bourrée',
        source: { tune: 'bourree' },
        composer: 'Johann Sebastian Bach',
        conductor: 'Anton Brühl',
        movement: dances(2, 'Bourrée'),
      },
      {
        title: 'Drei alte Tänze: III. Rondeau',
        source: { tune: 'rondeau' },
        composer: 'Henry Purcell',
        conductor: 'Anton Brühl',
        movement: dances(3, 'Rondeau'),
      },
    ],
  },
  {
    title: 'Lanterns on the River',
    artist: 'Mira Halloran',
    edition: 'Deluxe',
    year: 2021,
    firstYear: 2019,
    genres: ['Folk', 'Acoustic', 'World'],
    label: 'Harbor Street',
    format: 'flac',
    cover: 'lanterns',
    coverFile: 'Folder.jpg',
    isEmbedded: false,
    style: 'harp',
    songs: [
      { title: 'Scarborough Fair', source: { tune: 'scarborough' }, composer: 'Traditional' },
      { title: 'Greensleeves', source: { tune: 'greensleeves' }, composer: 'Traditional' },
      {
        title: 'Amazing Grace',
        source: { tune: 'amazingGrace' },
        composer: 'Traditional',
        ...WORDS.amazingGrace,
      },
      {
        title: 'Au clair de la lune (Bonus)',
        source: { tune: 'auClairDeLaLune' },
        artists: ['Mira Halloran', 'Élodie Varenne'],
        composer: 'Traditional',
        style: 'glass',
      },
      {
        title: 'さくらさくら (Bonus)',
        source: { tune: 'sakura' },
        artists: ['Mira Halloran', '月見アンサンブル'],
        composer: 'Traditional',
        style: 'koto',
      },
    ],
  },
];
