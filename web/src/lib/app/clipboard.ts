/** Puts a text where it can be pasted from. Says whether that worked: over plain HTTP browsers forbid it. */
export async function copyText(text: string): Promise<boolean> {
  const clipboard = window.navigator.clipboard as Clipboard | undefined;
  try {
    if (!clipboard) return false;
    await clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
