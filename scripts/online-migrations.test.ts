import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { migrationProblems } from './lib/online-migrations.mjs';
import { root } from './lib/root.mjs';

const name = '0099_next.sql';

describe('OPS-04 a migration beside which the version before serves', () => {
  it.each([
    ['CREATE INDEX "a_n" ON "a" USING btree ("n");', 'builds an index that locks its table'],
    ['CREATE UNIQUE INDEX "a_n" ON "a" ("n");', 'builds an index that locks its table'],
    ['ALTER TABLE "a" ALTER COLUMN "n" SET NOT NULL;', 'sets not null'],
    ['ALTER TABLE "a" ALTER COLUMN "n" SET DATA TYPE bigint;', 'changes a type'],
    ['ALTER TABLE "a" ALTER COLUMN "n" TYPE bigint;', 'changes a type'],
    ['ALTER TABLE "a" RENAME COLUMN "n" TO "m";', 'renames'],
    ['ALTER TABLE "public"."a" RENAME TO "b";', 'renames'],
    ['ALTER TABLE "a" ADD CONSTRAINT "a_b" FOREIGN KEY ("b") REFERENCES "b"("id");', 'adds a constraint'],
    ['ALTER TABLE "a" ADD PRIMARY KEY ("n");', 'adds a constraint'],
    ['ALTER TABLE "a" ADD COLUMN "n" int DEFAULT 0, ADD COLUMN "m" int NOT NULL;', 'adds a column that the version before'],
    ['SELECT 1;--> statement-breakpoint\ncreate index a_n\n  on a (n);', 'builds an index that locks its table'],
    ['CREATE INDEX CONCURRENTLY "a_n" ON "a" ("n");', 'stands alone in its file'],
    ['-- concurrently\nCREATE INDEX CONCURRENTLY "a_n" ON "a" ("n");\nSELECT 1;', 'stands alone in its file'],
    ['-- concurrently\nALTER TABLE "a" ADD COLUMN "n" int;', 'stands alone in its file'],
  ])('is refused as %s', (text, problem) => {
    expect(migrationProblems(name, text)).toEqual([expect.stringContaining(problem)]);
  });

  it.each([
    '-- concurrently\nCREATE INDEX CONCURRENTLY "a_n" ON "a" ("n");\n',
    'CREATE TABLE "a" ("n" int NOT NULL);--> statement-breakpoint\nCREATE INDEX "a_n" ON "a" ("n");',
    'CREATE TABLE "a" ("n" int);\nALTER TABLE "a" ADD CONSTRAINT "a_b" FOREIGN KEY ("b") REFERENCES "b"("id");',
    'ALTER TABLE "a" ADD COLUMN "n" int NOT NULL DEFAULT 0;',
    'ALTER TABLE "a" ADD CONSTRAINT "n" CHECK ("n" > 0) NOT VALID;',
    'ALTER TABLE "a" VALIDATE CONSTRAINT "n";',
    'ALTER TABLE "a" ADD CONSTRAINT "a_n" UNIQUE USING INDEX "a_n";',
    'CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ ALTER TABLE a RENAME TO b; $$;',
    '-- CREATE INDEX "a_n" ON "a" ("n");\nSELECT 1;',
    '-- safe: nobody reads it by this name, the view of the same file does\nALTER TABLE "a" RENAME TO "b";',
  ])('may be %s', (text) => {
    expect(migrationProblems(name, text)).toEqual([]);
  });

  it('is asked for from the first one on that others may serve beside', () => {
    expect(migrationProblems('0035_before.sql', 'ALTER TABLE "a" RENAME TO "b";')).toEqual([]);
    const folder = join(root, 'packages/server/migrations');
    const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
    expect(files.flatMap((file) => migrationProblems(file, readFileSync(join(folder, file), 'utf8')))).toEqual([]);
  });
});
