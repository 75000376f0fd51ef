const words = (text: string): string[] => text.trim().split(/\s+/);

/** English adjectives; here and below, earlier words come up more often. */
export const ADJECTIVES = words(`
  Blue Golden Broken Silent Wild Lonely Electric Hollow Midnight Crystal Burning Distant Northern
  Secret Velvet Paper Frozen Crimson Sacred Restless Gentle Bitter Sleeping Silver Endless Faded
  Hidden Wooden Scarlet Ancient Little Borrowed Quiet Savage Tender Foreign Naked Second Weary
  Perfect Violet Rusty Drowning Invisible Seven Southern Plastic Holy Heavy Empty Marble Neon
  Careless Shallow Ivory Stolen Unknown Amber Moonlit Feral Ordinary Wandering Sunken Parallel
  Reckless Tangled Emerald Obsidian Luminous Forgotten`);

/** English nouns. */
export const NOUNS = words(`
  Love Night Heart River Fire Rain Dream Road Light Moon Shadow Summer Ocean Train Sky City Garden
  Winter Ghost Mirror Letter Wolf Window Star Thunder Bird Mountain Stranger Machine Island Morning
  Queen Harbor Circus Diamond Highway Forest Echo Bones Feather Lantern Prayer Desert Kingdom Sailor
  Storm Dancer Whisper Valley Anthem Engine Orchid Compass Cathedral Signal Avalanche Carousel
  Meridian Cinema Telegraph Satellite Lullaby Horizon Archive Labyrinth Pendulum Orchard Monument
  Radio Sparrow Bridge Canyon Velocity Ember Harvest Tides Atlas Paradox Vertigo Delta Nocturne
  Reservoir Silhouette Origami Quarry Tundra Zenith Juniper Kaleidoscope`);

/** English verbs in the imperative. */
export const VERBS = words(`
  Love Hold Follow Burn Carry Leave Remember Find Break Chase Wake Take Call Save Forget Haunt Drown
  Lift Trust Unfold Bury Answer`);

/** Given names. */
export const FIRST_NAMES = words(`
  Anna John Maria Peter Nina Otis Clara Miles Ruth Leon Edith Frank Iris Hugo Stella Victor Alma
  Ella Oscar Bruno Vera Lou Dinah Ray Etta Chet Mavis Nico Astrid Caleb Odette Ravi Yusuf Ngozi`);

/** Family names, some with an apostrophe or a full stop. */
export const LAST_NAMES = words(`
  Stone Carter Novak Hayes Lindqvist Moreau Okafor Brennan Castillo Weber Nakamura Duarte Fischer
  Walker Ivanova Rossi Holloway Sinclair Almeida Kovacs Whitlock Baptiste Solberg Achterberg Quist
  Mbeki Farrow O'Dell MacLeod St.John`);

/** What a group of musicians calls itself. */
export const GROUPS = words(`
  Orchestra Quartet Band Collective Brothers Sisters Ensemble Trio Project Society Club Choir Kings
  Five Experience Parade`);

/** Latin words with accents and letters of their own. */
export const ACCENTED = words(`
  Café Élan Amélie Ångström Über Mañana Corazón São Björk-land Grün Straße Naïve Façade Zoë Łódź
  Čas Žena Þögn Ævintýri Déjà-Vu Cœur Fjörd Señor Garçon Šárka Őszi Iğdır Håkan Ñandú Œuvre`);

