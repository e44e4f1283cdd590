import { compareWithPython } from './differential.fixture.js';
import { fixturePrograms } from './programs.fixture.js';

compareWithPython({ title: 'ordinary programs', programs: fixturePrograms, atLeast: 79 });
