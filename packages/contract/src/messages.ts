/** Sentences that people read, once. Those of the specification are letter for letter. */
export const messages = {
  requestFailed: 'Request failed',
  unknownError: 'Unknown error',
  anErrorOccurred: 'An error occurred',
  sessionExpired: 'Session expired. Please log in again.',
  loginFailed: 'Login failed',
  registrationFailed: 'Registration failed',
  verificationFailed: 'Verification failed',
  uploadFailed: 'Upload failed',
  uploadTimeout: 'Request timeout - analysis is taking too long',
  fetchMediaFailed: 'Failed to fetch media',
  fetchMediaDetailsFailed: 'Failed to fetch media details',
  passMediaFailed: 'Failed to pass media',
  failMediaFailed: 'Failed to fail media',
  fetchTokensFailed: 'Failed to fetch tokens',
  createTokenFailed: 'Failed to create token',
  deleteTokenFailed: 'Failed to delete token',
  fetchWebhooksFailed: 'Failed to fetch webhooks',
  createWebhookFailed: 'Failed to create webhook',
  updateWebhookFailed: 'Failed to update webhook',
  deleteWebhookFailed: 'Failed to delete webhook',
  regenerateTokenFailed: 'Failed to regenerate token',
  testFailed: 'Test failed',
  webhookNotHttps: 'Webhook URL must use HTTPS protocol for security',
  webhookUrlInvalid: 'Please enter a valid webhook URL',
  webhookUrlCredentials: 'Webhook URL must not contain a user name or password',
  passwordsDiffer: 'Passwords do not match',
  passwordUnmet: 'Password requirements not met:',
  emailLinkInvalid: 'This link is not valid or has expired. Please ask for a new one on the account page.',
  resetMailed: 'If an account with that email exists, a password reset link has been sent to your email.',
  resetMailFailed: 'Failed to send password reset email',
  resetFailed: 'Failed to reset password',
  resetLinkInvalid: 'Invalid reset link. Please request a new password reset.',
  captchaRequired: 'Please complete the reCAPTCHA verification',
  authenticatorCodeInvalid: 'Please enter the 6 digits that your authenticator app shows',
  recoveryCodeInvalid: 'Please enter one of your recovery codes',
  codeInvalid: 'Please enter a valid 5-digit verification code',
  fileRequired: 'Please select an image file',
  fileUnsupported: 'Please select a supported image file (JPG, PNG, GIF, WebP, HEIC, HEIF, AVIF)',
  fileTooLarge: 'File size must be less than 10MB',
  urlRequired: 'Please enter an image URL',
  urlInvalid: 'Please enter a valid image URL',
  urlForbidden: '403 Forbidden: Image URL is not publicly accessible',
  urlMissing: '404 Not Found: Image URL does not exist',
  urlUnreachable: 'Unable to validate image URL. Please check the URL and try again.',
  subjectRequired: 'Please choose a subject',
  contactSent: "Message sent successfully! We'll get back to you soon.",
  contactFailed: 'Failed to send message. Please try again.',
  mediaNotFound: 'Media not found',
  keywordsLoadFailed: 'Failed to load settings',
  keywordsSaveFailed: 'Failed to save settings',
  keywordsSaved: 'Keyword settings saved successfully!',
  limitsSaved: 'The limits were saved',
  freeTrialActivated: 'Free trial activated successfully! You now have 15 images for this month.',
  subscriptionLoadFailed: 'Failed to load subscription data. Please refresh the page.',
  pastDue: 'The last payment did not arrive',
  subscriptionRequired: 'Subscription Required',
  subscribeFirst: 'Subscribe to Plan First',
  checkingPayment: 'Checking Payment...',
  renderFailed: 'Unexpected Application Error!',
} as const;

/** 'HTTP {status}: Unable to access image URL' of specification §5. */
export function urlStatusMessage(status: number): string {
  if (status === 403) return messages.urlForbidden;
  if (status === 404) return messages.urlMissing;
  return `HTTP ${status}: Unable to access image URL`;
}

/** 'Plan upgraded to {plan} successfully!' of specification §8. */
export const planUpgraded = (plan: string): string => `Plan upgraded to ${plan} successfully!`;

/** Of paying and of the page of the subscription: no other page loads them. */
export const paymentMessages = {
  paymentFailed: 'Payment failed. Please try again.',
  paymentCancelled: 'Payment was cancelled.',
  paymentSystemError: 'Payment system error. Please try again.',
  paymentStartFailed: 'Failed to initiate payment. Please try again.',
  paymentInitFailed: 'Failed to initialize payment. Please try again.',
  paymentMissing: 'No payment method available. Please try again.',
  paymentCompleted: 'Payment completed successfully! Your subscription is now active.',
  cancelFailed: 'Failed to cancel subscription. Please try again.',
  cancelled: 'Subscription cancelled successfully.',
  upgradeFailed: 'Failed to upgrade subscription. Please try again.',
  refreshFailed: 'Failed to refresh data. Please try again.',
  refreshed: 'Data refreshed successfully',
} as const;

/** Those that the server alone says: no page loads them. */
export const serverMessages = {
  passwordCommon: 'This password is one of the most common ones. Please choose another.',
  passwordPersonal: 'Please choose a password that is not made of your name, your email address or the name Clearframe.',
  emailSame: 'This is the address that you have',
  readWritingSaved: 'Your choice is saved',
  policyRestored: 'The earlier version was saved as a new one',
} as const;

/** 'Could not start in-page payment: ...' of specification §8. */
export const paymentNotStarted = (reason: string): string => `Could not start in-page payment: ${reason}`;

/** 'Failed to load [provider name] payment system. Please try again.' of specification §8. */
export const paymentNotLoaded = (provider: string): string => `Failed to load ${provider} payment system. Please try again.`;

/** 'Payment system error: ...' of specification §8. */
export const paymentFault = (reason: string): string => `Payment system error: ${reason}`;

/** 'Failed to fetch subscription data: ...' of specification §8. */
export const subscriptionFetchFailed = (reason: string): string => `Failed to fetch subscription data: ${reason}`;
