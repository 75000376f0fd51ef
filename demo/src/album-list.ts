import type { CoverName } from './covers/index.ts';
import type { GroundFigure } from './score/made-up.ts';
import type { PreludeName } from './score/preludes.ts';
import type { StyleName } from './score/styles.ts';
import type { TuneName } from './tunes/index.ts';

/** Formats that the demo writes with encoders of our own, and that every browser plays. */
type DemoFormat = 'flac' | 'wav';

/** Where the music of a song comes from. */
type Source =
  | { tune: TuneName }
  | { prelude: PreludeName }
  | { ground: readonly GroundFigure[] }
  /** Made up on the spot over these chords; `mood` is a scale. */
  | { drift: readonly string[]; mood: 'miyako' | 'lydian' | 'dorian' | 'ionian'; tempo: number };

/** A song of an album. */
export interface DemoSong {
  title: string;
  source: Source;
  composer?: string;
  artists?: string[];
  disc?: number;
  /** Default: that of the album. */
  style?: StyleName;
}

/** An album of the demo. */
export interface DemoAlbum {
  title: string;
  artist: string;
  year: number;
  genres: string[];
  label: string;
  format: DemoFormat;
  cover: CoverName;
  /** The file beside the songs; without it the cover is only inside them. */
  coverFile?: 'Folder.jpg' | 'Folder.png';
  /** Puts the cover into every song too. */
  isEmbedded: boolean;
  style: StyleName;
  songs: DemoSong[];
}

const tune = (title: string, name: TuneName, composer?: string): DemoSong => ({
  title,
  source: { tune: name },
  ...(composer && { composer }),
});

