/** The messages and the command that the page for bot authors shows; types keep messages true. */
import type { ClientMessage, NewGuest } from '../protocol';

export const GUEST: NewGuest = { name: 'Example', bearer: true };

/** The laboratory's question how good the bot is, without a server. */
export const MATCH = 'vzetek-lab match "exec:python3 mybot.py" random --game tablic --deals 100';

export const SAID = {
  hello: [{ type: 'hello', protocol: 1, token: 'n3v2k8r1x7c5m9q4w6t0y2e8s1d7f3gh', picture: 'decisions' }],
  sit: [{ type: 'sit', table: 'h4s9v1k2m7xd' }],
  act: [{ type: 'act', table: 'h4s9v1k2m7xd', seq: 17, action: 'C3' }],
  next: [
    { type: 'ready', table: 'h4s9v1k2m7xd' },
    { type: 'leave', table: 'h4s9v1k2m7xd' },
  ],
} as const satisfies Record<string, readonly ClientMessage[]>;
