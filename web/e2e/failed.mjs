/** A reporter that writes the file of every failed test on a line of its own. */
export default async function* failed(events) {
  for await (const { type, data } of events) {
    if (type === 'test:fail' && data.file) yield `${data.file}\n`;
  }
}
