import { afterAll, beforeAll } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { type Line, openLine } from './line.ts';

export type DatabaseOverLine = {
  /** Reached as everywhere. */
  readonly test: TestDatabase;
  /** The way that breaks: `line.urlOf(test.url)`. */
  readonly line: Line;
};

/** All tests of the file share a database and a way to it that breaks. */
export function databaseOverLine(): DatabaseOverLine {
  let made: DatabaseOverLine | null = null;
  const parts = () => {
    if (!made) throw new Error('There is a database in tests only');
    return made;
  };
  beforeAll(async () => {
    made = { test: await createTestDatabase(), line: await openLine() };
  });
  afterAll(async () => {
    await parts().line.close();
    await parts().test.close();
  });
  return {
    get test() {
      return parts().test;
    },
    get line() {
      return parts().line;
    },
  };
}
