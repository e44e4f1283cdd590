import { sharedEngine } from '../../sandbox/index.js';
import { unless } from '../../testing/unless.fixture.js';
import { describeEnvironment } from '../testing/describe-environment.fixture.js';
import { pythonSubject } from './python-conformance.fixture.js';
import { createPythonEnvironment } from './python-environment.js';

const { available, reason } = await sharedEngine('cpython').probe();

unless(available ? null : reason).describe('on CPython', () => {
  describeEnvironment(
    'a Python world',
    pythonSubject(() => createPythonEnvironment({ engine: 'cpython' })),
  );
});
