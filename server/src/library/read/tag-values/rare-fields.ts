/*
 * Fields of songs that queries ask for now and then: not kept at hand, read in runs when they are asked for.
 */

/** Those that hold texts, by the names of the query language, with where they stand: in a column, or in `more`. */
export const rareTextFields = {
  albumartistsort: 'more:albumArtistSorts',
  albumsort: 'more:albumSort',
  arranger: 'more:arrangers',
  artistsort: 'more:artistSorts',
  barcode: 'more:barcode',
  catalognumber: 'more:catalogNumbers',
  codec: 'column:codec',
  comment: 'more:comment',
  composersort: 'more:composerSorts',
  conductor: 'more:conductors',
  container: 'column:container',
  country: 'more:releaseCountry',
  discsubtitle: 'more:discSubtitle',
  djmixer: 'more:djMixers',
  grouping: 'more:grouping',
  instrument: 'more:performers',
  isrc: 'more:isrcs',
  key: 'more:initialKey',
  language: 'more:languages',
  lyrics: 'column:lyrics',
  mbalbumartist: 'more:mbAlbumArtists',
  mbartist: 'more:mbArtists',
  mbrecording: 'column:mb_recording',
  mbrelease: 'more:mbRelease',
  mbreleasegroup: 'more:mbReleaseGroup',
  mbtrack: 'more:mbTrack',
  mbwork: 'more:mbWorks',
  media: 'more:media',
  mood: 'column:moods',
  movement: 'more:movementName',
  performer: 'more:performers',
  producer: 'more:producers',
  remixer: 'more:remixers',
  script: 'more:script',
  status: 'more:releaseStatus',
  titlesort: 'more:titleSort',
  type: 'more:releaseTypes',
  version: 'more:albumVersion',
  work: 'column:work',
} as const;
export type RareTextField = keyof typeof rareTextFields;

/** Those that hold numbers; dates count as `yyyymmdd`, with zeros for what is not said. */
export const rareNumberFields = {
  albumgain: { place: 'more:albumGain', form: 'decimal' },
  albumpeak: { place: 'more:albumPeak', form: 'decimal' },
  bits: { place: 'column:bits_per_sample', form: 'whole' },
  bitrate: { place: 'column:bit_rate', form: 'kilobits' },
  bpm: { place: 'column:bpm', form: 'whole' },
  channels: { place: 'column:channels', form: 'whole' },
  compilation: { place: 'more:isCompilation', form: 'whole' },
  disctotal: { place: 'more:discTotal', form: 'whole' },
  encoderdelay: { place: 'column:encoder_delay', form: 'whole' },
  encoderpadding: { place: 'column:encoder_padding', form: 'whole' },
  explicit: { place: 'more:isExplicit', form: 'whole' },
  movementcount: { place: 'more:movementCount', form: 'whole' },
  movementnumber: { place: 'more:movementNumber', form: 'whole' },
  original: { place: 'column:original_on', form: 'day' },
  recorded: { place: 'column:recorded_on', form: 'day' },
  released: { place: 'column:released_on', form: 'day' },
  samplerate: { place: 'column:sample_rate', form: 'whole' },
  trackgain: { place: 'more:trackGain', form: 'decimal' },
  trackpeak: { place: 'more:trackPeak', form: 'decimal' },
  tracktotal: { place: 'more:trackTotal', form: 'whole' },
} as const;
export type RareNumberField = keyof typeof rareNumberFields;

/** A song that has a value: a text, a JSON list of texts, or a number. */
export interface RareValue {
  readonly id: number;
  readonly value: string | number;
}
