import type { Message } from '../message.js';
import type { Requirement } from '../requirement.js';
import type { Severity } from '../verdict.js';

/**
 * The conversation with the contract stated: what will be checked, added to the last message of the user. Without
 * such a message, or without requirements that a model is told of, a message is added, or nothing.
 */
export function withContract(
  task: readonly Message[],
  requirements: readonly Requirement[],
): readonly Message[] {
  const told = (severity: Severity): readonly string[] =>
    requirements
      .filter((one) => !one.checkOnly && one.severity === severity && one.description.trim() !== '')
      .map(({ description }) => `- ${description}`);
  const [must, should] = [told('must'), told('should')];
  const contract = [
    ...(must.length === 0 ? [] : ['The answer is checked by a program. It must meet all of these:', ...must]),
    ...(should.length === 0 ? [] : ['It should also meet these:', ...should]),
  ].join('\n');
  if (contract === '') return task;
  return appendToUser(task, contract);
}

/** The conversation with `text` added to its last message, if that is the user's, else as a new message. */
export function appendToUser(messages: readonly Message[], text: string): readonly Message[] {
  const last = messages.at(-1);
  if (last?.role !== 'user') return [...messages, { role: 'user', content: text }];
  return [...messages.slice(0, -1), { role: 'user', content: `${last.content}\n\n${text}` }];
}
