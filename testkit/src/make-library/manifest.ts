import { closeSync, openSync, writeSync } from 'node:fs';
import type { SongTags } from '@tonearm/song-files';
import type { ContainerPlan } from './containers.ts';
import type { LibraryFormat } from './seed-specs.ts';

/** What is true of one song. A tag that the file does not carry is absent. */
export interface ManifestSong {
  /** Inside `music`. */
  path: string;
  format: LibraryFormat;
  container: ContainerPlan['container'];
  /** Absent where only rows were made. */
  bytes?: number;
  /** Nominal; decoders may differ by up to 0.1 s. */
  seconds: number;
  /** Seconds since the epoch. */
  mtime: number;
  tags: SongTags;
  embeddedArt?: { mime: string; bytes: number; px: number };
  folderArt?: string;
}

/** Takes songs one by one, then what is known at the end. */
export interface ManifestWriter {
  add: (song: ManifestSong) => void;
  close: (rest: Record<string, unknown>) => void;
}

/** `manifest.json`: one document that is valid JSON with one song a line, so it can be read as a stream. */
export function createManifest(file: string, head: unknown): ManifestWriter {
  const lines = createLineFile(file);
  let isFirst = true;
  lines.write(`{"head":${JSON.stringify(head)},\n"songs":[`);
  return {
    add(song) {
      lines.write(`${isFirst ? '' : ','}\n${JSON.stringify(song)}`);
      isFirst = false;
    },
    close(rest) {
      const entries = Object.entries(rest).map(
        ([name, value]) => `,\n${JSON.stringify(name)}:${JSON.stringify(value, null, 1)}`,
      );
      lines.write(`\n]${entries.join('')}}\n`);
      lines.close();
    },
  };
}

/** `rows.jsonl`: one song a line; what is known at the end is left out. */
export function createRows(file: string): ManifestWriter {
  const lines = createLineFile(file);
  return { add: (song) => lines.write(`${JSON.stringify(song)}\n`), close: () => lines.close() };
}

function createLineFile(file: string) {
  const handle = openSync(file, 'w');
  let waiting: string[] = [];
  const flush = () => {
    writeSync(handle, waiting.join(''));
    waiting = [];
  };
  return {
    write(text: string) {
      waiting.push(text);
      if (waiting.length >= 1000) flush();
    },
    close() {
      flush();
      closeSync(handle);
    },
  };
}
