import {
  backdrop,
  circle,
  element,
  glow,
  gradient,
  type Painting,
  type Point,
  polygon,
  polyline,
  rect,
  SIZE,
} from './svg.ts';

/** Rings where rain falls on still water, over the keys of a piano. */
export const rain: Painting = (random) => {
  const defs = gradient('slate', [
    [0, '#dfe6e6'],
    [0.5, '#9fb6bb'],
    [1, '#31505c'],
  ]);
  const wide = SIZE / 14;
  const white = Array.from({ length: 14 }, (_, i) =>
    rect([i * wide + 2, -10, wide - 4, 540], { fill: '#f7f6f1', opacity: '0.6', rx: 5 }),
  );
  const black = Array.from({ length: 14 }, (_, i) =>
    [0, 1, 3, 4, 5].includes(i % 7)
      ? rect([(i + 1) * wide - 22, -10, 44, 335], { fill: '#16262e', rx: 5 })
      : '',
  );
  const keys = [...white, ...black];
  const drops = Array.from({ length: 15 }, () => ({
    x: random.unit() * SIZE,
    y: 560 + 420 * random.unit(),
    size: 0.4 + random.unit(),
  }));
  const rings = drops.map(({ x, y, size }) =>
    Array.from({ length: 6 }, (_, k) => {
      const rx = size * (22 + k * 30);
      return element('ellipse', {
        cx: x,
        cy: y,
        rx,
        ry: rx * 0.34,
        fill: 'none',
        stroke: '#f4fbfa',
        'stroke-width': 3.2 - k * 0.45,
        opacity: (0.85 - k * 0.13).toFixed(2),
      });
    }).join(''),
  );
  const streaks = Array.from({ length: 130 }, () => {
    const x = random.unit() * SIZE;
    const y = random.unit() * 900 - 100;
    const length = 40 + 150 * random.unit();
    return polyline(
      [
        [x, y],
        [x - length * 0.08, y + length],
      ],
      {
        stroke: '#ffffff',
        'stroke-width': 0.8 + 1.6 * random.unit(),
        opacity: (0.2 + 0.45 * random.unit()).toFixed(2),
        fill: 'none',
        'stroke-linecap': 'round',
      },
    );
  });
  return (
    element('defs', {}, defs) + backdrop('url(#slate)') + keys.join('') + rings.join('') + streaks.join('')
  );
};

const TOY_COLOURS = ['#e4572e', '#f3a712', '#29335c', '#669bbc', '#f0ead6', '#a8c686', '#db5461'];

/** Wooden blocks: quarter discs, half discs and dots in a grid. */
export const blocks: Painting = (random) => {
  const cells = 6;
  const side = 140;
  const margin = (SIZE - cells * side) / 2;
  const shapes = Array.from({ length: cells * cells }, (_, i) => {
    const x = margin + (i % cells) * side;
    const y = margin + Math.floor(i / cells) * side;
    const ground = random.pick(TOY_COLOURS);
    const ink = random.pick(TOY_COLOURS.filter((colour) => colour !== ground));
    const third = random.pick(TOY_COLOURS.filter((colour) => colour !== ground && colour !== ink));
    return (
      rect([x, y, side, side], { fill: ground }) +
      block(random.int(0, 6), { x, y, side, ink, third, turn: random.int(0, 3) })
    );
  });
  return backdrop('#f7f1e1') + shapes.join('');
};

interface Block {
  x: number;
  y: number;
  side: number;
  ink: string;
  third: string;
  turn: number;
}

function block(kind: number, { x, y, side, ink, third, turn }: Block): string {
  const half = side / 2;
  const quarter = (r: number, fill: string) =>
    element('path', { d: `M0 0H${r}A${r} ${r} 0 0 1 0 ${r}Z`, fill });
  const kinds = [
    () => quarter(side, ink) + quarter(half, third),
    () =>
      element('path', { d: `M0 0A${half} ${half} 0 0 0 ${side} 0Z`, fill: ink }) +
      element('path', { d: `M0 ${half}A${half} ${half} 0 0 0 ${side} ${half}Z`, fill: third }),
    () => circle(half, half, half * 0.78, { fill: ink }) + circle(half, half, half * 0.32, { fill: third }),
    () =>
      polygon(
        [
          [0, 0],
          [side, 0],
          [0, side],
        ],
        { fill: ink },
      ),
    () =>
      quarter(side, ink) + element('g', { transform: `rotate(180 ${half} ${half})` }, quarter(half, third)),
    () => [0, 1, 2, 3].map((i) => rect([i * (side / 4), 0, side / 8, side], { fill: ink })).join(''),
    () =>
      [0, 1, 2, 3]
        .map((i) =>
          circle(side * (i % 2 ? 0.72 : 0.28), side * (i > 1 ? 0.72 : 0.28), side * 0.15, {
            fill: i === turn ? third : ink,
          }),
        )
        .join(''),
  ];
  const drawn = kinds[kind]?.() ?? '';
  return element('g', { transform: `translate(${x} ${y}) rotate(${turn * 90} ${half} ${half})` }, drawn);
}

