import { library } from '@tonearm/testkit';
import { expect, it } from 'vitest';
import type { Json, TestApp } from './subsonic-app.ts';

/** An album, and a song without one in its folder: that is an album of its own, with the folder's id. */
export const writeLooseAlbum = (music: string) =>
  library()
    .album('Rain', 2, { artist: 'Ben', folder: 'Rain', genre: 'Rock', label: 'Wet' })
    .song('Rain/bonus.mp3', { artist: 'Zoe', title: 'Bonus', genre: 'Folk', label: 'Dry' })
    .writeTo(music);

interface Listed extends Json {
  readonly id: string;
  readonly title: string;
}

const idsOf = (list: readonly Listed[] = []): string[] => list.map(({ id }) => id);
const titlesOf = (list: unknown): string[] => (list as Listed[]).map(({ title }) => title);

/** What somebody makes of a folder and of the album that has its id, on either kind of database. */
export const itMarksFoldersApart = (appOf: () => TestApp): void => {
  it('the folder of such an album is starred and rated for itself, and each is what its id says', async () => {
    const app = appOf();
    const { song } = await app.get<{ song: Listed[] }>('search3', { query: 'bonus' }, 'searchResult3');
    const { albumId, parent: folderId } = song.find(({ title }) => title === 'Bonus') as Listed & {
      albumId: string;
      parent: string;
    };
    const told = async () => {
      const starred = await app.get<{ artist?: Listed[]; album?: Listed[] }>('getStarred', {}, 'starred');
      const tagged = await app.get<{ album?: Listed[] }>('getStarred2', {}, 'starred2');
      return {
        album: await app.get<Json>('getAlbum', { id: albumId }, 'album'),
        folder: await app.get<Json>('getMusicDirectory', { id: folderId }, 'directory'),
        albums: idsOf(tagged.album),
        folders: [...idsOf(starred.artist), ...idsOf(starred.album)],
      };
    };
    await app.get('unstar', { id: [albumId, folderId] });
    await app.get('setRating', { id: albumId, rating: 0 });

    await app.get('star', { id: folderId });
    await app.get('setRating', { id: folderId, rating: 2 });
    const ofFolderOnly = await told();
    expect(ofFolderOnly).toMatchObject({ folder: { userRating: 2 }, albums: [], folders: [folderId] });
    expect(ofFolderOnly.folder).toHaveProperty('starred');
    for (const key of ['starred', 'userRating']) expect(ofFolderOnly.album).not.toHaveProperty(key);

    await app.get('star', { albumId });
    await app.get('setRating', { id: albumId, rating: 5 });
    expect(await told()).toMatchObject({
      ...{ album: { userRating: 5 }, folder: { userRating: 2 }, albums: [albumId], folders: [folderId] },
    });
    await app.get('unstar', { id: folderId });
    await app.get('setRating', { id: folderId, rating: 0 });
    const ofAlbumOnly = await told();
    expect(ofAlbumOnly).toMatchObject({ album: { userRating: 5 }, albums: [albumId], folders: [] });
    for (const key of ['starred', 'userRating']) expect(ofAlbumOnly.folder).not.toHaveProperty(key);

    // The folder has the songs of both albums in it, the album its own, whichever call is asked for it.
    expect(titlesOf(ofAlbumOnly.album['song'])).toHaveLength(1);
    expect(titlesOf(ofAlbumOnly.folder['child'])).toHaveLength(3);
    const asFolder = await app.get<{ child: Listed[] }>('getMusicDirectory', { id: albumId }, 'directory');
    expect(titlesOf(asFolder.child)).toEqual(['Bonus']);
  });
};
