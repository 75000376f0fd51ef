import type { ReactNode } from 'react';
import { thumbnailUrl } from '../../api/media.ts';
import { texts } from '../../texts/index.ts';
import { Collage } from '../../ui/cover/collage.tsx';
import { useFolderFace } from './folder-faces.tsx';

/** Pictures of the albums below a folder; `fallback` where there are none, and until they are known. */
export function FolderPicture(props: {
  readonly path: string;
  readonly className: string;
  readonly fallback: ReactNode;
}) {
  const { path, className, fallback } = props;
  const artworks = useFolderFace(path)?.artworks ?? [];
  if (artworks.length === 0) return fallback;
  return <Collage sources={artworks.map((artwork) => thumbnailUrl(artwork))} className={className} />;
}

/** How much a folder holds; nothing until it is known. */
export function FolderLine({ path }: { readonly path: string }) {
  const face = useFolderFace(path);
  if (face === undefined) return null;
  const { collection } = texts;
  return [
    face.album_count > 0 ? collection.albumCount(face.album_count) : '',
    collection.songCount(face.song_count),
  ]
    .filter(Boolean)
    .join(' · ');
}