/** A low red moon behind waves of gold thread. */
export const nightGarden: Painting = () => {
  const defs =
    gradient('ink', [
      [0, '#0b1026'],
      [0.6, '#1a1f3f'],
      [1, '#2b2140'],
    ]) +
    glow('halo', [
      [0, '#ff7a4d', 0.55],
      [1, '#ff7a4d', 0],
    ]);
  const moon = circle(500, 430, 430, { fill: 'url(#halo)' }) + circle(500, 430, 235, { fill: '#e2492f' });
  const rows: string[] = [];
  const radius = 100;
  for (let row = 0; row < 10; row++) {
    const y = 610 + row * 50;
    for (let column = -1; column < 7; column++) {
      const x = column * radius * 2 + (row % 2) * radius;
      rows.push(circle(x, y, radius, { fill: row < 2 ? '#141a38' : '#10152f' }));
      for (const part of [0.97, 0.76, 0.55, 0.34, 0.14]) {
        const opacity = (0.95 - row * 0.055).toFixed(2);
        rows.push(
          circle(x, y, radius * part, { fill: 'none', stroke: '#d9b36c', 'stroke-width': 3, opacity }),
        );
      }
    }
  }
  const clouds = [
    [120, 250, 330],
    [610, 330, 290],
    [300, 520, 260],
  ].map(([x = 0, y = 0, width = 0]) =>
    [0, 1, 2]
      .map((i) =>
        rect([x + i * 46, y + i * 20, width - i * 60, 9], { rx: 4.5, fill: '#0d1230', opacity: '0.92' }),
      )
      .join(''),
  );
  return element('defs', {}, defs) + backdrop('url(#ink)') + moon + clouds.join('') + rows.join('');
};

/** Discs of coloured glass that lie over one another on paper. */
export const glassDiscs: Painting = (random) => {
  const colours = ['#ef8275', '#f5b971', '#7fc4b8', '#5a7fb8', '#b18bc4', '#f2d478'];
  const discs = Array.from({ length: 11 }, (_, i) => {
    const angle = i * 2.399963;
    const reach = 92 * Math.sqrt(i * 1.35);
    const x = 500 + Math.cos(angle) * reach;
    const y = 500 + Math.sin(angle) * reach;
    const r = 105 + 85 * random.unit();
    const fill = colours[i % colours.length] ?? '#fff';
    const shine = element('path', {
      d: `M${x - r * 0.62} ${y - r * 0.3}A${r * 0.7} ${r * 0.7} 0 0 1 ${x - r * 0.05} ${y - r * 0.68}`,
      fill: 'none',
      stroke: '#ffffff',
      'stroke-width': 7,
      'stroke-linecap': 'round',
      opacity: '0.55',
    });
    return (
      element('g', { style: 'mix-blend-mode:multiply' }, circle(x, y, r, { fill, opacity: '0.6' })) +
      circle(x, y, r, { fill: 'none', stroke: '#ffffff', 'stroke-width': 2.5, opacity: '0.6' }) +
      shine
    );
  });
  return backdrop('#f7f2e8') + discs.join('');
};

/** Arcs in the manner of a concert poster. */
export const arcs: Painting = () => {
  const bands = Array.from({ length: 9 }, (_, i) => {
    const r = 880 - i * 92;
    const start = [12, 40, 0, 62, 24, 80, 8, 50, 0][i] ?? 0;
    const sweep = [150, 118, 180, 96, 140, 60, 172, 90, 180][i] ?? 90;
    return arc([80, 920], r, {
      from: -start,
      sweep: -sweep,
      stroke: i === 4 ? '#d1312b' : '#161616',
      width: 46,
    });
  });
  return backdrop('#efe9dc') + bands.join('') + circle(80, 920, 62, { fill: '#d1312b' });
};

function arc(
  [cx, cy]: Point,
  r: number,
  { from, sweep, stroke, width }: { from: number; sweep: number; stroke: string; width: number },
): string {
  const point = (degrees: number) => {
    const angle = (degrees * Math.PI) / 180;
    return `${(cx + r * Math.cos(angle)).toFixed(1)} ${(cy + r * Math.sin(angle)).toFixed(1)}`;
  };
  const d = `M${point(from)}A${r} ${r} 0 ${Math.abs(sweep) > 180 ? 1 : 0} ${sweep > 0 ? 1 : 0} ${point(from + sweep)}`;
  return element('path', { d, fill: 'none', stroke, 'stroke-width': width, 'stroke-linecap': 'butt' });
}

