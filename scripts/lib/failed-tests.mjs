const firstLine = (text) =>
  (text ?? '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the colours of a terminal begin with one
    .replaceAll(/\u001B\[[\d;]*m/g, '')
    .split('\n')
    .map((line) => line.trim())
    .find(Boolean) ?? '';

const line = (where, name, message) => [[where, name].filter(Boolean).join(' › '), firstLine(message)].filter(Boolean).join(': ');

/**
 * What failed in a run of Vitest.
 * @param {import('vitest/node').JsonTestResults} report what its JSON reporter wrote
 * @param {{ file: string, name: string, message: string }[]} suites what `failed-suites.mjs` wrote
 * @returns {string[]} a line a test and group of tests, and one for each file that did not load: file, name, first line of the error
 */
export function failedUnitTests({ testResults }, suites = []) {
  return testResults.flatMap(({ name: file, status, message, assertionResults }) => {
    const failed = [
      ...suites.filter((suite) => suite.file === file).map((suite) => line(file, suite.name, suite.message)),
      ...assertionResults
        .filter((test) => test.status === 'failed')
        .map((test) => line(file, test.fullName, test.failureMessages[0])),
    ];
    return failed.length === 0 && status === 'failed' ? [line(file, '', message)] : failed;
  });
}

/**
 * The journeys of one outcome, a line each.
 * @param {import('@playwright/test/reporter').JSONReport} report
 * @param {'unexpected' | 'flaky'} outcome
 */
function journeysOf({ suites }, outcome) {
  const of = (suite) => [
    ...(suite.suites ?? []).flatMap(of),
    ...(suite.specs ?? []).flatMap((spec) =>
      spec.tests
        .filter((test) => test.status === outcome)
        .map((test) => line(spec.file, spec.title, test.results.find((result) => result.error)?.error.message)),
    ),
  ];
  return suites.flatMap(of);
}

/**
 * What failed in a run of Playwright.
 * @param {import('@playwright/test/reporter').JSONReport} report what its JSON reporter wrote
 * @returns {string[]} a line a journey, and one for each error outside of them
 */
export function failedJourneys(report) {
  const outside = (report.errors ?? []).map((error) => line('outside of a journey', '', error.message));
  return [...journeysOf(report, 'unexpected'), ...outside];
}

/**
 * What passed at its second try only.
 * @param {import('@playwright/test/reporter').JSONReport} report what Playwright's JSON reporter wrote
 * @returns {string[]} a line a journey, with what went wrong the first time
 */
export const lateJourneys = (report) => journeysOf(report, 'flaky');
