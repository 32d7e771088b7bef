import { defineConfig } from 'drizzle-kit';

/**
 * After a change of `src/db/schema/*.ts`, in this folder: `npx drizzle-kit generate --name <what-changed>`, and commit the new files
 * of `migrations/` together with the schema. Never edit or renumber a migration that was released: servers have run it.
 * Read the SQL before committing: the version before serves while it is made (docs/decisions/082), which `npm run check` looks at. An
 * index on a table that exists goes into a file of its own, `npx drizzle-kit generate --custom --name <what>`, below `-- concurrently`.
 */
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/db/schema.ts',
  out: './migrations',
  casing: 'snake_case',
});
