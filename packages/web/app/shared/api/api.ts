import { pageConnection } from '../connection/page-connection.ts';
import { createCall } from './api-client.ts';
import { painted } from './paint-first.ts';
import { withRefresh } from './session-refresh.ts';

/** What a person decided goes out at once, and all else after the picture that comes next. */
const send: typeof fetch = async (input, init) => {
  if (!init?.keepalive) await painted();
  return fetch(input, init);
};

/** Calls one endpoint of the contract and gives its `data`; throws ClearframeError. */
export const call = createCall({ fetch: send, withRefresh, onNoAnswer: pageConnection.doubt });
