import { z } from 'zod';

/**
 * `none`: the file holds no manifest. `valid`: its signature holds, and its certificate leads to the operator's trust list. `untrusted`:
 * the signature holds, and nobody vouches for its certificate. `invalid`: the file or the manifest was changed after it was signed.
 * `unreadable`: there is a manifest, and it could not be read.
 */
export const CredentialState = z.enum(['none', 'valid', 'untrusted', 'invalid', 'unreadable']);
export type CredentialState = z.infer<typeof CredentialState>;

/** Far more than a name has, and little enough for a row: all of it is written by strangers. */
const words = z.string().max(200);

/**
 * The Content Credentials (C2PA) that a file was sent with. They say what their signer declares. That a file has none means nothing.
 * Whatever the state, only `valid` says that somebody whom the operator trusts has signed it.
 */
export const ContentCredentials = z
  .object({
    state: CredentialState,
    /** Organisation of the certificate that signed it. */
    issuer: words.nullable(),
    /** By a time stamp that was checked; null = there is none. */
    signed_at: z.iso.datetime().nullable(),
    /** The program that made the manifest. */
    generator: words.nullable(),
    /** Such as `c2pa.created`, in their order. */
    actions: z.array(words).max(50),
    /**
     * The same with those of the files that it was made from, oldest first. Times are the signers' words: nobody checked them. Left out by
     * older versions, and where the signature does not hold.
     */
    steps: z
      .array(z.object({ action: words, program: words.nullable(), at: z.iso.datetime().nullable() }))
      .max(50)
      .optional(),
    /** Terms of IPTC, such as `trainedAlgorithmicMedia`; others as their whole address. */
    digital_source_types: z.array(words).max(20),
    /** Why it is not valid, in the codes of C2PA; `clearframe.` before our own. */
    codes: z.array(words).max(20),
    /** A valid or untrusted manifest says that a model made it, or a part of it. Declared, never detected. */
    synthetic: z.literal('declared').nullable(),
  })
  .meta({ id: 'ContentCredentials' });
export type ContentCredentials = z.infer<typeof ContentCredentials>;

/** Credentials of which nothing but the state is known. */
export const bareCredentials = (state: CredentialState, codes: readonly string[] = []): ContentCredentials => ({
  state,
  issuer: null,
  signed_at: null,
  generator: null,
  actions: [],
  digital_source_types: [],
  codes: [...codes],
  synthetic: null,
});