/** Composed and synthesised in this repository: everything but the anthology, which is encoded beforehand. */
export const ALBUMS: readonly DemoAlbum[] = [
  {
    title: 'Lanterns on the River',
    artist: 'Mira Halloran',
    year: 2019,
    genres: ['Folk', 'Acoustic'],
    label: 'Harbor Street',
    format: 'flac',
    cover: 'lanterns',
    coverFile: 'Folder.jpg',
    isEmbedded: true,
    style: 'harp',
    songs: [
      tune('Scarborough Fair', 'scarborough', 'Traditional'),
      tune('Greensleeves', 'greensleeves', 'Traditional'),
      tune('Londonderry Air', 'londonderry', 'Traditional'),
      tune('Amazing Grace', 'amazingGrace', 'Traditional'),
      tune('The House of the Rising Sun', 'risingSun', 'Traditional'),
      tune('Simple Gifts', 'simpleGifts', 'Joseph Brackett'),
      tune('Drunken Sailor', 'drunkenSailor', 'Traditional'),
      tune('My Bonnie', 'myBonnie', 'Traditional'),
      tune('Red River Valley', 'redRiver', 'Traditional'),
      tune('Auld Lang Syne', 'auldLangSyne', 'Traditional'),
    ],
  },
  {
    title: 'Rain on the Clavier',
    artist: 'Theodor Klangmann',
    year: 2015,
    genres: ['Classical', 'Baroque'],
    label: 'Nine Volt',
    format: 'flac',
    cover: 'rain',
    coverFile: 'Folder.jpg',
    isEmbedded: true,
    style: 'piano',
    songs: [
      { title: 'Prelude in C major', source: { prelude: 'preludeInC' }, composer: 'Johann Sebastian Bach' },
      tune('Minuet in G', 'minuetInG', 'Christian Petzold'),
      tune('Invention No. 1', 'invention', 'Johann Sebastian Bach'),
      tune('Jesu, Joy of Man’s Desiring', 'jesu', 'Johann Sebastian Bach'),
      {
        title: 'Prelude in C minor',
        source: { prelude: 'preludeInCMinor' },
        composer: 'Johann Sebastian Bach',
      },
      tune('Bourrée in E minor', 'bourree', 'Johann Sebastian Bach'),
      {
        title: 'Cello Prelude in G, on the Piano',
        source: { prelude: 'celloPrelude' },
        composer: 'Johann Sebastian Bach',
      },
      tune('Sarabande', 'sarabande', 'George Frideric Handel'),
      tune('Rondeau', 'rondeau', 'Henry Purcell'),
    ],
  },
  {
    title: 'The Toymaker’s Shelf',
    artist: 'Clockwork Menagerie',
    year: 2012,
    genres: ['Children', 'Instrumental'],
    label: 'Paper Moon',
    format: 'wav',
    cover: 'blocks',
    coverFile: 'Folder.png',
    isEmbedded: false,
    style: 'musicBox',
    songs: [
      tune('Twinkle, Twinkle', 'twinkle', 'Traditional'),
      tune('Frère Jacques', 'frereJacques', 'Traditional'),
      tune('London Bridge', 'londonBridge', 'Traditional'),
      tune('Row, Row, Row Your Boat', 'rowYourBoat', 'Traditional'),
      tune('Au clair de la lune', 'auClairDeLaLune', 'Traditional'),
      tune('Alouette', 'alouette', 'Traditional'),
      tune('Sur le pont d’Avignon', 'surLePont', 'Traditional'),
      tune('Oh! Susanna', 'ohSusanna', 'Stephen Foster'),
      tune('Alle Vögel sind schon da', 'alleVoegel', 'Traditional'),
      tune('Brahms’ Lullaby', 'brahmsLullaby', 'Johannes Brahms'),
    ],
  },
  {
    title: '夜の庭',
    artist: '月見アンサンブル',
    year: 2021,
    genres: ['World', 'Japanese'],
    label: 'Kasumi',
    format: 'flac',
    cover: 'nightGarden',
    coverFile: 'Folder.jpg',
    isEmbedded: true,
    style: 'koto',
    songs: [
      tune('さくらさくら', 'sakura', 'Traditional'),
      {
        title: '雨のあと',
        source: { drift: ['Am', 'F', 'E5', 'Am', 'Dm', 'F', 'E5', 'Am'], mood: 'miyako', tempo: 72 },
      },
      tune('荒城の月', 'kojoNoTsuki', '瀧廉太郎'),
      {
        title: '石の道',
        source: { drift: ['E5', 'F', 'E5', 'Am', 'F', 'Dm', 'E5', 'E5'], mood: 'miyako', tempo: 64 },
      },
      tune('かごめかごめ', 'kagome', 'Traditional'),
      {
        title: '霧',
        source: { drift: ['F', 'E5', 'Am', 'Am', 'F', 'F', 'E5', 'E5'], mood: 'miyako', tempo: 58 },
      },
      tune('江戸子守唄', 'edoLullaby', 'Traditional'),
      {
        title: '月と池',
        source: { drift: ['Am', 'Am', 'Dm', 'E5', 'F', 'E5', 'Am', 'Am'], mood: 'miyako', tempo: 66 },
      },
    ],
  },
  {
    title: 'Белые ночи',
    artist: 'Ансамбль «Нева»',
    year: 2008,
    genres: ['Folk', 'World'],
    label: 'Ostkreuz',
    format: 'flac',
    cover: 'whiteNights',
    coverFile: 'Folder.jpg',
    isEmbedded: true,
    style: 'balalaika',
    songs: [
      tune('Коробейники', 'korobeiniki', 'Народная'),
      tune('Калинка', 'kalinka', 'Иван Ларионов'),
      tune('Эй, ухнем', 'volga', 'Народная'),
      tune('Очи чёрные', 'darkEyes', 'Народная'),
      tune('Во поле берёза стояла', 'birch', 'Народная'),
      { ...tune('Лебединое озеро', 'swan', 'Пётр Чайковский'), style: 'orchestra' },
      { ...tune('Прогулка', 'promenade', 'Модест Мусоргский'), style: 'orchestra' },
    ],
  },
  {
    title: 'Gymnopédies de verre',
    artist: 'Élodie Varenne',
    year: 2017,
    genres: ['Classical', 'Ambient'],
    label: 'Düne',
    format: 'flac',
    cover: 'glassDiscs',
    isEmbedded: true,
    style: 'glass',
    songs: [
      tune('Gymnopédie n° 1', 'gymnopedie', 'Erik Satie'),
      {
        title: 'Carafe',
        source: {
          drift: ['Dmaj7', 'Gmaj7', 'Dmaj7', 'Em7', 'Gmaj7', 'A', 'Dmaj7', 'Dmaj7'],
          mood: 'lydian',
          tempo: 70,
        },
      },
      {
        title: 'Vitrail',
        source: {
          drift: ['Am7', 'Fmaj7', 'Cmaj7', 'G', 'Am7', 'Fmaj7', 'Em7', 'Am7'],
          mood: 'dorian',
          tempo: 74,
        },
      },
      {
        title: 'Prisme',
        source: {
          drift: ['Cmaj7', 'D', 'Cmaj7', 'Em7', 'Am7', 'D', 'Gmaj7', 'Gmaj7'],
          mood: 'lydian',
          tempo: 66,
        },
      },
      {
        title: 'Goutte d’eau',
        source: { drift: ['Fmaj7', 'C', 'Am7', 'G', 'Fmaj7', 'C', 'Gsus4', 'C'], mood: 'ionian', tempo: 80 },
      },
    ],
  },
  {
    title: 'Kleine Bögen',
    artist: 'Kammerorchester Lindenhof',
    year: 1998,
    genres: ['Classical'],
    label: 'Ostkreuz',
    format: 'flac',
    cover: 'arcs',
    coverFile: 'Folder.jpg',
    isEmbedded: true,
    style: 'orchestra',
    songs: [
      tune('Ode an die Freude', 'odeToJoy', 'Ludwig van Beethoven'),
      { ...tune('Für Elise', 'furElise', 'Ludwig van Beethoven'), style: 'piano' },
      {
        title: 'Mondscheinsonate',
        source: { prelude: 'moonlight' },
        composer: 'Ludwig van Beethoven',
        style: 'piano',
      },
      tune('Sinfonie Nr. 5: Allegro con brio', 'fifth', 'Ludwig van Beethoven'),
      tune('Sinfonie Nr. 7: Allegretto', 'allegretto', 'Ludwig van Beethoven'),
      tune('Sonate pathétique: Adagio', 'pathetique', 'Ludwig van Beethoven'),
      tune('Ave Maria', 'aveMaria', 'Franz Schubert'),
      { ...tune('Träumerei', 'traumerei', 'Robert Schumann'), style: 'piano' },
    ],
  },
  {
    title: 'The Long Way Round',
    artist: 'The Ground Bass Society',
    year: 2022,
    genres: ['Baroque', 'Classical'],
    label: 'Low Tide',
    format: 'flac',
    cover: 'currents',
    coverFile: 'Folder.jpg',
    isEmbedded: true,
    style: 'canon',
    songs: [
      ground('Setting Out', 1, ['still', 'thirds'], 'canon'),
      ground('Along the Hedge', 1, ['sighs', 'eighths'], 'harp'),
      ground('Two by Two', 1, ['eighths', 'thirds'], 'winds'),
      ground('Over the Stile', 1, ['leaps', 'eighths'], 'piano'),
      ground('Hurrying Brook', 1, ['eighths', 'runs'], 'canon'),
      ground('First Rest', 1, ['still', 'sighs'], 'choir'),
      ground('Milestone', 2, ['thirds', 'leaps'], 'organ'),
      ground('Fair in the Square', 2, ['dance', 'runs'], 'winds'),
      ground('Rain Coming', 2, ['runs', 'runs'], 'harp'),
      ground('Under the Arches', 2, ['leaps', 'dance'], 'bells'),
      ground('Lamps', 2, ['sighs', 'thirds'], 'glass'),
      ground('Home by the Long Way', 2, ['still', 'eighths', 'still'], 'canon'),
    ],
  },
  {
    title: 'Ljósaskipti',
    artist: 'Sólveig Þórsdóttir',
    year: 2023,
    genres: ['Ambient', 'Electronic'],
    label: 'Düne',
    format: 'flac',
    cover: 'aurora',
    coverFile: 'Folder.jpg',
    isEmbedded: true,
    style: 'ambient',
    songs: [
      {
        title: 'Ísbrú',
        source: { drift: ['Am7', 'Fmaj7', 'Cmaj7', 'G', 'Am7', 'Fmaj7'], mood: 'dorian', tempo: 54 },
      },
      {
        title: 'Þoka',
        source: { drift: ['Dmaj7', 'Bm7', 'Gmaj7', 'A', 'Dmaj7', 'Gmaj7'], mood: 'lydian', tempo: 50 },
      },
      {
        title: 'Norðurljós',
        source: { drift: ['Em7', 'Cmaj7', 'Gmaj7', 'D', 'Em7', 'Cmaj7'], mood: 'lydian', tempo: 56 },
      },
      {
        title: 'Æðardúnn',
        source: { drift: ['Fmaj7', 'Am7', 'Dm7', 'C', 'Fmaj7', 'C'], mood: 'ionian', tempo: 52 },
      },
      {
        title: 'Við sjóinn',
        source: { drift: ['Am', 'Em7', 'Fmaj7', 'C', 'Dm7', 'Am'], mood: 'dorian', tempo: 58 },
      },
      {
        title: 'Fjallið sefur',
        source: { drift: ['Gmaj7', 'D', 'Em7', 'Cmaj7', 'Gmaj7', 'D'], mood: 'lydian', tempo: 48 },
      },
      {
        title: 'Dagrenning',
        source: { drift: ['Cmaj7', 'Am7', 'Fmaj7', 'G', 'Am7', 'C'], mood: 'ionian', tempo: 60 },
      },
    ],
  },
  {
    title: 'Salon 8-Bit',
    artist: 'PIXELQUARTETT',
    year: 2011,
    genres: ['Electronic', 'Chiptune'],
    label: 'Nine Volt',
    format: 'flac',
    cover: 'pixels',
    coverFile: 'Folder.png',
    isEmbedded: true,
    style: 'chip',
    songs: [
      tune('Türkischer Marsch', 'turkishMarch', 'Wolfgang Amadeus Mozart'),
      tune('Can-Can', 'canCan', 'Jacques Offenbach'),
      tune('Wilhelm Tell', 'williamTell', 'Gioachino Rossini'),
      tune('In the Hall of the Mountain King', 'mountainKing', 'Edvard Grieg'),
      tune('An der schönen blauen Donau', 'blueDanube', 'Johann Strauss II'),
      tune('Hungarian Dance No. 5', 'hungarian', 'Johannes Brahms'),
      tune('Toreador', 'toreador', 'Georges Bizet'),
      tune('The Entertainer', 'entertainer', 'Scott Joplin'),
      tune('La Cucaracha', 'cucaracha', 'Traditional'),
      tune('Freude 8.1', 'odeToJoy', 'Ludwig van Beethoven'),
    ],
  },
  {
    title: 'Winter Bells',
    artist: 'Stovepipe Carollers',
    year: 2004,
    genres: ['Holiday'],
    label: 'Harbor Street',
    format: 'flac',
    cover: 'winterPaper',
    coverFile: 'Folder.jpg',
    isEmbedded: true,
    style: 'bells',
    songs: [
      tune('Silent Night', 'silentNight', 'Franz Xaver Gruber'),
      tune('O Tannenbaum', 'tannenbaum', 'Traditional'),
      tune('Jingle Bells', 'jingleBells', 'James Lord Pierpont'),
      { ...tune('Deck the Halls', 'deckTheHalls', 'Traditional'), style: 'organ' },
      { ...tune('God Rest Ye Merry, Gentlemen', 'godRestYe', 'Traditional'), style: 'choir' },
      tune('Good King Wenceslas', 'wenceslas', 'Traditional'),
      { ...tune('Joy to the World', 'joyToTheWorld', 'Lowell Mason'), style: 'organ' },
      tune('We Wish You a Merry Christmas', 'weWish', 'Traditional'),
      { ...tune('Coventry Carol', 'coventry', 'Traditional'), style: 'choir' },
    ],
  },
];

function ground(title: string, disc: number, figures: readonly GroundFigure[], style: StyleName): DemoSong {
  return { title, disc, style, source: { ground: figures }, composer: 'after Johann Pachelbel' };
}
