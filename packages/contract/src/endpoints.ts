import { z } from 'zod';
import {
  CaptchaChallenge,
  CaptchaPurpose,
  CompleteRegistrationInput,
  LoginInput,
  RegisterInput,
  User,
  VerifyEmailInput,
} from './accounts.ts';
import { SubscribeInput, SubscribeResult, Subscription, UsageAnswer } from './billing.ts';
import { KeywordSettings, KeywordSettingsInput } from './keywords.ts';
import { limits } from './limits.ts';
import { MediaQuery, MediaUpload, Pagination, UploadResult } from './media.ts';
import { Plan } from './plans.ts';
import { AccessToken, CreateTokenInput } from './tokens.ts';

/** Who may call: anyone, a signed-in person (cookie), or a bearer of an API token. */
export type Access = 'public' | 'session' | 'token';

export type Endpoint = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  access: Access;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** JSON body; 'multipart' is read part by part by its route. */
  body?: z.ZodObject | 'multipart';
  /** What `data` of a success holds. */
  data: z.ZodType;
};

const Id = z.object({ id: z.uuid() });
const nothing = z.null();

/** Every JSON call under /api, once: the server registers them, web and sdk call them, OpenAPI lists them. */
export const endpoints = {
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
  login: { method: 'POST', path: '/auth/login', access: 'public', body: LoginInput, data: z.object({ user: User }) },
  logout: { method: 'POST', path: '/auth/logout', access: 'public', data: nothing },
  refresh: { method: 'GET', path: '/auth/refresh', access: 'public', data: nothing },
  captcha: {
    method: 'GET',
    path: '/captcha',
    access: 'public',
    query: z.object({ purpose: CaptchaPurpose }),
    data: CaptchaChallenge,
  },
  me: { method: 'GET', path: '/users/me', access: 'session', data: z.object({ user: User }) },

  listTokens: {
    method: 'GET',
    path: '/access-tokens',
    access: 'session',
    data: z.object({ access_tokens: z.array(AccessToken) }),
  },
  createToken: {
    method: 'POST',
    path: '/access-tokens',
    access: 'session',
    body: CreateTokenInput,
    data: z.object({ access_token: AccessToken }),
  },
  deleteToken: { method: 'DELETE', path: '/access-tokens/:id', access: 'session', params: Id, data: nothing },

  listMedia: {
    method: 'GET',
    path: '/media',
    access: 'session',
    query: MediaQuery,
    data: z.object({ media_uploads: z.array(MediaUpload), pagination: Pagination }),
  },
  getMedia: { method: 'GET', path: '/media/:id', access: 'session', params: Id, data: z.object({ media_upload: MediaUpload }) },
  uploadMedia: { method: 'POST', path: '/media/upload', access: 'session', body: 'multipart', data: UploadResult },

  getKeywords: {
    method: 'GET',
    path: '/keyword-settings',
    access: 'session',
    data: z.object({ keyword_settings: KeywordSettings }),
  },
  saveKeywords: {
    method: 'POST',
    path: '/keyword-settings',
    access: 'session',
    body: KeywordSettingsInput,
    data: z.object({ keyword_settings: KeywordSettings }),
  },
  keywordPresets: {
    method: 'GET',
    path: '/keyword-settings/presets',
    access: 'session',
    data: z.object({ presets: z.object({ forbidden: z.array(z.string()), required: z.array(z.string()) }) }),
  },

  listPlans: { method: 'GET', path: '/subscriptions/plans', access: 'public', data: z.object({ plans: z.array(Plan) }) },
  currentSubscription: {
    method: 'GET',
    path: '/subscriptions/current',
    access: 'session',
    data: z.object({ subscription: Subscription.nullable() }),
  },
  usage: { method: 'GET', path: '/subscriptions/usage', access: 'session', data: UsageAnswer },
  subscribe: { method: 'POST', path: '/subscriptions/subscribe', access: 'session', body: SubscribeInput, data: SubscribeResult },

  apiUpload: {
    method: 'POST',
    path: '/v1/upload',
    access: 'token',
    /** How long to wait for the verdict, in seconds. */
    query: z.object({
      wait: z.coerce
        .number()
        .int()
        .min(0)
        .max(limits.apiWaitMs / 1000)
        .optional(),
    }),
    body: 'multipart',
    data: UploadResult,
  },
  apiGetMedia: {
    method: 'GET',
    path: '/v1/media/:id',
    access: 'token',
    params: Id,
    data: z.object({ media_upload: MediaUpload }),
  },
} as const satisfies Record<string, Endpoint>;

/** What `data` of a success of that endpoint holds. */
export type EndpointData<E extends Endpoint> = z.output<E['data']>;

type Part<E extends Endpoint, K extends 'params' | 'query' | 'body'> = E[K] extends z.ZodObject
  ? Record<K, z.input<E[K]>>
  : Record<never, never>;
type QueryPart<E extends Endpoint> = E['query'] extends z.ZodObject ? { query?: z.input<E['query']> } : Record<never, never>;

/** What a caller passes to that endpoint; multipart bodies are sent by other means. */
export type EndpointInput<E extends Endpoint> = Part<E, 'params'> & QueryPart<E> & Part<E, 'body'>;

/** `data` of an answer when it has the shape that the endpoint promises, else undefined. */
export function readData<E extends Endpoint>(endpoint: E, data: unknown): EndpointData<E> | undefined {
  const schema: E['data'] = endpoint.data;
  return z.safeParse(schema, data).data;
}
