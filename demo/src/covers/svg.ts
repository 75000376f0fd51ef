import type { Random } from '@tonearm/song-files';

/** Width and height of every cover in pixels; coordinates below are the same. */
export const SIZE = 1000;

/** Draws the inside of an SVG of {@link SIZE} by {@link SIZE}. */
export type Painting = (random: Random) => string;

/** A number short enough for a file that is made of thousands of them. */
function short(value: number): string {
  return value.toFixed(1).replace(/\.0$/, '');
}

/** Attributes of an element, from names and values. */
export type Attributes = Readonly<Record<string, string | number>>;

/** An element. */
export function element(name: string, attributes: Attributes, inside = ''): string {
  const text = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? short(value) : value}"`)
    .join('');
  return `<${name}${text}>${inside}</${name}>`;
}

/** A circle. */
export function circle(cx: number, cy: number, r: number, paint: Attributes): string {
  return element('circle', { cx, cy, r, ...paint });
}

/** A rectangle. */
export function rect(
  [x, y, width, height]: readonly [x: number, y: number, width: number, height: number],
  paint: Attributes,
): string {
  return element('rect', { x, y, width, height, ...paint });
}

/** A point of a drawing. */
export type Point = readonly [x: number, y: number];

/** A straight-edged line through points. */
export function polyline(points: readonly Point[], paint: Attributes): string {
  const path = points.map(([x, y], i) => `${i ? 'L' : 'M'}${short(x)} ${short(y)}`).join('');
  return element('path', { d: path, ...paint });
}

/** A closed shape through points. */
export function polygon(points: readonly Point[], paint: Attributes): string {
  return element('polygon', {
    points: points.map(([x, y]) => `${short(x)},${short(y)}`).join(' '),
    ...paint,
  });
}

/** The whole cover in one paint, or a gradient's name: `url(#sky)`. */
export function backdrop(fill: string): string {
  return rect([0, 0, SIZE, SIZE], { fill });
}

/** A gradient from top to bottom (or along `direction`), as colours at parts of the way. */
export function gradient(
  id: string,
  stops: readonly (readonly [part: number, colour: string, opacity?: number])[],
  direction: Attributes = { x1: '0', y1: '0', x2: '0', y2: '1' },
): string {
  return element('linearGradient', { id, ...direction }, stopsOf(stops));
}

/** A gradient from the middle outwards. */
export function glow(
  id: string,
  stops: readonly (readonly [part: number, colour: string, opacity?: number])[],
): string {
  return element('radialGradient', { id }, stopsOf(stops));
}

function stopsOf(stops: readonly (readonly [part: number, colour: string, opacity?: number])[]): string {
  return stops
    .map(([offset, colour, opacity = 1]) =>
      element('stop', { offset: `${offset}`, 'stop-color': colour, 'stop-opacity': `${opacity}` }),
    )
    .join('');
}

/** A blur of so many pixels. */
export function blur(id: string, radius: number): string {
  const box = { id, x: '-50%', y: '-50%', width: '200%', height: '200%' };
  return element('filter', box, element('feGaussianBlur', { stdDeviation: radius }));
}

/** A soft shadow below a sheet of paper. */
export function shadow(id: string, radius: number, opacity: number): string {
  const box = { id, x: '-20%', y: '-20%', width: '140%', height: '140%' };
  const drop = { dx: 0, dy: -4, stdDeviation: radius, 'flood-color': '#000', 'flood-opacity': `${opacity}` };
  return element('filter', box, element('feDropShadow', drop));
}

/** A line of hills: heights of sine waves that do not repeat. */
export function ridge(
  random: Random,
  { base, height, roughness }: { base: number; height: number; roughness: number },
): Point[] {
  const waves = Array.from({ length: 5 }, (_, i) => ({
    phase: random.unit() * Math.PI * 2,
    pace: (0.0022 * roughness * 1.9 ** i * (0.8 + 0.4 * random.unit())) as number,
    size: height / 1.8 ** i,
  }));
  return Array.from({ length: 126 }, (_, i): Point => {
    const x = i * 8;
    return [
      x,
      base - waves.reduce((sum, { phase, pace, size }) => sum + size * Math.sin(phase + pace * x), 0) * 0.5,
    ];
  });
}

/** Everything below a line. */
export function below(line: readonly Point[], paint: Attributes): string {
  return polygon([[0, SIZE], ...line, [SIZE, SIZE]], paint);
}
