import { compareWithPython } from './differential.fixture.js';
import { generatePrograms } from './program-generator.fixture.js';

compareWithPython({
  title: 'generated programs',
  programs: () => generatePrograms(20_261_122, 1_200),
  atLeast: 1_000,
});
