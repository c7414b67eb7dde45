import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** Prints red rows only: the name, and the text of the error without its stack. */
export class ShortReporter implements Reporter {
  onTestCaseResult(test: TestCase) {
    const { state, errors } = test.result();
    if (state !== 'failed') return;
    console.log(`✗ ${test.fullName}`);
    for (const { message } of errors) console.log(message.replaceAll(/^/gm, '  '));
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly { message: string }[]) {
    const tests = modules.flatMap(({ children }) => [...children.allTests()]);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    for (const { message } of [...errors, ...modules.flatMap((module) => module.errors())])
      console.log(`✗ ${message}`);
    console.log(`${count('passed')} passed, ${count('failed')} failed`);
  }
}
