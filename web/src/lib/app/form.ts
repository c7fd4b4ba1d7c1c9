/** The limits and the focus of forms that say their faults themselves. */
import { tick } from 'svelte';

/** The fewest characters that a name has. */
export const LEAST_NAME = 2;
/** The fewest characters that a password has. */
export const LEAST_PASSWORD = 8;

/** Leads to the first field of a form that is marked as wrong, once the mark is there. */
export async function focusWrong(form: HTMLElement | undefined): Promise<void> {
  await tick();
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
