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
  fetchTokensFailed: 'Failed to fetch tokens',
  createTokenFailed: 'Failed to create token',
  deleteTokenFailed: 'Failed to delete token',
  passwordsDiffer: 'Passwords do not match',
  passwordUnmet: 'Password requirements not met:',
  passwordCommon: 'This password is one of the most common ones. Please choose another.',
  passwordPersonal: 'Please choose a password that is not made of your name, your email address or the name Clearframe.',
  resetMailed: 'If an account with that email exists, a password reset link has been sent to your email.',
  resetMailFailed: 'Failed to send password reset email',
  resetFailed: 'Failed to reset password',
  resetLinkInvalid: 'Invalid reset link. Please request a new password reset.',
  captchaRequired: 'Please complete the reCAPTCHA verification',
  codeInvalid: 'Please enter a valid 5-digit verification code',
  fileRequired: 'Please select an image file',
  fileUnsupported: 'Please select a supported image file (JPG, PNG, GIF, WebP, HEIC, HEIF, AVIF)',
  fileTooLarge: 'File size must be less than 10MB',
  urlRequired: 'Please enter an image URL',
  urlInvalid: 'Please enter a valid image URL',
  urlForbidden: '403 Forbidden: Image URL is not publicly accessible',
  urlMissing: '404 Not Found: Image URL does not exist',
  urlUnreachable: 'Unable to validate image URL. Please check the URL and try again.',
  mediaNotFound: 'Media not found',
  keywordsLoadFailed: 'Failed to load settings',
  keywordsSaveFailed: 'Failed to save settings',
  keywordsSaved: 'Keyword settings saved successfully!',
  freeTrialActivated: 'Free trial activated successfully! You now have 15 images for this month.',
  subscriptionLoadFailed: 'Failed to load subscription data. Please refresh the page.',
  refreshFailed: 'Failed to refresh data. Please try again.',
  refreshed: 'Data refreshed successfully',
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