/** Long threads that follow one current. */
export const currents: Painting = (random) => {
  const colours = ['#f4d9a8', '#eeb06a', '#e07a4f', '#b8473f', '#f7ead0', '#7fa595'];
  const field = (x: number, y: number) =>
    Math.sin(x * 0.0042 + 1.3) * 1.1 + Math.cos(y * 0.0051) * 1.2 + Math.sin((x + y) * 0.0027) * 1.4;
  const threads = Array.from({ length: 620 }, () => {
    let [x, y] = [random.unit() * 1200 - 100, random.unit() * 1200 - 100];
    const band = Math.min(5, Math.max(0, Math.floor((y / 1000) * 4 + random.unit() * 2.4)));
    const points: Point[] = [];
    for (let i = 0; i < 60; i++) {
      points.push([x, y]);
      const angle = field(x, y);
      x += Math.cos(angle) * 7;
      y += Math.sin(angle) * 7;
    }
    return polyline(points, {
      fill: 'none',
      stroke: colours[band] ?? '#fff',
      'stroke-width': 1.4 + 5.5 * random.unit() ** 2.4,
      'stroke-linecap': 'round',
      opacity: (0.5 + 0.45 * random.unit()).toFixed(2),
    });
  });
  return backdrop('#1e2f36') + threads.join('');
};

/** A sunset in large pixels over a floor of tiles. */
export const pixels: Painting = (random) => {
  const cell = 25;
  const count = SIZE / cell;
  const sky = [
    '#1a0b3b',
    '#2c1154',
    '#4a1a70',
    '#771f86',
    '#ab2b8a',
    '#dd3f7f',
    '#f8656d',
    '#fd8f5e',
    '#fec25f',
  ];
  const cells: string[] = [];
  const put = (column: number, row: number, fill: string) =>
    cells.push(rect([column * cell, row * cell, cell, cell], { fill }));
  for (let row = 0; row < count; row++) {
    for (let column = 0; column < count; column++) {
      const dither = (column + row) % 2 ? 0.35 : 0;
      if (row < 25) put(column, row, sky[Math.min(8, Math.floor((row / 25) * 9 + dither))] ?? '#000');
      const away = Math.hypot(column - 19.5, row - 17);
      if (row < 25 && away < 9.2 && !(row > 16 && row % 3 === 0))
        put(column, row, row < 13 ? '#fff3a6' : row < 18 ? '#ffd45e' : '#ffa24d');
    }
  }
  for (let i = 0; i < 20; i++)
    put(random.int(0, 39), random.int(0, 6), random.pick(['#ffffff', '#ffd6f5', '#9fd8ff']));
  for (let column = 0; column < count; column++) {
    const height = Math.round(4.6 + 2.1 * Math.sin(column * 0.52) + 1.7 * Math.sin(column * 1.31 + 2));
    for (let row = 25 - height; row < 25; row++)
      put(column, row, row === 25 - height ? '#5b2a86' : '#2a1250');
  }
  const floor = Array.from({ length: 15 }, (_, i) => {
    const y = 625 + 375 * (i / 15) ** 1.9;
    return rect([0, y, SIZE, 3 + i * 0.35], { fill: '#41e8ff', opacity: '0.85' });
  });
  const rays = Array.from({ length: 23 }, (_, i) => {
    const x = 500 + (i - 11) * 34;
    const end = 500 + (i - 11) * 190;
    return polyline(
      [
        [x, 625],
        [end, SIZE],
      ],
      { stroke: '#ff4fd8', 'stroke-width': 3.5, fill: 'none', opacity: '0.8' },
    );
  });
  const ground = rect([0, 625, SIZE, 375], { fill: '#120a2c' });
  return (
    element('g', { 'shape-rendering': 'crispEdges' }, cells.join('') + ground) +
    rays.join('') +
    floor.join('')
  );
};

/** Ribbons that wander through a grid of tiles. */
export const ribbons: Painting = (random) => {
  const side = 125;
  const half = side / 2;
  const tiles: string[] = [];
  const strokes = [
    ['#0f4c5c', 74],
    ['#fb8b24', 46],
    ['#f7e7ce', 16],
  ] as const;
  for (let i = 0; i < 64; i++) {
    const turn = random.pick([0, 90]);
    const place = `translate(${(i % 8) * side} ${Math.floor(i / 8) * side}) rotate(${turn} ${half} ${half})`;
    const path = `M${half} 0A${half} ${half} 0 0 1 0 ${half}M${side} ${half}A${half} ${half} 0 0 0 ${half} ${side}`;
    const drawn = strokes.map(([stroke, width]) =>
      element('path', { d: path, fill: 'none', stroke, 'stroke-width': width }),
    );
    tiles.push(element('g', { transform: place }, drawn.join('')));
  }
  return backdrop('#9a031e') + tiles.join('');
};
