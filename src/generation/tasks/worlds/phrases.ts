import type { RandomStream } from '../../../core/index.js';
import type { WayData } from '../../../environments/internal.js';

/** What people write before what they want; after a comma or a colon it goes on in lower case. */
const OPENINGS = [
  '',
  '',
  '',
  '',
  'Hi, ',
  'Hello, ',
  'Good morning. ',
  'Hi there. ',
  'Quick one: ',
  'Next one on my list: ',
  'Sorry to bother you again. ',
  "I hope you're well. ",
  'One more before lunch: ',
  'Small favour: ',
  'When you have a minute, ',
  'Before I forget: ',
  'Hey, ',
  'Something for you. ',
  'This came in by mail. ',
];

/** What they write after it. */
const CLOSINGS = [
  '',
  '',
  '',
  '',
  ' Thanks!',
  ' Thank you.',
  ' Thanks in advance.',
  ' Much appreciated.',
  ' Cheers.',
  ' Sorry for the short notice.',
  ' They are waiting at the desk.',
  ' It would be good to have that before noon.',
  " I'll wait for your reply.",
  ' No rush.',
  " I'm on the phone with them right now.",
];

/** How they say in which form they want the answer. */
const ANSWERS: Readonly<Record<NonNullable<WayData['answerKind']>, readonly string[]>> = {
  number: [
    'Just the number, please.',
    'A bare number will do.',
    'Answer with the number alone.',
    'Only the number, nothing around it.',
    'A plain figure is enough.',
    'The number is all I need.',
  ],
  money: [
    'Just the amount as a plain number, without the dollar sign.',
    'Give me the bare amount, like 12.50.',
    'Answer with the amount alone, no currency.',
    'Only the figure, please, no dollar sign.',
    'The amount is all I need, just digits and a point.',
    'One number, in dollars and cents, no sign.',
  ],
  text: [
    'Answer with exactly what the system says, nothing else.',
    'Just that, spelled as in the system.',
    'Only the entry itself, please, as it is stored.',
    'Reply with that alone.',
    'No sentence around it, please.',
    'I will paste your answer into a form, so send that and nothing more.',
  ],
  date: [
    'Give me the date as YYYY-MM-DD.',
    'Just the date, written YYYY-MM-DD.',
    'Date only, in the form YYYY-MM-DD.',
    'Answer with the date alone (YYYY-MM-DD).',
    'The day is all I need, in the form YYYY-MM-DD.',
  ],
  set: [
    'Answer with a JSON list; the order does not matter.',
    'Send them back as a JSON list, in any order.',
    'A JSON list of them, please.',
    'Reply with a JSON list and nothing else.',
    'As a JSON list, please; sort it or not.',
  ],
};

/** How they say what is to happen where the rules are against it. */
const BY_THE_RULES = [
  'If a rule forbids it, change nothing and answer with the code of that rule. Otherwise do it and answer "done".',
  'Should our rules not allow that, leave everything as it is and reply with the code of the rule; if they do, reply "done" once it is in.',
  'Please check the rules first. When one is against it, answer with its code and touch nothing; else go ahead and answer "done".',
  'In case that is not allowed, give me the code of the rule that stops it and leave things alone. If it is, go ahead and say "done".',
  'Only if the rules permit it, of course: reply with the code of the rule if they don\'t, and with "done" when it went through.',
  'Answer "done" when it is taken care of, or with the code of the rule that stands in the way. In that case nothing may change.',
  'Rules first: give me the code of the rule if one is against it (and leave it be), or "done" when it is in.',
  'Is that within our rules? If so, carry it out and answer "done"; if not, the code of the rule is all I need, and nothing changes.',
  'You know the rules better than I do. Forbidden: reply with the code and keep your hands off. Allowed: go ahead, then reply "done".',
  'Reply "done" once it went through. In case a rule is in the way, reply with its code instead, without any change.',
  'Go ahead if nothing in the rules speaks against it, and say "done". Else say which rule does, by its code, and stop there.',
  'They will ask why if we say no, so I need the code of the rule in that case. No change then. If it is fine, do it and answer "done".',
  'I need one word back: "done", or the code of the rule that forbids it (nothing must have changed then).',
  'I am not sure we may do that. If not, tell me which rule says so (the code is enough) and change nothing. If we may, do it and say "done".',
];

/** A way to ask, as people write: with a greeting or without, and with what they expect back. */
export function phrase(
  ask: string,
  { answerKind, isRuled }: { readonly answerKind: WayData['answerKind']; readonly isRuled: boolean },
  stream: RandomStream,
): string {
  const drawn = stream.pick(OPENINGS);
  // One colon is enough.
  const opening = drawn.endsWith(': ') && ask.includes(': ') ? '' : drawn;
  const wanted = isRuled
    ? ` ${stream.pick(BY_THE_RULES)}`
    : answerKind === undefined
      ? ''
      : ` ${stream.pick(ANSWERS[answerKind])}`;
  return `${opening}${/[,:] $/.test(opening) ? inLowerCase(ask) : ask}${wanted}${stream.pick(CLOSINGS)}`;
}

/** A sentence that goes on after a comma: names, titles, abbreviations and "I" keep their capital. */
function inLowerCase(sentence: string): string {
  return /^(?:I\b|Dr\b|[A-Z]{2}|\{)/.test(sentence)
    ? sentence
    : `${sentence.slice(0, 1).toLowerCase()}${sentence.slice(1)}`;
}
