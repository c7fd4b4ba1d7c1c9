/** Copies a text to the clipboard. Returns true if that worked: over plain HTTP browsers forbid it. */
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
