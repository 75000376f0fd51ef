import { fileURLToPath } from 'node:url';
import iconImports from 'lucide-react/dynamicIconImports';
import type { Plugin } from 'vite';

/** A shape of an icon, as its makers keep it: the name of an element and its attributes. */
export type Shape = readonly [element: string, attributes: Readonly<Record<string, string>>];

const prefix = '\0virtual:icon/';
const drawer = fileURLToPath(new URL('./src/ui/icon.tsx', import.meta.url));

/**
 * Gives each icon as a module of its own, `virtual:icon/NAME` by the name that its makers gave it: one path, drawn by
 * `src/ui/icon.tsx`. What they bring to put an icon together at run time stays out of the browser.
 */
export const iconModules = (): Plugin => ({
  name: 'icon-modules',
  resolveId: (id) => (id.startsWith(prefix.slice(1)) ? `\0${id}` : undefined),
  load: async (id) => {
    if (!id.startsWith(prefix)) return undefined;
    const path = pathOf(await shapesOf(id.slice(prefix.length)));
    return `
      import { iconOf } from ${JSON.stringify(drawer)};
      export default /* @__PURE__ */ iconOf(${JSON.stringify(path)});`;
  },
});

/** The shapes of an icon. @throws Error for a name that no icon has */
export async function shapesOf(name: string): Promise<readonly Shape[]> {
  const load = Object.entries(iconImports).find(([of]) => of === name)?.[1];
  if (load === undefined) throw new Error(`There is no icon '${name}'`);
  const { __iconData } = (await load()) as unknown as { __iconData: { readonly node: readonly Shape[] } };
  return __iconData.node;
}

/** All shapes of an icon as the data of one path. @throws Error for a shape that is not known */
export const pathOf = (shapes: readonly Shape[]): string =>
  shapes.map((shape) => fromItsBeginning(shapeData(shape))).join('');

const number = String.raw`[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?`;
const relativeBeginning = new RegExp(String.raw`^m\s*(${number})[\s,]*(${number})[\s,]*`, 'i');

/**
 * Path data that says where it begins, so that it may follow other data: a first `m` would count from where that
 * ended. What stands behind its two numbers are lines, which still count from there.
 */
export function fromItsBeginning(data: string): string {
  if (!data.startsWith('m')) return data;
  return data.replace(relativeBeginning, (whole, x: string, y: string) => {
    const isLineNext = /^[-+.\d]/.test(data.slice(whole.length));
    return `M${x} ${y}${isLineNext ? 'l' : ''}`;
  });
}

function shapeData([element, attributes]: Shape): string {
  const of = (name: string): number => Number(attributes[name] ?? 0);
  switch (element) {
    case 'path':
      return attributes['d'] ?? '';
    case 'line':
      return `M${of('x1')} ${of('y1')}L${of('x2')} ${of('y2')}`;
    case 'circle':
      return attributes['fill'] === undefined
        ? circleData({ x: of('cx'), y: of('cy'), radius: of('r') })
        : dotData({ x: of('cx'), y: of('cy'), radius: of('r') });
    case 'rect':
      return rectangleData({
        x: of('x'),
        y: of('y'),
        width: of('width'),
        height: of('height'),
        radius: Number(attributes['rx'] ?? attributes['ry'] ?? 0),
      });
    default:
      throw new Error(`An icon has a shape that is not known: ${element}`);
  }
}

/** Without the noise of sums: `0.1 + 0.2` is 0.3. */
const rounded = (value: number): string => String(Number(value.toFixed(4)));

interface Circle {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

function circleData(circle: Circle): string {
  const radius = rounded(circle.radius);
  const half = (width: number) => `a${radius} ${radius} 0 1 1 ${rounded(width)} 0`;
  const across = 2 * circle.radius;
  return `M${rounded(circle.x - circle.radius)} ${rounded(circle.y)}${half(across)}${half(-across)}z`;
}

/** A filled circle no larger than the line is wide: a point of that line covers what is inside it. */
function dotData({ x, y, radius }: Circle): string {
  if (radius > 1) throw new Error('An icon has a filled shape, which one path of lines cannot show');
  return `${circleData({ x, y, radius })}M${rounded(x)} ${rounded(y)}h.01`;
}

interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Of its corners; 0 for sharp ones. */
  readonly radius: number;
}

function rectangleData({ x, y, width, height, radius }: Rectangle): string {
  const across = rounded(width - 2 * radius);
  const down = rounded(height - 2 * radius);
  const corner = (right: number, below: number): string =>
    radius === 0 ? '' : `a${radius} ${radius} 0 0 1 ${rounded(right * radius)} ${rounded(below * radius)}`;
  return [
    `M${rounded(x + radius)} ${rounded(y)}`,
    `h${across}${corner(1, 1)}`,
    `v${down}${corner(-1, 1)}`,
    `h-${across}${corner(-1, -1)}`,
    `v-${down}${corner(1, -1)}`,
    'z',
  ].join('');
}
