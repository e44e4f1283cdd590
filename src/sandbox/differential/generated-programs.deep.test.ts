import { compareWithPython } from './differential.fixture.js';
import { generatePrograms } from './program-generator.fixture.js';

compareWithPython({
  title: 'generated programs',
  programs: () => generatePrograms(20_261_122, 800),
  atLeast: 660,
});
