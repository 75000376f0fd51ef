/** What people do on songs and albums, by the number they are stored under; numbers never change. */
export const roleNumbers = {
  albumArtist: 0,
  artist: 1,
  composer: 2,
  lyricist: 3,
  conductor: 4,
  performer: 5,
  remixer: 6,
  producer: 7,
  arranger: 8,
  djMixer: 9,
} as const;

/** What somebody does. `albumArtist` is of albums, the others are of songs and counted for albums. */
export type Role = keyof typeof roleNumbers;

const names = Object.keys(roleNumbers) as Role[];

/** @param number as stored */
export const roleOf = (number: number): Role => names[number] ?? 'artist';
