/** The site's own description: the version of the page, and what its operator has set at the build. */
import { version } from '../../package.json';

export const VERSION = version;

/** Returns a text that the environment of the build has set, if it has. */
function set(text: unknown): string | undefined {
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined;
}

/** The name of the site's operator. */
export const OPERATOR = set(import.meta.env['VITE_OPERATOR']);
/** Where they can be asked: an address of e-mail or of a page. */
export const CONTACT = set(import.meta.env['VITE_CONTACT']);
/** The address of the source code that runs here. */
export const SOURCE = set(import.meta.env['VITE_SOURCE']);

/** Returns where a contact leads: an address of a page as it is, one with an `@` as e-mail. */
export function contactAddress(contact: string): string {
  return /^https?:/.test(contact) || !contact.includes('@') ? contact : `mailto:${contact}`;
}
