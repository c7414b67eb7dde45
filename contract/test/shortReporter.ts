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
    const states = modules.flatMap((it) => [...it.children.allTests()].map((test) => test.result().state));
    const count = (state: string) => states.filter((it) => it === state).length;
    for (const { message } of [...errors, ...modules.flatMap((it) => it.errors())])
      console.log(`✗ ${message}`);
    console.log(`${count('passed')} passed, ${count('failed')} failed`);
  }
}
