import { expect } from 'vitest';
import { isJsonObject, type Json } from '../../core/index.js';
import { needs } from '../../testing/needs.fixture.js';
import { BUILT, buildFrom, filesOf } from './build-session.fixture.js';

const { it } = await needs('sandbox');

const messagesOf = (step: Json) => (isJsonObject(step) ? JSON.stringify(step.messages ?? null) : '');

it('continues from every step, of subagents too, with the same files, and repeats no call that may have had an effect', async () => {
  let paid = 0;
  const pay = () => {
    paid += 1;
  };
  const whole = await buildFrom([], { pay });
  expect([whole.result.answer, filesOf(whole.result), paid]).toEqual(['Built.', BUILT, 1]);
  expect(whole.steps.length).toBeGreaterThan(20);
  const asked = whole.model.calls.length;
  for (let kept = 0; kept < whole.steps.length; kept++) {
    paid = 0;
    const earlier = whole.steps.slice(0, kept);
    const { result, model, steps, session } = await buildFrom(earlier, { pay });
    const replies = earlier.filter((step) => messagesOf(step).includes('"role":"assistant"')).length;
    expect([kept, result.answer, filesOf(result)]).toEqual([kept, 'Built.', BUILT]);
    // What was kept is not asked again.
    expect([kept, model.calls.length]).toEqual([kept, asked - replies]);
    const wasUnderWay = session.interrupted.some(({ call }) => call.toolName === 'pay');
    const hadPaid = earlier.some((step) => messagesOf(step).includes('"toolName":"pay"'));
    expect([kept, paid]).toEqual([kept, hadPaid ? 0 : 1]);
    if (wasUnderWay) expect(JSON.stringify(result.messages)).toContain('It may have had its effect');
    // The steps of both processes come to the same.
    const again = await buildFrom(steps.slice(0, -1), { pay });
    expect([kept, filesOf(again.result)]).toEqual([kept, BUILT]);
  }
});
