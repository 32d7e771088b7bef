/*
 * Sentences that people read, once, read as `messages.NAME`. Those of the specification are letter for letter. Each is an export of its
 * own: pages carry those that they name, and no others.
 */

export const requestFailed = 'Request failed';
export const unknownError = 'Unknown error';
export const anErrorOccurred = 'An error occurred';
export const sessionExpired = 'Session expired. Please log in again.';
export const loginFailed = 'Login failed';
export const registrationFailed = 'Registration failed';
export const verificationFailed = 'Verification failed';
export const uploadFailed = 'Upload failed';
export const uploadTimeout = 'Request timeout - analysis is taking too long';
export const fetchMediaFailed = 'Failed to fetch media';
export const fetchMediaDetailsFailed = 'Failed to fetch media details';
export const passMediaFailed = 'Failed to pass media';
export const failMediaFailed = 'Failed to fail media';
export const fetchTokensFailed = 'Failed to fetch tokens';
export const createTokenFailed = 'Failed to create token';
export const deleteTokenFailed = 'Failed to delete token';
export const fetchWebhooksFailed = 'Failed to fetch webhooks';
export const createWebhookFailed = 'Failed to create webhook';
export const updateWebhookFailed = 'Failed to update webhook';
export const deleteWebhookFailed = 'Failed to delete webhook';
export const regenerateTokenFailed = 'Failed to regenerate token';
export const testFailed = 'Test failed';
export const webhookNotHttps = 'Webhook URL must use HTTPS protocol for security';
export const webhookUrlInvalid = 'Please enter a valid webhook URL';
export const webhookUrlCredentials = 'Webhook URL must not contain a user name or password';
export const passwordsDiffer = 'Passwords do not match';
export const passwordUnmet = 'Password requirements not met:';
export const emailLinkInvalid = 'This link is not valid or has expired. Please ask for a new one on the account page.';
export const resetMailed = 'If an account with that email exists, a password reset link has been sent to your email.';
export const resetMailFailed = 'Failed to send password reset email';
export const resetFailed = 'Failed to reset password';
export const resetLinkInvalid = 'Invalid reset link. Please request a new password reset.';
export const captchaRequired = 'Please complete the reCAPTCHA verification';
export const authenticatorCodeInvalid = 'Please enter the 6 digits that your authenticator app shows';
export const recoveryCodeInvalid = 'Please enter one of your recovery codes';
export const codeInvalid = 'Please enter a valid 5-digit verification code';
export const fileRequired = 'Please select an image file';
export const fileUnsupported = 'Please select a supported image file (JPG, PNG, GIF, WebP, HEIC, HEIF, AVIF)';
export const fileTooLarge = 'File size must be less than 10MB';
export const urlRequired = 'Please enter an image URL';
export const urlInvalid = 'Please enter a valid image URL';
export const urlForbidden = '403 Forbidden: Image URL is not publicly accessible';
export const urlMissing = '404 Not Found: Image URL does not exist';
export const urlUnreachable = 'Unable to validate image URL. Please check the URL and try again.';
export const subjectRequired = 'Please choose a subject';
export const contactSent = "Message sent successfully! We'll get back to you soon.";
export const contactFailed = 'Failed to send message. Please try again.';
export const mediaNotFound = 'Media not found';
export const keywordsLoadFailed = 'Failed to load settings';
export const keywordsSaveFailed = 'Failed to save settings';
export const keywordsSaved = 'Keyword settings saved successfully!';
export const limitsSaved = 'The limits were saved';
export const freeTrialActivated = 'Free trial activated successfully! You now have 15 images for this month.';
export const subscriptionLoadFailed = 'Failed to load subscription data. Please refresh the page.';
export const pastDue = 'The last payment did not arrive';
export const subscriptionRequired = 'Subscription Required';
export const subscribeFirst = 'Subscribe to Plan First';
export const checkingPayment = 'Checking Payment...';
export const renderFailed = 'Unexpected Application Error!';

/** 'HTTP {status}: Unable to access image URL' of specification §5. */
export function urlStatusMessage(status: number): string {
  if (status === 403) return urlForbidden;
  if (status === 404) return urlMissing;
  return `HTTP ${status}: Unable to access image URL`;
}
