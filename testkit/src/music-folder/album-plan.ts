import type { AlbumOptions, FolderPath, SongOptions } from './plan.ts';

/** A song of an album: what it says, and its file inside the album's folder. */
type PlannedSong = SongOptions & { file: string };

/** Where an album lies and what songs it has, by disc and track. */
export interface AlbumPlan {
  folder: FolderPath;
  songs: PlannedSong[];
}

/** Spreads `count` songs over the discs of an album and names their files: `03 - Picnic 3.flac`. */
export function planAlbum(name: string, count: number, options: AlbumOptions): AlbumPlan {
  const { folder, discs = 1, discFolders, titles, cover: _cover, ...shared } = options;
  const owner = shared.albumArtist ?? shared.albumArtists?.[0] ?? shared.artist ?? shared.artists?.[0];
  const perDisc = Math.ceil(count / discs);
  const songs = Array.from({ length: count }, (_, index): PlannedSong => {
    const disc = Math.floor(index / perDisc) + 1;
    const track = (index % perDisc) + 1;
    const title = titles?.[index] ?? `${name} ${index + 1}`;
    const multi = discs > 1 && !discFolders ? `${disc}-` : '';
    const stem = `${multi}${String(track).padStart(2, '0')} - ${fileName(title)}`;
    return {
      album: name,
      ...shared,
      title,
      track,
      trackTotal: Math.min(perDisc, count - (disc - 1) * perDisc),
      ...(discs > 1 && { disc, discTotal: discs }),
      file: `${discFolders ? `${discFolders}${disc}/` : ''}${stem}.${shared.format ?? 'mp3'}`,
    };
  });
  const home = owner ? `${fileName(owner)}/${fileName(name)}` : fileName(name);
  return { folder: folder ?? home, songs };
}

/** A name that any file system here takes. */
function fileName(text: string): string {
  return /^\.{1,2}$/.test(text) ? `_${text}` : text.replace(/[/\0]/g, '_');
}
