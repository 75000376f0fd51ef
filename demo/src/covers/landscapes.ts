import {
  backdrop,
  below,
  blur,
  circle,
  element,
  glow,
  gradient,
  type Painting,
  polygon,
  rect,
  ridge,
  SIZE,
  shadow,
} from './svg.ts';

const duskDefs = () =>
  [
    gradient('sky', [
      [0, '#1b1f4a'],
      [0.3, '#55407d'],
      [0.47, '#c9688a'],
      [0.58, '#f6b48a'],
    ]),
    gradient('water', [
      [0, '#d98a86'],
      [0.2, '#7a4a7e'],
      [1, '#12143a'],
    ]),
    glow('flame', [
      [0, '#fff6d8'],
      [0.18, '#ffd68a', 0.95],
      [0.45, '#ff9a4d', 0.35],
      [1, '#ff7a3d', 0],
    ]),
    blur('soft', 5),
  ].join('');

/** Dusk over hills; paper lanterns drift on a river and shine in it. */
export const lanterns: Painting = (random) => {
  const hills = [
    ['#8d5a86', 545, 90],
    ['#5d3f73', 565, 110],
    ['#342a56', 590, 70],
  ] as const;
  const land = hills.map(([fill, base, height], i) =>
    below(ridge(random, { base, height, roughness: 1.4 + i * 0.7 }), { fill }),
  );
  const ripples = Array.from({ length: 70 }, () => {
    const y = 600 + 400 * random.unit() ** 1.3;
    const width = 30 + (y - 560) * 0.5 * random.unit();
    const paint = {
      fill: random.pick(['#f3a58c', '#c77a90', '#8e79b8']),
      opacity: 0.1 + 0.16 * random.unit(),
      rx: 2,
    };
    return rect([random.unit() * SIZE - 60, y, width, 1.5 + (y - 600) / 160], {
      ...paint,
      opacity: `${paint.opacity.toFixed(2)}`,
    });
  });
  const places = Array.from({ length: 17 }, () => [random.unit(), random.unit()] as const).sort(
    (a, b) => a[1] - b[1],
  );
  const lights = places.map(([across, depth]) => lantern(across, depth));
  const moon =
    circle(735, 205, 150, { fill: 'url(#flame)', opacity: '0.35' }) +
    circle(735, 205, 62, { fill: '#fdeccb' });
  const water = rect([0, 592, SIZE, SIZE - 592], { fill: 'url(#water)' });
  return (
    element('defs', {}, duskDefs()) +
    backdrop('url(#sky)') +
    moon +
    land.join('') +
    water +
    ripples.join('') +
    lights.join('')
  );
};

/** A lantern on its raft and its light in the water. Far ones, of little depth, are small. */
function lantern(across: number, depth: number): string {
  const y = 618 + depth ** 1.5 * 330;
  const size = 7 + depth ** 1.5 * 30;
  const x = 40 + across * 920;
  const mirror = element('ellipse', {
    cx: x,
    cy: y + size * 2.6,
    rx: size * 0.55,
    ry: size * 1.9,
    fill: '#ffb45e',
    opacity: '0.42',
    filter: 'url(#soft)',
  });
  const paper = rect([x - size * 0.5, y - size * 0.7, size, size * 1.3], {
    rx: size * 0.28,
    fill: '#ffe3a3',
  });
  const raft = rect([x - size * 0.75, y + size * 0.55, size * 1.5, size * 0.22], {
    rx: size * 0.1,
    fill: '#2a1c40',
  });
  return mirror + circle(x, y, size * 3.4, { fill: 'url(#flame)' }) + paper + raft;
}

