import { describe, it } from 'vitest';
import { compareWithPython } from './differential.fixture.js';
import { humanEvalPrograms } from './programs.fixture.js';

const programs = humanEvalPrograms();
if (programs.length > 0) {
  compareWithPython({ title: 'HumanEval', programs: () => programs, atLeast: 200 });
} else {
  describe('HumanEval in the sandbox and in python3', () => {
    it.skip('(skipped: no data beside the checkout)', () => {});
  });
}
