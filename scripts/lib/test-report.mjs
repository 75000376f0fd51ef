/** As many tests may need a second try before the run fails: more is no stumble of the machine. */
export const mostSecondTries = 3;

/** How much of a reason is told at the end of a run. */
const reasonLines = 6;

const reasonOf = (message) => message.split('\n').slice(0, reasonLines).join('\n  ');

/**
 * What a report of vitest's json reporter says of tests that did not simply pass.
 * @param {{ testResults: { name: string, status: string, message?: string, assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }[] }} report
 * @returns {{ failures: { name: string, reason: string }[], secondTries: { name: string, reason: string }[] }}
 *   what failed (also files that could not be run), and what failed first and passed then
 */
export const stumblesIn = ({ testResults }) => {
  const tests = testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults
      .filter(({ failureMessages }) => failureMessages.length > 0)
      .map(({ status, fullName, failureMessages }) => ({
        status,
        name: `${file}: ${fullName}`,
        reason: reasonOf(failureMessages[0]),
      })),
  );
  const brokenFiles = testResults
    .filter(
      ({ status, assertionResults }) =>
        status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
    )
    .map(({ name, message }) => ({ name, reason: reasonOf(message ?? '') }));
  const told = (status) =>
    tests.filter((test) => test.status === status).map(({ name, reason }) => ({ name, reason }));
  return { failures: [...told('failed'), ...brokenFiles], secondTries: told('passed') };
};
