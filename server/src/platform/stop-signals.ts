/**
 * In a process that the server starts: a terminal and a service manager signal every process of a group, but only the
 * server says when this one ends.
 */
export const ignoreStopSignals = (): void => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
};
