/** Keeps the screen on while one plays: a phone that locks itself loses the connection, and with it the deal. */

/** Asks for the screen to stay on, again whenever the page is seen anew. Returns a function that lets it go. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | undefined;
  let over = false;

  async function ask(): Promise<void> {
    // The browser takes the lock from a page that is hidden; an insecure origin has none to give.
    if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
    try {
      const given = await navigator.wakeLock.request('screen');
      if (over) await given.release();
      else lock = given;
    } catch {
      // Refused, as when the battery is low.
    }
  }
  const seen = (): void => void ask();

  document.addEventListener('visibilitychange', seen);
  seen();
  return () => {
    over = true;
    document.removeEventListener('visibilitychange', seen);
    void lock?.release();
  };
}
