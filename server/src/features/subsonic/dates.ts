const msPerSecond = 1000;

/** A time as the protocol has it: in UTC, with milliseconds. @param seconds since the epoch */
export const dateOf = (seconds: number): string => new Date(seconds * msPerSecond).toISOString();
