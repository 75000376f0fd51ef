/** The numbered genres of ID3v1 and of players after it; the index is the number. */
const names =
  `Blues|Classic Rock|Country|Dance|Disco|Funk|Grunge|Hip-Hop|Jazz|Metal|New Age|Oldies|Other|Pop|R&B|Rap|
Reggae|Rock|Techno|Industrial|Alternative|Ska|Death Metal|Pranks|Soundtrack|Euro-Techno|Ambient|Trip-Hop|Vocal|
Jazz+Funk|Fusion|Trance|Classical|Instrumental|Acid|House|Game|Sound Clip|Gospel|Noise|Alternative Rock|Bass|Soul|
Punk|Space|Meditative|Instrumental Pop|Instrumental Rock|Ethnic|Gothic|Darkwave|Techno-Industrial|Electronic|
Pop-Folk|Eurodance|Dream|Southern Rock|Comedy|Cult|Gangsta|Top 40|Christian Rap|Pop/Funk|Jungle|Native American|
Cabaret|New Wave|Psychedelic|Rave|Showtunes|Trailer|Lo-Fi|Tribal|Acid Punk|Acid Jazz|Polka|Retro|Musical|
Rock & Roll|Hard Rock|Folk|Folk-Rock|National Folk|Swing|Fast Fusion|Bebop|Latin|Revival|Celtic|Bluegrass|
Avantgarde|Gothic Rock|Progressive Rock|Psychedelic Rock|Symphonic Rock|Slow Rock|Big Band|Chorus|Easy Listening|
Acoustic|Humour|Speech|Chanson|Opera|Chamber Music|Sonata|Symphony|Booty Bass|Primus|Porn Groove|Satire|Slow Jam|
Club|Tango|Samba|Folklore|Ballad|Power Ballad|Rhythmic Soul|Freestyle|Duet|Punk Rock|Drum Solo|A Cappella|
Euro-House|Dance Hall|Goa|Drum & Bass|Club-House|Hardcore|Terror|Indie|BritPop|Negerpunk|Polsk Punk|Beat|
Christian Gangsta Rap|Heavy Metal|Black Metal|Crossover|Contemporary Christian|Christian Rock|Merengue|Salsa|
Thrash Metal|Anime|JPop|Synthpop|Abstract|Art Rock|Baroque|Bhangra|Big Beat|Breakbeat|Chillout|Downtempo|Dub|EBM|
Eclectic|Electro|Electroclash|Emo|Experimental|Garage|Global|IDM|Illbient|Industro-Goth|Jam Band|Krautrock|
Leftfield|Lounge|Math Rock|New Romantic|Nu-Breakz|Post-Punk|Post-Rock|Psytrance|Shoegaze|Space Rock|Trop Rock|
World Music|Neoclassical|Audiobook|Audio Theatre|Neue Deutsche Welle|Podcast|Indie Rock|G-Funk|Dubstep|
Garage Rock|Psybient`
    .replaceAll('\n', '')
    .split('|');

/** Name of a numbered genre, or null when there is no such number. */
export const genreByNumber = (number: number): string | null => names[number] ?? null;

const named = (text: string): string | null => {
  if (/^\d{1,3}$/.test(text)) return genreByNumber(Number(text));
  if (text === 'RX') return 'Remix';
  return text === 'CR' ? 'Cover' : null;
};

/**
 * The genres in one value of a genre tag: plain text stays as it is; `17` and `(17)` become names;
 * `(17)Hard Rock` is refined by its text; `((x)` is the text `(x)`.
 */
export const genresOf = (value: string): string[] => {
  const found: string[] = [];
  let rest = value;
  for (
    let match = /^\((\d{1,3}|RX|CR)\)/.exec(rest);
    match !== null;
    match = /^\((\d{1,3}|RX|CR)\)/.exec(rest)
  ) {
    const name = named(match[1] ?? '');
    if (name !== null) found.push(name);
    rest = rest.slice(match[0].length);
  }
  if (rest.startsWith('((')) rest = rest.slice(1);
  if (rest.trim() === '') return found;
  const name = named(rest.trim()) ?? rest;
  const isRefinement = found.length === 1 && value !== rest;
  return isRefinement ? [name] : [...found, name];
};