/** Scripts other than Latin, by name: whole words, joined by `join`. */
export const SCRIPTS: Readonly<Record<string, { join: string; words: readonly string[] }>> = {
  japanese: {
    join: '',
    words: words(`夜 東京 桜 星 雨 夢 海 風 月光 恋 さくら ひかり 空 花火 電車 未来 猫 青い 秋 銀河
      メロディー サイレン ラジオ 横浜 雪国 鏡 蝶 ハート`),
  },
  cyrillic: {
    join: ' ',
    words: words(`Ночь Любовь Звезда Дорога Белый Снег Река Город Весна Тишина Огонь Море Кино Сердце
      Чёрный Ветер Дом Песня Ёлка Йод Тень Поезд Зима Підмосковні Їжак Сонце`),
  },
  korean: { join: ' ', words: words('밤 사랑 바다 별 하늘 비 꿈 서울 봄날 거리 바람 노래') },
  greek: { join: ' ', words: words('Νύχτα Θάλασσα Αγάπη Φως Ήλιος Δρόμος Άστρο Βροχή Πόλη Ψυχή') },
  arabic: { join: ' ', words: words('ليل حب قمر بحر مدينة قلب طريق نجمة مطر حلم') },
  hebrew: { join: ' ', words: words('לילה אהבה ירח ים עיר לב דרך כוכב גשם חלום') },
  hindi: { join: ' ', words: words('रात प्रेम चाँद समुद्र सितारा सड़क हवा सपना ज़िंदगी दिल') },
};

/** Pictographs, some of several code points, and one letter beyond the basic plane. */
export const EMOJI = ['🎸', '🔥', '👩‍🎤', '🇯🇵', '❤️', '👍🏽', '🌙', '🦄', '🏳️‍🌈', '𝄞'];
/** Letters that exist only as base letter plus combining mark: NFC cannot fold them into one. */
export const COMBINED = [
  'Spin\u0308al',
  'M\u0329o\u0323rt',
  'Q\u0301ueen',
  'Z\u0335e\u0334ro',
  'R\u0308iver',
];

/** Names that break careless URL, shell, SQL and HTML handling. `*` stands for a word. */
export const AWKWARD = [
  '#1 *',
  '50% *',
  '* & *',
  'What Is *?',
  '"*"',
  "*'s *",
  '* + *',
  '* = *',
  '*; *',
  '100%25 *',
  '* (Part 1/2)',
  '[*]',
  '{*}',
  '<b>*</b>',
  '*...',
  '!*!',
  '$*',
  '* @ *',
  '~*~',
  '* | *',
  "'; DROP *",
  '*:*',
  '  * ',
  '%2e%2e *',
  '*, *',
  'A*',
  '¿*?',
  '- * -',
  '..*',
  '*_*',
  '^*^',
  '`*`',
];

/** Genre names, the common ones first. */
export const GENRES = words(`
  Rock Pop Electronic Jazz Hip-Hop Metal Classical Folk Blues Country Ambient Soul Punk Indie R&B
  Reggae Soundtrack House Techno Alternative Funk Latin Disco World Experimental Trance Ska Gospel
  Grunge Shoegaze Trip-Hop Dub Bluegrass J-Pop Chiptune Post-Rock Drum&Bass Fado Flamenco Opera`);

/** Record labels. */
export const LABELS = ['Harbor Street', 'Nine Volt', 'Düne', 'Paper Moon', 'Ostkreuz', 'Kasumi', 'Low Tide'];

/** Planted in fixed places so that any library has terms with few hits. */
export const PLANTED = {
  unique: 'Xylophantom',
  rare: 'Quillfeather',
  artist: 'Vexquill',
  album: 'Brontidium',
};

/** Counted in manifest.json. A space means that every word must occur, each in any field. */
export const SEARCH_TERMS = [
  'love',
  'night',
  'the',
  'river',
  'carousel',
  'kaleidoscope',
  'obsidian tundra',
  'quiet river',
  'lo',
  'zx',
  'qu',
  'a',
  'jazz',
  'live',
  'various',
  '夜',
  '東京',
  'ラジオ',
  'ночь',
  'чёрный',
  'черный',
  'café',
  'cafe',
  'ångström',
  'angstrom',
  'straße',
  '사랑',
  'ليل',
  'रात',
  '🎸',
  '50%',
  '#1',
  "'s",
  '"',
  '&',
  '%2e',
  'st.john',
  ...Object.values(PLANTED),
  'nosuchwordanywhere',
];
