/** The introduction of the first game on the front page. */
import type { Component } from 'svelte';
import { FIRST_KIND, KINDS } from '.';

const INTRODUCTIONS = import.meta.glob<Component>('./*/components/Introduction.svelte', { eager: true, import: 'default' });

/** Nothing, if that game has none. */
export const Introduction = INTRODUCTIONS[`./${KINDS[FIRST_KIND].game}/components/Introduction.svelte`];
