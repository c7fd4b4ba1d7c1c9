/** Notifications of the browser's, for readers who look at something else. Only who asks for them gets any. */
import { recall, remember } from '../storage';
import { navigate } from './router.svelte';

const KEPT = 'vzetek.notifications';

/** The browser's word on notifications; `unknown` where it has none. */
type Permission = NotificationPermission | 'unknown';

function permission(): Permission {
  return 'Notification' in window ? Notification.permission : 'unknown';
}

class Notifications {
  permission = $state<Permission>(permission());
  private wanted = $state(recall(KEPT) === 'yes');

  /** True if notifications are shown while the page is hidden. */
  get on(): boolean {
    return this.wanted && this.permission === 'granted';
  }

  /** Turns them on or off; on only if the browser lets us, for which it asks the reader. */
  async choose(on: boolean): Promise<void> {
    if (on && this.permission === 'default') this.permission = await Notification.requestPermission();
    this.wanted = on && this.permission === 'granted';
    remember(KEPT, this.wanted ? 'yes' : 'no');
  }
}

export const notifications = new Notifications();

/** Notifies a reader who does not see the page; a press leads to the address. Each address has one notification. */
export function notify(text: string, address: string): void {
  if (!notifications.on || !document.hidden) return;
  try {
    const shown = new Notification('Vzetek', { body: text, tag: address, icon: '/apple-touch-icon.png' });
    shown.onclick = () => {
      shown.close();
      window.focus();
      navigate(address);
    };
  } catch {
    // Telephones leave this to service workers.
    void fromWorker(text, address);
  }
}

async function fromWorker(text: string, address: string): Promise<void> {
  const worker = await window.navigator.serviceWorker.getRegistration();
  await worker?.showNotification('Vzetek', { body: text, tag: address, icon: '/apple-touch-icon.png', data: address });
}
