/** The ways to the server: one of each for the whole page. */
import { ApiError, createApi, type FailureCode } from '../net/api';
import { Socket } from '../net/socket';
import { openWebSocket } from '../net/websocket';
import { PAGE_TIMERS } from '../timers';

export const api = createApi({
  fetch: (input, init) => window.fetch(input, init),
  timers: PAGE_TIMERS,
  keepsCookies: () => navigator.cookieEnabled,
});

export const socket = new Socket({
  open: () => openWebSocket('/ws'),
  timers: PAGE_TIMERS,
  random: Math.random,
});

/** Returns the code of an error, for which there are words. */
export function failureCode(error: unknown): FailureCode {
  return error instanceof ApiError ? error.code : 'internal';
}
