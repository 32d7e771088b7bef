import { z } from 'zod';

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

export type EndpointTable = Record<string, Endpoint>;

export const Id = z.object({ id: z.uuid() });
export const nothing = z.null();
