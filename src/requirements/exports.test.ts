import { expect, it } from 'vitest';
import * as requirements from './index.js';
import * as kinds from './kinds.js';

it('exports every kind of requirement, these values, and no others', () => {
  expect(Object.keys(requirements).sort()).toEqual(
    [
      Object.keys(kinds).join(' '),
      // Judging.
      'checkPython createChecker checkReply pythonCodeGenerationRequirements pythonPlottingRequirements',
      // Requirements of one's own.
      'createRequirement passWith failWith notChecked',
      // The repair loop.
      'repairLoop defaultFixes strategies',
      // Models behind it.
      'generateWith generateJson',
    ]
      .flatMap((line) => line.split(' '))
      .sort(),
  );
});

it('holds the presets of the repair loop in one place', () => {
  expect(Object.keys(requirements.strategies).sort()).toEqual([
    'custom',
    'modelFriendlyRepair',
    'multiTurn',
    'rejectionSampling',
  ]);
});
