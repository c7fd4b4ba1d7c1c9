/** Names the slowest tests and those that failed, and counts all, in lines that `check` reads. VZETEK_TIMES is a file for the time of each. */
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, Suite, TestCase } from '@playwright/test/reporter';

const SLOWEST = 10;

export default class Summary implements Reporter {
  private suite: Suite | undefined;

  onBegin(_config: unknown, suite: Suite): void {
    this.suite = suite;
  }

  onEnd(): void {
    const all = this.suite?.allTests() ?? [];
    const tests = all.map((test) => ({
      file: basename(test.location.file),
      name: nameOf(test),
      seconds: (test.results.at(-1)?.duration ?? 0) / 1000,
      passed: test.outcome() === 'expected',
      why: (test.results.at(-1)?.errors ?? []).map(({ message }) => stripVTControlCharacters(message ?? '')).join(' '),
    }));
    tests.sort((a, b) => b.seconds - a.seconds);
    if (process.env.VZETEK_TIMES) writeFileSync(process.env.VZETEK_TIMES, `${JSON.stringify(tests, null, 2)}\n`);
    console.log('\nThe slowest:');
    for (const { file, name, seconds } of tests.slice(0, SLOWEST)) console.log(`${seconds.toFixed(1).padStart(6)} s  ${file}: ${name}`);
    const failed = tests.filter((test) => !test.passed);
    if (failed.length > 0) console.log();
    for (const { file, name, why } of failed) console.log(`FAILED ${file}: ${name}: ${why.replace(/\s+/g, ' ')}`);
    const passed = tests.length - failed.length;
    console.log(`\nSummary [${Math.round(process.uptime())}s] ${tests.length} tests: ${passed} passed, ${failed.length} failed`);
  }
}

function nameOf(test: TestCase): string {
  const project = test.parent.project()?.name ?? '';
  return project === 'desktop' ? test.title : `${test.title} (${project})`;
}
