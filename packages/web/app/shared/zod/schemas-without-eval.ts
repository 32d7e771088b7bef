import { config } from 'zod';

// zod compiles schemas with `new Function`, which our Content-Security-Policy refuses. It tries when the first schema is made, and the
// browser reports the attempt.
config({ jitless: true });
