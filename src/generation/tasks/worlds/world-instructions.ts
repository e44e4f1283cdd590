import type { WorldData } from '../../../environments/internal.js';

/** What an agent in a world has to go by: who it is, what day it is, and the rules. */
export function worldInstructions({ about, today, rules, tools }: WorldData): string {
  const asking = Object.entries(tools).flatMap(([name, tool]) => ('ask' in tool ? [name] : []));
  const ask =
    asking.length === 0
      ? ''
      : ` If a request leaves open what only the person can know, ask with ${asking.join(' or ')}; never guess.`;
  return [
    `${about} Today is ${today}.${ask}`,
    'Before you answer, choose between two ways or refuse, look up the records that show what is right. Having a call refused is no look-up.',
    'Act by these rules. The system refuses a call that breaks one and names the rule:',
    ...rules.map(({ code, says }) => `${code}: ${says}`),
  ].join('\n');
}
