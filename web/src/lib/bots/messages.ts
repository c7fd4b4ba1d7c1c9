/** The messages that the page for bot authors shows; their types keep them true. */
import type { ClientMessage, NewGuest } from '../protocol';

export const GUEST: NewGuest = { name: 'Example', bearer: true };

export const SAID = {
  hello: [{ type: 'hello', protocol: 1, token: 'n3v2k8r1x7c5m9q4w6t0y2e8s1d7f3gh' }],
  sit: [{ type: 'sit', table: 'h4s9v1k2m7xd' }],
  act: [{ type: 'act', table: 'h4s9v1k2m7xd', seq: 17, action: 'C3' }],
  next: [
    { type: 'ready', table: 'h4s9v1k2m7xd' },
    { type: 'leave', table: 'h4s9v1k2m7xd' },
  ],
} as const satisfies Record<string, readonly ClientMessage[]>;
