/** Those that the server alone says: no page loads them. */
export const serverMessages = {
  passwordCommon: 'This password is one of the most common ones. Please choose another.',
  passwordPersonal: 'Please choose a password that is not made of your name, your email address or the name Clearframe.',
  emailSame: 'This is the address that you have',
  readWritingSaved: 'Your choice is saved',
  policyRestored: 'The earlier version was saved as a new one',
} as const;
