import { writeFileSync } from 'node:fs';

/**
 * A reporter of Vitest that writes down which groups of tests failed beside their tests, such as in `beforeAll`: the JSON report
 * says of these only that their file failed. `FAILED_SUITES_FILE` says where: a JSON list of `{ file, name, message }`.
 */
export default class FailedSuites {
  #failed = [];

  onTestModuleEnd(module) {
    for (const suite of module.children.allSuites())
      for (const { message } of suite.errors()) this.#failed.push({ file: module.moduleId, name: suite.fullName, message });
  }

  onTestRunEnd() {
    const file = process.env.FAILED_SUITES_FILE;
    if (file) writeFileSync(file, JSON.stringify(this.#failed));
  }
}
