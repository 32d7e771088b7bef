import { writeFileSync } from 'node:fs';

/**
 * A reporter of Vitest that writes down which tests passed only at their second try.
 * `SECOND_TRIES_FILE` says where: a JSON list of names.
 */
export default class SecondTries {
  #names = [];

  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky) this.#names.push(`${test.module.moduleId} › ${test.fullName}`);
  }

  onTestRunEnd() {
    const file = process.env.SECOND_TRIES_FILE;
    if (file) writeFileSync(file, JSON.stringify(this.#names));
  }
}
