/**
 * What the contract uses of zod, in a tenth of its size: the browser's build puts this in the place of `zod`
 * (docs/decisions/038). A test holds both against each other, schema by schema.
 */
export * as z from './kinds.ts';
