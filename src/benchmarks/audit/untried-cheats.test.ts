import { expect, it } from 'vitest';
import { auditEnvironment } from './audit-environment.js';
import type { AuditTarget } from './audit-target.js';
import { shelf } from './planted.fixture.js';

/** The same environment, with a name for the tool that takes the answer by which nobody knows it. */
function renamed(target: AuditTarget): AuditTarget {
  const answering = /submit|answer|finish/;
  const own = target.tools.find(({ name }) => answering.test(name))?.name ?? '';
  return {
    ...target,
    tools: target.tools.map((tool) => (tool.name === own ? { ...tool, name: 'zonk' } : tool)),
    begin: async (place) => {
      const episode = await target.begin(place);
      return {
        ...episode,
        act: (action) => episode.act(action.tool === 'zonk' ? { ...action, tool: own } : action),
      };
    },
  };
}

it('calls nothing sound that it could not try: a tool for answers under a name of its own', async () => {
  const payingWords = shelf({ reward: (answer) => Number(String(answer).length > 1000) }, 0);
  const verdictOf = async (target: AuditTarget) =>
    (await auditEnvironment(target)).checks.find(({ id }) => id === 'adversarial_floor');
  expect(await verdictOf(payingWords)).toMatchObject({ verdict: 'fail' });
  expect(await verdictOf(renamed(payingWords))).toMatchObject({
    verdict: 'not_checked',
    measured: expect.stringMatching(/could not be tried/),
  });
});
