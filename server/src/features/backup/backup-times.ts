/** Hour of the night at which a backup is due, by the clock on the wall of the server's machine. */
const nightHour = 3;

const nightOf = (day: Date, offsetDays: number): number =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate() + offsetDays, nightHour).getTime();

/** The last moment at which a backup was due, in milliseconds since the epoch; never later than `nowMs`. */
export const lastNightMs = (nowMs: number): number => {
  const today = new Date(nowMs);
  const night = nightOf(today, 0);
  return night <= nowMs ? night : nightOf(today, -1);
};

/** The next one, in milliseconds since the epoch; always later than `nowMs`. */
export const nextNightMs = (nowMs: number): number => {
  const today = new Date(nowMs);
  const night = nightOf(today, 0);
  return night > nowMs ? night : nightOf(today, 1);
};
