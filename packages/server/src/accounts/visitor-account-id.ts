/**
 * Owns the pictures of visitors who have no account. It has no member, so nobody signs in to it, and no token, webhook or plan;
 * figures, exports and hooks of other accounts know nothing of what lies in it (docs/decisions/044).
 */
export const visitorAccountId = '7e57ab1e-0000-4000-8000-000000000001';
