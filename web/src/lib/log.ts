/**
 * Notes a problem for whoever opens the developer tools. The client goes on working; nothing is sent
 * anywhere.
 */
export function logProblem(message: string, cause?: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the one place where the client writes to the console
  console.error(message, cause);
}
