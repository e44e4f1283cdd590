import type { Json } from '../core/index.js';
import type { ToolCallPart } from '../models/index.js';
import { refusal, type ToolAnswer } from './run-tool-calls.js';
import type { SubmitTool } from './submit-tool.js';

/** What came of a call of `submit`: the answer to the call, and the value where it is taken. */
interface JudgedSubmission {
  readonly answer: ToolAnswer;
  readonly value: { readonly value: Json } | null;
}

/** Judges a call of `submit`. @param hasFailed whether another call of the same turn did: then the answer can't know of it. */
export async function judgeSubmission(
  call: ToolCallPart,
  submit: SubmitTool,
  hasFailed: boolean,
): Promise<JudgedSubmission> {
  if (call.invalidInput !== undefined)
    return { answer: refusal(call, 'the arguments are not JSON'), value: null };
  const submission = await submit.check(call.input);
  if (!submission.ok) {
    return {
      answer: refusal(call, `not accepted; ${submission.problems.join('; ')}. Submit again.`),
      value: null,
    };
  }
  if (hasFailed) {
    const reason = 'not accepted: another call of this turn failed. Look at its result, then submit again.';
    return { answer: refusal(call, reason), value: null };
  }
  return {
    answer: { call, output: { type: 'text', value: 'accepted' }, isError: false },
    value: { value: submission.value },
  };
}
