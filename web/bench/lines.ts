// A reporter that prints only the benchmark figures, and errors.
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

export default class Lines implements Reporter {
  onStdOut(chunk: string | Buffer): void {
    process.stdout.write(chunk);
  }

  onTestEnd(test: TestCase, { error }: TestResult): void {
    if (error) console.error(`bench ${test.title}: failed\n${error.message ?? ''}`);
  }

  onError({ message }: { message?: string }): void {
    console.error(message);
  }

  printsToStdio(): boolean {
    return true;
  }
}
