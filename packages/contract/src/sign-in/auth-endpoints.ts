import { z } from 'zod';
import {
  CaptchaChallenge,
  CaptchaPurpose,
  CompleteRegistrationInput,
  ConfirmInput,
  ForgotPasswordInput,
  LoginInput,
  RegisterInput,
  ResetPasswordInput,
  VerifyEmailInput,
} from '../account/accounts.ts';
import { User } from '../account/person.ts';
import { type EndpointTable, nothing } from '../endpoint.ts';
import { TwoStepWanted } from './two-step.ts';

/** Registration, sign-in and new passwords. */
export const authEndpoints = {
  register: { method: 'POST', path: '/auth/register', access: 'public', body: RegisterInput, data: nothing },
  resendCode: { method: 'POST', path: '/auth/resend-code', access: 'public', data: nothing },
  completeRegistration: {
    method: 'POST',
    path: '/auth/complete-registration',
    access: 'public',
    body: CompleteRegistrationInput,
    data: z.object({ user: User }),
  },
  verifyEmail: {
    method: 'POST',
    path: '/auth/verify-email',
    access: 'public',
    body: VerifyEmailInput,
    data: z.object({ user: User }),
  },
  login: {
    method: 'POST',
    path: '/auth/login',
    access: 'public',
    body: LoginInput,
    // A right password is not enough for whoever turned two-step sign-in on: nobody is signed in yet.
    data: z.union([z.object({ user: User }), z.object({ user: z.null(), two_step: TwoStepWanted })]),
  },
  confirm: { method: 'POST', path: '/auth/confirm', access: 'session', action: 'self', body: ConfirmInput, data: nothing },
  forgotPassword: {
    method: 'POST',
    path: '/auth/forgot-password',
    access: 'public',
    body: ForgotPasswordInput,
    data: nothing,
  },
  resetPassword: { method: 'POST', path: '/auth/reset-password', access: 'public', body: ResetPasswordInput, data: nothing },
  captcha: {
    method: 'GET',
    path: '/captcha',
    access: 'public',
    query: z.object({ purpose: CaptchaPurpose }),
    data: CaptchaChallenge,
  },
} as const satisfies EndpointTable;
