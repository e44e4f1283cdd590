import { startOf } from '../../core/internal.js';

/** What the words around a block say about it. */
export interface Marker {
  /** 1: it is announced as the answer; -1: as something else (an example, a wrong or another version, output); 0: nothing. */
  readonly weight: -1 | 0 | 1;
  /** The words that say so. */
  readonly words: string;
}

const WINDOW = 400;
const COMMENT_WINDOW = 120;
const ANSWER =
  /\b(?:final (?:answer|code|version|solution|script|program|result)|(?:full|working|complete) (?:code|version|solution|script|program|implementation|function)|(?:corrected|fixed|revised|updated|improved|rewritten)\b|(?:here|this) is the (?:final|full|complete|whole)|here's the (?:final|full|complete|whole)|put(?:ting)? it all together)\b/gi;
/** Words for what is no answer; they speak of the block that follows. */
const ROLE =
  /\b(?:usage|example (?:of (?:use|usage)|output|input|usage|call|run)|for example|e\.g\.|expected output|output|prints|test it|tests?(?: cases?)?|traceback|error message|(?:pip )?install|original (?:code|version)|your code|previous(?:ly)?|first (?:attempt|draft|try)|old (?:code|version))\b/gi;
/** Words for another way to do the same, which replaces nothing. */
const OTHER_WAY =
  /\b(?:alternative(?:ly)?|another (?:\w+ )?(?:way|approach|option|version|solution|implementation|method)|(?:can|could|may|might) also|more (?!(?:correct|robust|accurate|complete|careful))\w+ (?:way|approach|version|solution|implementation|form))\b/gi;
const DEFECT =
  /\b(?:wrong|incorrect(?:ly)?|buggy|broken|bad|mistaken|do not|don't|never|avoid|instead of|not (?:right|correct))\b/gi;
/** Words that set what comes next against the answer, as what not to write. */
const CONTRAST =
  /\b(?:(?:common|typical|frequent|classic|usual) (?:mistake|error|bug)|pitfalls?|anti-?pattern|tempt(?:ed|ing) to|beware|would be (?:wrong|incorrect|buggy|a mistake)|the following (?:(?:code|version) )?(?:will|does|would|do)(?: not|n't)|naive (?:version|solution|approach|way|implementation)|not like this|(?:people|someone|beginners) (?:would|might|often|tend to)|on the other hand|easy to (?:mix up|confuse|forget))\b/gi;
/** Words of a correction, which such words may be a part of. */
const CORRECTS =
  /\b(?:fix(?:e[ds])?|correct(?:ed|ion|s)?|instead|so|therefore|use|replace[ds]?|better|improve[ds]?)\b/i;
/** Words that look back at what was said before, or that begin a correction of it. */
const BACK =
  /\b(?:that|above|previous|earlier|first|last|original|initial|my|it(?:'s| is| was)|wait|hmm+|oops|actually|sorry|no,|hold on)(?!\w)/i;
/** A sentence that warns of what comes next. */
const COMMAND = /^(?:do not|don't|never|avoid)\b/i;
/** A sentence that calls the code before it wrong. */
const CALLS_WRONG =
  /\b(?:that|this|it|above|code|version|attempt|try|draft|one|function)(?: (?:is|was|looks|seems)|'s)(?: \w+){0,2} (?:wrong|incorrect|buggy|broken|mistaken)\b|\b(?:is|was)(?:n't| not) (?:quite )?(?:right|correct)\b|\b(?:ignore|disregard|scrap|forget) (?:that|this|the (?:above|previous|last))\b/i;
const DENIED = /\b(?:not|n't|never|nothing) (?:\w+ )?(?:wrong|incorrect|buggy|broken)\b|\bif\b/i;
const HEADING = /^(?:#{1,6} |\*\*|__)/;

/**
 * Reads the words that introduce a block: the last sentence between the block before it and this one, the headings
 * there, and the first comment inside it. Words for a defect that look back ("wait, that was wrong:") speak of
 * the block before.
 */
export function markerBefore(text: string, from: number, start: number, code: string): Marker {
  const before = text.slice(Math.max(from, start - WINDOW), start);
  const comment = startOf(/^[ \t]*#([^\n]*)/.exec(code)?.[1] ?? '', COMMENT_WINDOW);
  const sentences = sentencesOf(before);
  const introduction = [...sentences.slice(0, -1).filter((one) => HEADING.test(one)), sentences.at(-1) ?? ''];
  const announced = [...sentences.filter((one) => !/\babove\b/i.test(one)), comment];
  const answer = lastMatch(ANSWER, announced.join('\n'));
  const other = [...introduction, comment].map(setAsideBy).findLast((words) => words !== undefined);
  if (answer !== undefined) return { weight: 1, words: answer };
  return other === undefined ? { weight: 0, words: '' } : { weight: -1, words: other };
}

/** The words after a block, up to the next one, that call it wrong. */
export function calledWrongAfter(text: string, from: number, end: number): string | undefined {
  const sentence = sentencesOf(text.slice(from, Math.min(end, from + WINDOW))).find(
    (one) =>
      CALLS_WRONG.test(one) && !DENIED.test(one) && !(one.endsWith(':') && setAsideBy(one) !== undefined),
  );
  return sentence === undefined ? undefined : CALLS_WRONG.exec(sentence)?.[0].toLowerCase();
}

function setAsideBy(sentence: string): string | undefined {
  const defect = !COMMAND.test(sentence) && BACK.test(sentence) ? undefined : lastMatch(DEFECT, sentence);
  const contrast = CORRECTS.test(sentence) ? undefined : lastMatch(CONTRAST, sentence);
  return defect ?? contrast ?? lastMatch(ROLE, sentence) ?? lastMatch(OTHER_WAY, sentence);
}

function lastMatch(pattern: RegExp, text: string): string | undefined {
  let last: string | undefined;
  for (const match of text.matchAll(pattern)) last = match[0];
  return last?.toLowerCase();
}

/** The sentences of a text; a paragraph or a heading ends one too. */
function sentencesOf(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?])\s+|\n\s*\n|\n(?=#{1,6} )/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}
