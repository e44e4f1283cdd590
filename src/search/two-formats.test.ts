import { afterAll, beforeAll, expect } from 'vitest';
import type { Sandbox } from '../sandbox/index.js';
import { needs } from '../testing/needs.fixture.js';
import { evaluateScript, makeExamples } from '../training/index.js';
import { openSearchSandbox } from './python-runner.fixture.js';
import { searchScript } from './search-script.js';

const { describe, it } = await needs('sandbox');

/** Rows of input and output. */
type Rows = readonly (readonly [string, string])[];

const pairs = (rows: Rows) => rows.map(([input, output]) => ({ input, output }));

describe('a column in two formats', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await openSearchSandbox();
  });
  afterAll(() => sandbox.close());

  it.each<readonly [string, Rows, Rows]>([
    [
      'names with a comma are turned round',
      [
        ['Lovelace, Ada', 'Ada Lovelace'],
        ['Alan Turing', 'Alan Turing'],
        ['Hopper, Grace', 'Grace Hopper'],
        ['Ken Thompson', 'Ken Thompson'],
        ['Liskov, Barbara', 'Barbara Liskov'],
        ['Tim Berners Lee', 'Tim Berners Lee'],
        ['Knuth, Donald', 'Donald Knuth'],
        ['Radia Perlman', 'Radia Perlman'],
      ],
      [
        ['Wirth, Niklaus', 'Niklaus Wirth'],
        ['Frances Allen', 'Frances Allen'],
      ],
    ],
    [
      'dates become ISO dates',
      [
        ['2024-03-07', '2024-03-07'],
        ['21.11.1998', '1998-11-21'],
        ['1999-12-31', '1999-12-31'],
        ['05.06.2010', '2010-06-05'],
        ['2001-01-15', '2001-01-15'],
        ['30.09.2022', '2022-09-30'],
        ['2015-08-20', '2015-08-20'],
        ['14.02.2007', '2007-02-14'],
      ],
      [
        ['1987-07-02', '1987-07-02'],
        ['09.10.2003', '2003-10-09'],
      ],
    ],
    [
      'handles and addresses get words of their own',
      [
        ['@ada', 'user ada'],
        ['alan@example.org', 'mail to alan'],
        ['@grace', 'user grace'],
        ['ken@lab.net', 'mail to ken'],
        ['@barbara', 'user barbara'],
        ['tim@web.org', 'mail to tim'],
        ['@donald', 'user donald'],
        ['radia@tree.com', 'mail to radia'],
      ],
      [
        ['@niklaus', 'user niklaus'],
        ['frances@ibm.com', 'mail to frances'],
      ],
    ],
  ])('%s', async (_name, rows, unseen) => {
    const { script } = await searchScript({
      examples: pairs(rows),
      budget: { maxEvaluations: 100_000 },
      seed: 0,
      sandbox,
    });
    const outcomes = await evaluateScript({
      script: script ?? '',
      examples: makeExamples(pairs(unseen)),
      sandbox,
    });
    expect(outcomes.map(({ feedback }) => feedback)).toEqual(unseen.map(() => null));
  });
});
