/** The service worker as the browser starts it. The list of what it keeps is put in when the page is built. */
import { leadTo, type Tab } from './notification';
import { Worker, type Kept } from './worker';

interface ExtendableEvent extends Event {
  waitUntil(done: Promise<unknown>): void;
}

interface FetchEvent extends ExtendableEvent {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface NotificationEvent extends ExtendableEvent {
  notification: Notification;
}

/** The parts that a service worker has and a page does not. */
interface Scope {
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: NotificationEvent) => void): void;
  clients: {
    claim(): Promise<void>;
    matchAll(which: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly Tab[]>;
    openWindow(url: string): Promise<unknown>;
  };
}

declare const __KEPT__: Kept;

const scope = globalThis as unknown as Scope;
const worker = new Worker(__KEPT__, caches, (request, init) => fetch(request, init));

// A new version waits until no page is left of the one before. Where it takes over at once (`skipWaiting`), a page
// that is loaded in that moment never gets an answer, now and then (Chromium 156); and the page is the newest anyway.
scope.addEventListener('install', (event) => {
  event.waitUntil(worker.install());
});
scope.addEventListener('activate', (event) => {
  event.waitUntil(worker.activate().then(() => scope.clients.claim()));
});
scope.addEventListener('fetch', (event) => {
  const answer = worker.answer(event.request, location.origin);
  if (answer) event.respondWith(answer);
});
scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const address: unknown = event.notification.data;
  if (typeof address !== 'string') return;
  const tabs = {
    all: () => scope.clients.matchAll({ type: 'window', includeUncontrolled: true }),
    open: (url: string) => scope.clients.openWindow(url),
  };
  event.waitUntil(leadTo(address, location.origin, tabs));
});
