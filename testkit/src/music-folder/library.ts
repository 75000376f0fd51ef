import { resolve } from 'node:path';
import type { Picture } from '@tonearm/song-files';
import { makePicture, type PictureOptions, pictureFormatOf } from '../pictures/test-pictures.ts';
import { buildSong, SONG_FORMATS, type SongFormat } from '../samples/build-song.ts';
import { planAlbum } from './album-plan.ts';
import { brokenBytes } from './broken-file.ts';
import { createFolderWriter, type FolderWriter } from './folder-writer.ts';
import {
  type AlbumOptions,
  type BrokenKind,
  type FileOptions,
  type FolderPath,
  type SongOptions,
  tagsOf,
} from './plan.ts';
import { type WrittenAlbum, type WrittenLibrary, type WrittenSong, withLookUps } from './written-library.ts';

/**
 * Describes a music folder, to be read like prose:
 * `library().album('Picnic', 7, { artist: 'Anna' }).file('notes.txt', 'hi').writeTo(folder)`.
 * Every call adds to the description and returns it.
 */
export interface LibraryBuilder {
  /** `count` songs that share an album. */
  album: (name: string, count: number, options?: AlbumOptions) => LibraryBuilder;
  /** One song; its extension decides the format. */
  song: (path: FolderPath, options?: SongOptions) => LibraryBuilder;
  /** A file of any content. */
  file: (path: FolderPath, content?: string | Buffer, options?: FileOptions) => LibraryBuilder;
  /** A file that is named like a song and cannot be read. Default: garbage. */
  brokenFile: (path: FolderPath, kind?: BrokenKind) => LibraryBuilder;
  /** A picture; its extension decides the format. */
  picture: (path: FolderPath, options?: PictureOptions & FileOptions) => LibraryBuilder;
  /** A folder, perhaps an empty one. */
  folder: (path: FolderPath) => LibraryBuilder;
  /** A folder with a file `.nomedia` in it. */
  nomedia: (folder: FolderPath) => LibraryBuilder;
  /** A symbolic link; a relative target counts from the link's own folder. */
  symlink: (path: FolderPath, target: FolderPath) => LibraryBuilder;
  /** Writes everything below `root` (made if missing) and tells what is there. May be called again for another root. */
  writeTo: (root: string) => Promise<WrittenLibrary>;
}

/** What has been written so far, and the means to write more. */
interface Writing {
  writer: FolderWriter;
  songs: WrittenSong[];
  albums: WrittenAlbum[];
  otherFiles: string[];
}

type Step = (writing: Writing) => Promise<void>;

/** A library without anything in it yet. */
export function library(): LibraryBuilder {
  const steps: Step[] = [];
  const builder: LibraryBuilder = {
    album: (name, count, options = {}) => add((writing) => writeAlbum(writing, { name, count, options })),
    song: (path, options = {}) =>
      add(async (writing) => {
        await writeSong(writing, path, options);
      }),
    file: (path, content = '', options = {}) =>
      add((writing) => writeOther(writing, path, Buffer.from(content), options)),
    brokenFile: (path, kind = 'garbage') =>
      add((writing) => writeOther(writing, path, brokenBytes(textOf(path), kind), {})),
    picture: (path, options = {}) =>
      add((writing) => writeOther(writing, path, pictureFor(textOf(path), options).data, options)),
    folder: (path) => add(({ writer }) => writer.folder(path)),
    nomedia: (folder) =>
      add((writing) => writeOther(writing, joined(folder, '.nomedia'), Buffer.alloc(0), {})),
    symlink: (path, target) => add(({ writer }) => writer.link(path, target)),
    async writeTo(root) {
      const writing: Writing = {
        writer: createFolderWriter(resolve(root)),
        songs: [],
        albums: [],
        otherFiles: [],
      };
      await writing.writer.folder('');
      for (const step of steps) await step(writing);
      const { songs, albums, otherFiles } = writing;
      return withLookUps({ root: resolve(root), songs, albums, otherFiles });
    },
  };
  const add = (step: Step) => {
    steps.push(step);
    return builder;
  };
  return builder;
}

const textOf = (path: FolderPath): string => path.toString();

/** A path inside a folder, as text or bytes like the folder's own. */
function joined(folder: FolderPath, name: string): FolderPath {
  return Buffer.isBuffer(folder) ? Buffer.concat([folder, Buffer.from(`/${name}`)]) : `${folder}/${name}`;
}

function pictureFor(name: string, options: PictureOptions): Picture {
  return makePicture({ format: pictureFormatOf(name) ?? 'png', ...options });
}

async function writeOther(
  writing: Writing,
  path: FolderPath,
  data: Buffer,
  options: FileOptions,
): Promise<void> {
  await writing.writer.file(path, data, options);
  writing.otherFiles.push(textOf(path));
}

async function writeAlbum(
  writing: Writing,
  { name, count, options }: { name: string; count: number; options: AlbumOptions },
): Promise<void> {
  const { folder, songs } = planAlbum(name, count, options);
  const album: WrittenAlbum = { name, folder: textOf(folder), songs: [] };
  for (const { file, ...song } of songs) {
    album.songs.push(await writeSong(writing, joined(folder, file), song));
  }
  if (options.cover) {
    const path = joined(folder, options.cover);
    await writeOther(writing, path, pictureFor(options.cover, {}).data, options);
    album.coverPath = textOf(path);
  }
  writing.albums.push(album);
}

async function writeSong(writing: Writing, path: FolderPath, options: SongOptions): Promise<WrittenSong> {
  const format = options.format ?? formatOf(textOf(path));
  const tags = tagsOf(options);
  const picture = options.embedded === true ? makePicture({ format: 'jpeg' }) : options.embedded || undefined;
  // A pitch of its own gives every flac, wav and aiff sound of its own, so that none is a copy of another.
  const pitchHz = options.pitchHz ?? 220 * 2 ** ((writing.songs.length % 480) / 240);
  const { tagStyle, seconds, sample } = options;
  const song = buildSong({ format, tags, picture, tagStyle, seconds, sample, pitchHz });
  await writing.writer.file(path, song.data, options);
  const written: WrittenSong = {
    path: textOf(path),
    rawPath: Buffer.from(path),
    hostPath: writing.writer.hostPath(path),
    format,
    tags,
    durationSeconds: song.seconds,
    sizeBytes: song.data.length,
    ...(picture && { picture }),
  };
  writing.songs.push(written);
  return written;
}

function formatOf(path: string): SongFormat {
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  return SONG_FORMATS.find((format) => format === extension) ?? (extension === 'aif' ? 'aiff' : 'mp3');
}
