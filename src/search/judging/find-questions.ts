import { canonicalJson, type Json } from '../../core/index.js';
import { evaluateProgram, type Program } from '../programs/program.js';

/** Most answers that a question offers. */
const MOST_ANSWERS = 4;
/** Most questions, the one that tells most first. */
const MOST_QUESTIONS = 3;

/** An input that programs disagree on, with one program for each answer; the answer of the first program comes first. */
export interface Disagreement {
  readonly input: Json;
  readonly answers: readonly { readonly output: Json; readonly program: Program }[];
}

/**
 * The inputs whose outputs would tell most: where programs that all fit the examples give different answers. The more
 * even the answers are spread, the more one of them rules out; of inputs that tell as much, the shorter.
 *
 * @param programs - the chosen one first.
 */
export function findQuestions(programs: readonly Program[], inputs: readonly Json[]): Disagreement[] {
  const [chosen] = programs;
  if (chosen === undefined || programs.length < 2) return [];
  const questions: { readonly question: Disagreement; readonly told: number; readonly length: number }[] = [];
  for (const input of inputs) {
    const groups = answersOn(input, programs);
    const [first] = groups.values();
    if (groups.size < 2 || !first?.programs.includes(chosen)) continue;
    const sizes = [...groups.values()].map((group) => group.programs.length);
    const all = sizes.reduce((sum, size) => sum + size, 0);
    questions.push({
      question: {
        input,
        answers: [...groups.values()]
          .slice(0, MOST_ANSWERS)
          .map(({ output, programs: [program] }) => ({ output, program })),
      },
      told: sizes.reduce((told, size) => told - (size / all) * Math.log(size / all), 0),
      length: canonicalJson(input).length,
    });
  }
  return questions
    .sort((left, right) => right.told - left.told || left.length - right.length)
    .slice(0, MOST_QUESTIONS)
    .map(({ question }) => question);
}

interface Group {
  readonly output: Json;
  /** The cheapest first. */
  readonly programs: [Program, ...Program[]];
}

/** Programs by what they answer; those that fail on the input have none. */
function answersOn(input: Json, programs: readonly Program[]): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const program of programs) {
    const output = evaluateProgram(program, input);
    if (output === undefined) continue;
    const text = canonicalJson(output);
    const group = groups.get(text);
    if (group === undefined) groups.set(text, { output, programs: [program] });
    else group.programs.push(program);
  }
  return groups;
}
