/** A reporter of vitest: says at the end which tests were skipped, one line for each reason. */
import { Skips } from './ci/skips.mjs';

export default class SkipReporter {
  onTestRunEnd(modules) {
    const skips = new Skips();
    skips.addTests(
      modules.map((file) => ({
        name: file.moduleId,
        assertionResults: [...file.children.allTests()].map((test) => ({
          ancestorTitles: suitesOf(test),
          title: test.name,
          status: test.result().state,
          meta: test.meta(),
        })),
      })),
    );
    skips.report();
  }
}

function suitesOf({ parent }) {
  return parent.type === 'suite' ? [...suitesOf(parent), parent.name] : [];
}
