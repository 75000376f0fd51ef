/** Words that belong to everybody. */
export const WORDS = {
  amazingGrace: {
    lyricist: 'John Newton',
    lyrics: `Amazing grace! how sweet the sound,
That saved a wretch like me!
I once was lost, but now am found,
Was blind, but now I see.

’Twas grace that taught my heart to fear,
And grace my fears relieved;
How precious did that grace appear
The hour I first believed!`,
  },
  silentNight: {
    lyricist: 'Joseph Mohr',
    lyrics: `Stille Nacht, heilige Nacht,
Alles schläft, einsam wacht
Nur das traute hochheilige Paar.
Holder Knabe im lockigen Haar,
Schlaf in himmlischer Ruh!`,
  },
} as const;
