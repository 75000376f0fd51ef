/** How loud an album and its songs are, as `cli/measure-loudness.ts` measured them. */
export interface AlbumLoudness {
  /** Of all songs one after the other, in LUFS (EBU R128). */
  album: number;
  /** Each song in LUFS, and its greatest sample in decibels below full scale. */
  songs: readonly (readonly [loudness: number, peak: number])[];
}

/** By the folder of the album; songs in the order of the album. */
export const LOUDNESS: Readonly<Record<string, AlbumLoudness>> = {
  'Kammerorchester Lindenhof/Suiten und Tänze': {
    album: -14.9,
    songs: [
      [-14.5, -3],
      [-15.1, -3.9],
      [-14.7, -3.7],
      [-14.5, -2.6],
      [-15.2, -3.5],
      [-14.8, -4],
      [-14.7, -3.3],
    ],
  },
  'Mira Halloran/Lanterns on the River (Deluxe)': {
    album: -14,
    songs: [
      [-14.1, -0.7],
      [-14, -1.1],
      [-14.2, -0.7],
      [-15.2, -4.9],
      [-12.7, -0.5],
    ],
  },
  'Mira Halloran/Lanterns on the River': {
    album: -14.1,
    songs: [
      [-14.1, -0.7],
      [-14, -1.1],
      [-14.2, -0.9],
      [-14.2, -0.7],
      [-13.8, -1.2],
      [-14, -0.9],
      [-14, -1.4],
      [-14.1, -0.7],
      [-14.2, -0.7],
      [-14.1, -0.7],
    ],
  },
  'Theodor Klangmann/Rain on the Clavier': {
    album: -15,
    songs: [
      [-15.2, -1.3],
      [-14.8, -3.5],
      [-14.2, -1.8],
      [-14.7, -3.1],
      [-15.1, -0.7],
      [-14.6, -2.3],
      [-15.4, -1.4],
      [-15.2, -3.1],
      [-14.7, -2.3],
    ],
  },
  'Clockwork Menagerie/The Toymaker’s Shelf': {
    album: -14.2,
    songs: [
      [-14.4, -3.4],
      [-14.2, -3.6],
      [-13.8, -2.9],
      [-14.6, -3.9],
      [-14.4, -2.9],
      [-14.2, -3.2],
      [-14.4, -3.3],
      [-13.9, -2.4],
      [-14, -3],
      [-13.7, -2],
    ],
  },
  '月見アンサンブル/夜の庭': {
    album: -13.4,
    songs: [
      [-12.7, -0.5],
      [-14, -0.5],
      [-12.6, -0.5],
      [-13.7, -0.5],
      [-12.7, -0.5],
      [-16.1, -0.5],
      [-12.9, -0.5],
      [-15.5, -0.5],
    ],
  },
  'Ансамбль «Нева»/Белые ночи': {
    album: -13.8,
    songs: [
      [-13.4, -0.8],
      [-13.4, -1],
      [-13.4, -1.4],
      [-13.2, -1.1],
      [-13.4, -0.8],
      [-14.6, -3.8],
      [-14.7, -3.4],
    ],
  },
  'Élodie Varenne/Gymnopédies de verre': {
    album: -15.1,
    songs: [
      [-15.2, -3.8],
      [-15.1, -3.4],
      [-15.1, -3.4],
      [-15.1, -3],
      [-14.9, -2.6],
    ],
  },
  'Kammerorchester Lindenhof/Kleine Bögen': {
    album: -14.9,
    songs: [
      [-15.1, -4.1],
      [-14.8, -2.4],
      [-15.4, -1.2],
      [-14.6, -2.6],
      [-14.9, -3.3],
      [-14.8, -3.6],
      [-14.8, -4.4],
      [-14.5, -1.6],
    ],
  },
  'The Ground Bass Society/The Long Way Round': {
    album: -14.6,
    songs: [
      [-15, -4.2],
      [-14.1, -0.7],
      [-14.3, -4.1],
      [-14.3, -2.4],
      [-15.1, -4.4],
      [-14.2, -3.4],
      [-14.7, -3.3],
      [-14.5, -3.9],
      [-14, -0.9],
      [-15.1, -3],
      [-15, -4],
      [-15.1, -3.5],
    ],
  },
  'Sólveig Þórsdóttir/Ljósaskipti': {
    album: -15.8,
    songs: [
      [-15.6, -3.6],
      [-15.8, -3],
      [-15.7, -1.9],
      [-15.8, -2.8],
      [-15.7, -3.9],
      [-15.9, -3.2],
      [-15.7, -3.5],
    ],
  },
  'PIXELQUARTETT/Salon 8-Bit': {
    album: -16.3,
    songs: [
      [-15.9, -7.2],
      [-16.2, -7],
      [-16, -5.5],
      [-15.9, -6.6],
      [-16.3, -7],
      [-16.2, -6.2],
      [-16.4, -6.1],
      [-16.5, -4.7],
      [-16.6, -6.4],
      [-16.3, -6.7],
    ],
  },
  'Stovepipe Carollers/Winter Bells': {
    album: -15,
    songs: [
      [-15.1, -3],
      [-15.3, -4.2],
      [-15.2, -3.6],
      [-14.8, -3.3],
      [-14.6, -3.5],
      [-15.2, -3.7],
      [-15.1, -4.4],
      [-15.2, -3.4],
      [-14.6, -4.1],
    ],
  },
  'Various Artists/A Pocket Anthology': {
    album: -15.3,
    songs: [
      [-15.3, -2.1],
      [-15.1, -3.8],
      [-15, -2.7],
      [-16.6, -2.3],
      [-16.1, -5.7],
      [-15, -3.6],
      [-14.9, -3.6],
      [-14, -2.6],
    ],
  },
};
