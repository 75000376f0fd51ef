/** Where a finger went, and how fast. Pixels and milliseconds; right and down are positive. */
export interface Stroke {
  readonly x: number;
  readonly y: number;
  readonly durationMs: number;
  /** Size of what it moved over. */
  readonly width: number;
  readonly height: number;
}

/** A finger that moved less has not chosen a direction. */
const slackPx = 10;
/** This much of the way is meant, however slow … */
const meantShare = 0.3;
/** … and a flick is, when it goes this fast for so far. */
const flickPxPerMs = 0.5;
const flickPx = 40;

/** The direction a finger goes in: it is kept once chosen. Up is none of ours. */
export const axisOf = ({ x, y }: Pick<Stroke, 'x' | 'y'>): 'sideways' | 'down' | null => {
  if (Math.hypot(x, y) < slackPx) return null;
  return Math.abs(x) > Math.abs(y) ? 'sideways' : 'down';
};

/** What a finger meant when it was taken away. */
export const meaningOf = (stroke: Stroke): 'left' | 'right' | 'down' | null => {
  const axis = axisOf(stroke);
  if (axis === null) return null;
  const way = axis === 'down' ? stroke.y : stroke.x;
  const room = axis === 'down' ? stroke.height : stroke.width;
  const length = Math.abs(way);
  const isFlick = length > flickPx && length / Math.max(stroke.durationMs, 1) > flickPxPerMs;
  if (!isFlick && length < room * meantShare) return null;
  if (axis === 'down') return way > 0 ? 'down' : null;
  return way < 0 ? 'left' : 'right';
};