/** Curtains of northern light above a black range, with stars. */
export const aurora: Painting = (random) => {
  const defs = [
    gradient('night', [
      [0, '#030617'],
      [0.55, '#0a2038'],
      [0.85, '#144a55'],
    ]),
    gradient('green', [
      [0, '#7a5cff', 0],
      [0.35, '#6f8cff', 0.35],
      [0.72, '#3ff2b0', 0.8],
      [1, '#c8ffd8', 0],
    ]),
    gradient('violet', [
      [0, '#ff5cc8', 0],
      [0.4, '#b35cff', 0.5],
      [0.8, '#5cc8ff', 0.45],
      [1, '#5cffd8', 0],
    ]),
    blur('veil', 11),
  ].join('');
  const stars = Array.from({ length: 260 }, () =>
    circle(random.unit() * SIZE, random.unit() * 720, 0.5 + 1.7 * random.unit() ** 3, {
      fill: '#fff',
      opacity: (0.25 + 0.7 * random.unit()).toFixed(2),
    }),
  );
  const curtain = (fill: string, middle: number, height: number) => {
    const phase = random.unit() * 7;
    return Array.from({ length: 84 }, (_, i) => {
      const x = i * 12.4 - 20;
      const sway = Math.sin(i * 0.075 + phase) * 85 + Math.sin(i * 0.19 + phase * 2) * 34;
      const tall = height * (0.55 + 0.45 * Math.sin(i * 0.13 + phase) ** 2) * (0.85 + 0.3 * random.unit());
      const bottom = middle + sway;
      return rect([x, bottom - tall, 17, tall], { fill, opacity: (0.3 + 0.5 * random.unit()).toFixed(2) });
    }).join('');
  };
  const veil = element(
    'g',
    { filter: 'url(#veil)' },
    curtain('url(#violet)', 470, 440) + curtain('url(#green)', 610, 420),
  );
  const far = below(ridge(random, { base: 800, height: 120, roughness: 3.2 }), { fill: '#0a2a35' });
  const near = below(ridge(random, { base: 880, height: 110, roughness: 4.4 }), { fill: '#03101a' });
  return element('defs', {}, defs) + backdrop('url(#night)') + stars.join('') + veil + far + near;
};

/** Domes and spires in the light of a night that does not get dark, and the same in still water. */
export const whiteNights: Painting = (random) => {
  const defs = [
    gradient('sky', [
      [0, '#8fa6c9'],
      [0.45, '#d9c3cf'],
      [0.62, '#f9e3c0'],
    ]),
    gradient('neva', [
      [0, '#f1d6bb'],
      [0.5, '#a99db9'],
      [1, '#5d7099'],
    ]),
  ].join('');
  const sheets = [
    { fill: '#a9a3be', base: 600, scale: 0.62, count: 7 },
    { fill: '#6d7399', base: 606, scale: 0.9, count: 5 },
    { fill: '#333d68', base: 612, scale: 1.15, count: 4 },
  ];
  const town = sheets.map(({ fill, base, scale, count }) => {
    const parts = Array.from({ length: count }, (_, i) => {
      const x = (SIZE / count) * (i + 0.5) + (random.unit() - 0.5) * 90;
      return random.chance(0.62)
        ? dome(x, base, scale * (0.75 + 0.4 * random.unit()))
        : spire(x, base, scale * (0.8 + 0.35 * random.unit()));
    });
    return element('g', { fill }, parts.join('') + houses(random.unit, base, scale));
  });
  const shore = 612;
  const mirrored = element(
    'g',
    { transform: `translate(0 ${shore * 2}) scale(1 -1)`, opacity: '0.38' },
    town.join(''),
  );
  const glints = Array.from({ length: 90 }, () => {
    const y = shore + 10 + 370 * random.unit();
    return rect([random.unit() * SIZE - 40, y, 30 + 130 * random.unit(), 1.4 + (y - shore) / 170], {
      fill: '#fff3df',
      opacity: (0.12 + 0.3 * random.unit()).toFixed(2),
      rx: 1.5,
    });
  });
  const sun = circle(690, 560, 84, { fill: '#fff4dc', opacity: '0.9' });
  const water = rect([0, shore, SIZE, SIZE - shore], { fill: 'url(#neva)' });
  return (
    element('defs', {}, defs) +
    backdrop('url(#sky)') +
    sun +
    town.join('') +
    water +
    mirrored +
    glints.join('')
  );
};

