/** As many journeys may need a second try before the run fails: more is no stumble of the machine. */
export const mostSecondTries = 3;

/**
 * Tests of a report that failed first and passed then.
 * @param {{ testResults: { assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }[] }} report of vitest's json reporter
 * @returns {{ name: string, reason: string }[]} the first line of what went wrong first
 */
export const secondTriesIn = ({ testResults }) =>
  testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map(({ fullName, failureMessages }) => ({
      name: fullName,
      reason: failureMessages[0].split('\n', 1)[0],
    }));
