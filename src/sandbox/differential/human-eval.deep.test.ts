import { unless } from '../../testing/unless.fixture.js';
import { compareWithPython } from './differential.fixture.js';
import { humanEvalPrograms } from './programs.fixture.js';

const programs = humanEvalPrograms();
if (programs.length > 0) {
  compareWithPython({ title: 'HumanEval', programs: () => programs, atLeast: 200 });
} else {
  unless('no data beside the checkout').it('HumanEval in the sandbox and in python3', () => {});
}
