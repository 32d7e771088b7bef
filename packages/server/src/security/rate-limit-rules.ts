const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * What a limit counts, which says whether RATE_LIMIT_SCALE may raise it:
 * `address` = per client address (many people can share one), `throughput` = per session or token,
 * `guess` = per account or mail address, what keeps codes and passwords from being guessed: never raised.
 */
export type LimitScope = 'address' | 'throughput' | 'guess';

type Rule = { scope: LimitScope; uses: number; windowMs: number };

/** Every rate limit, once. Operators read them in docs/limits.md, which a test compares with this table. */
export const rateLimitRules = {
  'login-address': { scope: 'address', uses: 50, windowMs: hourMs },
  'login-pair': { scope: 'guess', uses: 10, windowMs: 15 * minuteMs },
  'register-address': { scope: 'address', uses: 5, windowMs: hourMs },
  /** Mails with a code to one mail address, whatever browser asks. */
  'register-mail': { scope: 'guess', uses: 5, windowMs: hourMs },
  'resend-mail': { scope: 'guess', uses: 5, windowMs: hourMs },
  /** A five-digit code holds 16.6 bits: 15 tries a day leave a chance of 0.015 % to guess it. */
  'code-mail': { scope: 'guess', uses: 15, windowMs: dayMs },
  /** Codes of an authenticator app: three of a million are right at a time, so 120 a day leave a chance of 0.036 %. */
  'login-device': { scope: 'guess', uses: 50, windowMs: hourMs },
  'two-step-user': { scope: 'guess', uses: 30, windowMs: 6 * hourMs },
  'passkey-address': { scope: 'address', uses: 60, windowMs: hourMs },
  'code-address': { scope: 'address', uses: 60, windowMs: hourMs },
  'forgot-address': { scope: 'address', uses: 10, windowMs: hourMs },
  /** Mails with the link of a new address: that one person asks for, and that one address gets. */
  'email-change-user': { scope: 'guess', uses: 5, windowMs: hourMs },
  'email-change-mail': { scope: 'guess', uses: 5, windowMs: hourMs },
  /** Mails with a reset link to one mail address. What is over it is dropped in silence. */
  'forgot-mail': { scope: 'guess', uses: 3, windowMs: hourMs },
  'reset-address': { scope: 'address', uses: 20, windowMs: hourMs },
  /** Invitations that an account sends, and those that one mail address gets. */
  'invite-account': { scope: 'guess', uses: 20, windowMs: hourMs },
  'invite-mail': { scope: 'guess', uses: 5, windowMs: hourMs },
  /** Reading and answering invitations by their link. */
  'contact-address': { scope: 'address', uses: 5, windowMs: hourMs },
  /** Notices by the public form: from an address, and with one mail address, which gets a mail for each. */
  'notice-address': { scope: 'address', uses: 5, windowMs: hourMs },
  'notice-mail': { scope: 'guess', uses: 3, windowMs: hourMs },
  /** Reading public forms and the status of notices. */
  'notice-read-address': { scope: 'address', uses: 60, windowMs: minuteMs },
  /** Appeals by the signed link of a statement. */
  'appeal-address': { scope: 'address', uses: 5, windowMs: hourMs },
  /** Pictures that visitors without an account have checked, and the questions of their pages how far one is. */
  'try-it-address': { scope: 'address', uses: 5, windowMs: 10 * minuteMs },
  'try-it-read-address': { scope: 'address', uses: 120, windowMs: minuteMs },
  'invitation-address': { scope: 'address', uses: 60, windowMs: hourMs },
  'refresh-address': { scope: 'address', uses: 300, windowMs: minuteMs },
  'refresh-session': { scope: 'throughput', uses: 60, windowMs: minuteMs },
  'captcha-address': { scope: 'address', uses: 60, windowMs: minuteMs },
  /** Sent answers, right or wrong. */
  'captcha-check-address': { scope: 'address', uses: 60, windowMs: minuteMs },
  'dashboard-session': { scope: 'throughput', uses: 300, windowMs: minuteMs },
  /** Counting the hits of keywords computes for up to 2 s. */
  'keyword-hits': { scope: 'throughput', uses: 30, windowMs: minuteMs },
  /** Lists of known pictures, of up to 100,000 hashes each. */
  'known-import': { scope: 'throughput', uses: 20, windowMs: hourMs },
  /** Each may have a picture or a video analysed once more, in idle moments. */
  'read-writing': { scope: 'throughput', uses: 240, windowMs: minuteMs },
  /** Trying a change on 10,000 items computes for up to 2 s. */
  'what-if': { scope: 'throughput', uses: 30, windowMs: minuteMs },
  /** Each is kept as a version, with all lists. */
  'policy-save': { scope: 'throughput', uses: 60, windowMs: minuteMs },
  /** Each sends a request to an address of the customer's choice. */
  'webhook-test': { scope: 'throughput', uses: 5, windowMs: minuteMs },
  /** One event, or all that were given up on a day: each sends at least one request. */
  'webhook-resend': { scope: 'throughput', uses: 60, windowMs: minuteMs },
  'upload-user': { scope: 'throughput', uses: 30, windowMs: minuteMs },
  'export-user': { scope: 'throughput', uses: 3, windowMs: dayMs },
  'list-export-user': { scope: 'throughput', uses: 20, windowMs: hourMs },
  /** Notifications of the payment provider; a forged one costs a check of its signature. */
  'notify-address': { scope: 'address', uses: 600, windowMs: minuteMs },
  /** The least of both: a plan allows more (`apiRates` of the contract). */
  'api-token': { scope: 'throughput', uses: 60, windowMs: minuteMs },
  /** All tokens of an account together: it may have a hundred. */
  'api-account': { scope: 'throughput', uses: 600, windowMs: minuteMs },
  /** Each may be a hundred uploads. */
  'batch-account': { scope: 'throughput', uses: 10, windowMs: minuteMs },
  /** Checks by a token, and requests to a door with a wrong credential. */
  'check-token': { scope: 'throughput', uses: 600, windowMs: minuteMs },
  'check-address': { scope: 'address', uses: 60, windowMs: minuteMs },
  /** Requests with a wrong token, so that tokens are not tried out. */
  'api-unknown-address': { scope: 'address', uses: 60, windowMs: minuteMs },
} as const satisfies Record<string, Rule>;

export type LimitName = keyof typeof rateLimitRules;
