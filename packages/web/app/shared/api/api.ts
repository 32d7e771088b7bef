import { pageConnection } from '../connection/page-connection.ts';
import { createCall } from './api-client.ts';
import { withRefresh } from './session-refresh.ts';

/** Calls one endpoint of the contract and gives its `data`; throws ClearframeError. */
export const call = createCall({ fetch: (input, init) => fetch(input, init), withRefresh, onNoAnswer: pageConnection.doubt });
