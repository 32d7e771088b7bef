import { defineConfig } from 'drizzle-kit';

/**
 * After a change of `src/db/schema/*.ts`, in this folder: `npx drizzle-kit generate --name <what-changed>`, and commit the new files
 * of `migrations/` together with the schema. Never edit or renumber a migration that was released: servers have run it.
 * Read the SQL before committing: a column made required needs a default for the rows that exist.
 */
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/db/schema.ts',
  out: './migrations',
  casing: 'snake_case',
});
