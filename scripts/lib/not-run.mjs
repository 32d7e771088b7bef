import { writeFileSync } from 'node:fs';

/**
 * A reporter of Vitest that writes down which tests this machine could not run, and why: those that were skipped with a reason.
 * `NOT_RUN_FILE` says where: a JSON list of lines.
 */
export default class NotRun {
  #lines = [];

  onTestCaseResult(test) {
    const { state, note } = test.result();
    if (state === 'skipped' && note) this.#lines.push(`${test.module.moduleId} › ${test.fullName}: ${note}`);
  }

  onTestRunEnd() {
    const file = process.env.NOT_RUN_FILE;
    if (file) writeFileSync(file, JSON.stringify(this.#lines));
  }
}
