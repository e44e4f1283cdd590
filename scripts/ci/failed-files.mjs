/** The test files of a run that failed, and what a second run of each, alone, says of them. */

/** So many files of a run get a second one; where more fail, it is not the busy machine. */
const MOST_SECOND_RUNS = 3;

/**
 * @typedef {object} FailedFile
 * @property {string} path as vitest names it
 * @property {string} name from `src/` or `scripts/` on
 * @property {readonly string[]} failures one line each, the name of the file first
 * @property {number} tests that failed; 0 where the file itself did not load, or its hooks failed
 */

/** The files that failed, of vitest's JSON report. @returns {readonly FailedFile[]} */
export function failedFiles(testResults) {
  return testResults.flatMap(({ name: path, status, message, assertionResults }) => {
    const name = path.replace(/^.*?\/(?=(src|scripts)\/)/, '');
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && status !== 'failed') return [];
    const failures = failed.map(
      (test) => `${name} > ${test.fullName}: ${firstLine(test.failureMessages[0])}`,
    );
    return [
      {
        path,
        name,
        failures: failures.length > 0 ? failures : [`${name}: ${firstLine(message)}`],
        tests: failed.length,
      },
    ];
  });
}

/** The files that get a second run: all that failed, or none where they are too many. */
export function worthASecondRun(failed) {
  return failed.length <= MOST_SECOND_RUNS ? failed : [];
}

/**
 * What two runs come to. A file that passed alone is unstable and no failure.
 * @param {readonly FailedFile[]} failed of the first run
 * @param {ReadonlySet<string>} passedAlone paths of the files that passed their second run
 * @returns {{ failures: readonly string[], unstable: readonly string[], recovered: number }} lines to print, and how
 *   many failed tests have passed since
 */
export function afterSecondRuns(failed, passedAlone) {
  const unstable = failed.filter(({ path }) => passedAlone.has(path));
  const left = failed.filter(({ path }) => !passedAlone.has(path));
  return {
    failures: left.flatMap(({ failures }) => failures),
    unstable: unstable.map(
      ({ name, failures }) => `${name} failed beside others (${failures.join('; ')}), passed alone`,
    ),
    recovered: unstable.reduce((sum, { tests }) => sum + tests, 0),
  };
}

function firstLine(text) {
  return text?.trim().split('\n')[0] || 'no reason given';
}
