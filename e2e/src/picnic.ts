import { type LibraryBuilder, library } from '@tonearm/testkit';

/** Length of the songs of `Picnic`, in seconds: long enough that none ends while a journey looks at it. */
const picnicSeconds = 60;

/**
 * The library of most journeys: two albums of Anna's (one on two discs), one of Bo's, a folder of mixed
 * songs without a picture, and names that addresses have to encode.
 */
export const picnicLibrary = (): LibraryBuilder =>
  library()
    .album('Picnic', 4, {
      artist: 'Anna',
      year: 2016,
      format: 'mp3',
      seconds: picnicSeconds,
      cover: 'Folder.jpg',
    })
    .album('Ripples', 6, {
      artist: 'Anna',
      year: 2019,
      format: 'mp3',
      seconds: picnicSeconds,
      discs: 2,
      cover: 'Folder.jpg',
    })
    .album('Night bus', 3, { artist: 'Bo', year: 2021, format: 'mp3', cover: 'Folder.jpg' })
    .song('Loose/Ode to a kettle.mp3', { title: 'Ode to a kettle', artist: 'Cleo', album: 'Kitchen' })
    .song('Loose/untitled take.mp3', { untagged: true });
