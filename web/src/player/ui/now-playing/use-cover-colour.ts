import { useEffect, useState } from 'react';

/** A picture is averaged from so many points a side. */
const points = 8;

/** The average colour of a picture that has loaded, `#rrggbb`; null where it cannot be read. */
function averageColourOf(picture: HTMLImageElement): string | null {
  const canvas = document.createElement('canvas');
  canvas.width = points;
  canvas.height = points;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return null;
  context.drawImage(picture, 0, 0, points, points);
  const { data } = context.getImageData(0, 0, points, points);
  const channel = (offset: number): string => {
    let sum = 0;
    for (let index = offset; index < data.length; index += 4) sum += data[index] ?? 0;
    return Math.round(sum / (data.length / 4))
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(0)}${channel(1)}${channel(2)}`;
}

/**
 * The average colour of a cover, `#rrggbb`; null without one. While the next one comes, that of the one before
 * stays. It is read from the picture itself: songs do not carry the colour that the server knows of folders.
 */
export function useCoverColour(src: string | null): string | null {
  const [colour, setColour] = useState<string | null>(null);
  useEffect(() => {
    if (src === null) return undefined;
    const picture = new Image();
    picture.onload = () => setColour(averageColourOf(picture));
    picture.src = src;
    return () => {
      picture.onload = null;
    };
  }, [src]);
  return src === null ? null : colour;
}
