import { describe } from 'vitest';
import { sharedEngine } from '../../sandbox/index.js';
import { describeEnvironment } from '../testing/describe-environment.fixture.js';
import { pythonSubject } from './python-conformance.fixture.js';
import { createPythonEnvironment } from './python-environment.js';

const { available, reason } = await sharedEngine('monty').probe();

describe.skipIf(!available)(`on Monty${available ? '' : ` (skipped: ${reason})`}`, () => {
  describeEnvironment(
    'a Python world',
    pythonSubject(() => createPythonEnvironment({ engine: 'monty' })),
  );
});
