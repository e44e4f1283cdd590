import type { ModelSource, ReasoningEffort } from '../../models/index.js';
import { checkModel, checkNumber, definedOf, invalidOption } from '../evolutionary/options.js';
import type { ScriptSearchOptions } from '../script-search/script-search.js';

/** A script that solved another task, to take over from. */
export interface LibraryScript {
  readonly name: string;
  /** What it does, in words. */
  readonly description?: string;
  readonly script: string;
}

/** How values are refined. Each default has its reason; change them where your task differs. */
export interface ParetoRefineOptions {
  /** Writes the proposals: one of Mettle's models or of the AI SDK, or `provider/model`. */
  readonly model: ModelSource;
  /** Parents of a step. Default 2: several lines go on at once, so one wrong turn does not stop them all. */
  readonly parents?: number;
  /** Proposals for each parent, under way at the same time. Default 2: a model's second try is often the better one. */
  readonly proposals?: number;
  /** Proposals of the first step that do not see each other. Default 4: independent samples are a strong start. */
  readonly freshStart?: number;
  /**
   * Examples that every candidate kept is run on, drawn once. Default 64: enough to tell candidates apart, and what a
   * training set of scripts rarely exceeds.
   */
  readonly maxExamples?: number;
  /** Worst examples in a prompt. Default 2; beside them come one that candidates disagree on and one that is solved. */
  readonly worstExamples?: number;
  /**
   * Reward of an example that is solved. Default: the largest there can be, by the rewards' ranges and weights. Where a
   * reward has no upper end none is known to be solved, and the training goes on until its patience or budget ends.
   */
  readonly target?: number;
  /** Temperature of the model. Default 0.7: proposals for one parent should differ. */
  readonly temperature?: number;
  /** Temperature of proposals that begin anew. Default 1. */
  readonly freshTemperature?: number;
  /** Proposals without a gain after which the search begins anew beside what it has. Default 8: two steps. */
  readonly stagnation?: number;
  /** Proposals without a gain after which the training ends. Default 48: six times {@link stagnation}. */
  readonly patience?: number;
  /** Examples run at a time once a proposal has passed the gate. Default 8: then it may be given up early. */
  readonly chunk?: number;
  /** Runs that the end may spend on making the best scripts shorter. Default 200; 0 leaves them as they are. */
  readonly shrinkRuns?: number;
  /** Candidates that are shrunk and handed to the final choice. Default 5. */
  readonly finalists?: number;
  /**
   * Options of a program search that is tried first: what it finds, and its best guess, are candidates that the model goes on
   * from. Where proposals no longer gain, it tries to repair the best scripts, one in each step. Default null, none; `{}`
   * for searches of a second or two each, which cost no model call.
   */
  readonly search?: ScriptSearchOptions | null;
  /**
   * Scripts that solved other tasks: proposals of the operator `port` are shown one of them, drawn by chance. Default none.
   * What helps is learned as for every operator, so a library that does not costs a few proposals.
   */
  readonly library?: readonly LibraryScript[];
  /**
   * Lines of a script from which on replies may be edits of it, in the form `SEARCH`, `REPLACE`. Default 150: below, a
   * script written whole is cheaper than edits that fail to apply.
   */
  readonly editsAbove?: number;
  /** What else proposers should know. */
  readonly instructions?: string;
  /** Characters that a prompt shows of each value. Default 1,000. */
  readonly maxChars?: number;
  readonly maxOutputTokens?: number;
  readonly reasoningEffort?: ReasoningEffort;
}

/** {@link ParetoRefineOptions} with the defaults filled in. */
export type ParetoRefineSettings = Required<
  Omit<ParetoRefineOptions, 'maxOutputTokens' | 'reasoningEffort' | 'target'>
> &
  Pick<ParetoRefineOptions, 'maxOutputTokens' | 'reasoningEffort' | 'target'>;

const DEFAULTS = {
  parents: 2,
  proposals: 2,
  freshStart: 4,
  maxExamples: 64,
  worstExamples: 2,
  temperature: 0.7,
  freshTemperature: 1,
  stagnation: 8,
  patience: 48,
  chunk: 8,
  shrinkRuns: 200,
  finalists: 5,
  search: null,
  library: [],
  editsAbove: 150,
  instructions: '',
  maxChars: 1000,
} as const;

const COUNTS = [
  'parents',
  'proposals',
  'maxExamples',
  'worstExamples',
  'stagnation',
  'patience',
  'chunk',
  'finalists',
  'maxChars',
  'editsAbove',
] as const;

/**
 * Fills in the defaults.
 *
 * @throws {MettleError} `core/invalid_option`, naming the option.
 */
export function readParetoRefineOptions(options: ParetoRefineOptions): ParetoRefineSettings {
  const settings = { ...DEFAULTS, ...definedOf(options) };
  checkModel(options.model);
  for (const name of COUNTS) checkNumber(name, settings[name], { least: 1, whole: true });
  for (const name of ['freshStart', 'shrinkRuns'] as const)
    checkNumber(name, settings[name], { least: 0, whole: true });
  for (const name of ['temperature', 'freshTemperature'] as const)
    checkNumber(name, settings[name], { least: 0, whole: false });
  if (!Array.isArray(settings.library) || settings.library.some((one) => typeof one?.script !== 'string'))
    throw invalidOption('library is a list of { name, script }');
  if (settings.target !== undefined && !Number.isFinite(settings.target))
    throw invalidOption(`target is a number; got ${String(settings.target)}`);
  return settings;
}