function dome(x: number, base: number, scale: number): string {
  const at = (dx: number, dy: number) => `${(x + dx * scale).toFixed(1)} ${(base - dy * scale).toFixed(1)}`;
  const bulb = `M${at(-34, 190)}C${at(-70, 240)} ${at(-34, 275)} ${at(0, 330)}C${at(34, 275)} ${at(70, 240)} ${at(34, 190)}Z`;
  const cross =
    rect([x - 2 * scale, base - 372 * scale, 4 * scale, 48 * scale], {}) +
    rect([x - 10 * scale, base - 358 * scale, 20 * scale, 4 * scale], {});
  return (
    element('path', { d: bulb }) +
    rect([x - 28 * scale, base - 196 * scale, 56 * scale, 200 * scale], {}) +
    cross
  );
}

function spire(x: number, base: number, scale: number): string {
  const tower = rect([x - 20 * scale, base - 180 * scale, 40 * scale, 184 * scale], {});
  return (
    tower +
    polygon(
      [
        [x - 20 * scale, base - 178 * scale],
        [x, base - 430 * scale],
        [x + 20 * scale, base - 178 * scale],
      ],
      {},
    )
  );
}

function houses(unit: () => number, base: number, scale: number): string {
  return Array.from({ length: 14 }, (_, i) => {
    const tall = (50 + 80 * unit()) * scale;
    return rect([i * 74 - 10, base - tall, 80, tall + 2], {});
  }).join('');
}

/** A forest cut from sheets of paper, with snow and one star. */
export const winterPaper: Painting = (random) => {
  const sheets = ['#24477e', '#3a649c', '#6b93bf', '#a6c2dc', '#e6eff7'];
  const defs = [
    gradient('sky', [
      [0, '#0a1c42'],
      [0.7, '#1c3d76'],
    ]),
    glow('star', [
      [0, '#fff3c4'],
      [0.15, '#ffd978', 0.8],
      [1, '#ffd978', 0],
    ]),
    shadow('lift', 9, 0.42),
  ].join('');
  const forest = sheets.map((fill, i) => {
    const base = 520 + i * 105;
    const line = ridge(random, { base, height: 70, roughness: 1.2 });
    const trees = Array.from({ length: 9 - i }, () => {
      const [x = 0, y = 0] = line[random.int(2, line.length - 3)] ?? [];
      return fir(x, y + 14, 0.55 + i * 0.2 + 0.28 * random.unit());
    });
    return element('g', { fill, filter: 'url(#lift)' }, trees.join('') + below(line, {}));
  });
  const snow = Array.from({ length: 150 }, () =>
    circle(random.unit() * SIZE, random.unit() * SIZE, 1.5 + 4.5 * random.unit() ** 2, {
      fill: '#fff',
      opacity: (0.35 + 0.6 * random.unit()).toFixed(2),
    }),
  );
  const star = circle(500, 205, 210, { fill: 'url(#star)', opacity: '0.75' }) + starShape(500, 205, 62);
  return element('defs', {}, defs) + backdrop('url(#sky)') + star + forest.join('') + snow.join('');
};

function fir(x: number, y: number, scale: number): string {
  const tiers = [0, 1, 2].map((i) => {
    const bottom = y - i * 62 * scale;
    const half = (62 - i * 14) * scale;
    return polygon(
      [
        [x - half, bottom],
        [x, bottom - 105 * scale],
        [x + half, bottom],
      ],
      {},
    );
  });
  return tiers.join('');
}

function starShape(x: number, y: number, radius: number): string {
  const points = Array.from({ length: 16 }, (_, i): [number, number] => {
    const angle = (Math.PI * i) / 8;
    const reach = i % 2 ? radius * 0.2 : i % 4 === 0 ? radius : radius * 0.5;
    return [x + Math.sin(angle) * reach, y - Math.cos(angle) * reach];
  });
  return polygon(points, { fill: '#fff7dd' });
}
