import type { JsonObject } from '../../core/index.js';
import type { DatasetFilter, DedupKey, RubricName } from '../../evaluation/index.js';
import type { TaskSplit, TrajectoryMode } from '../../generation/index.js';
import type { BudgetLimits, ModelPrices } from '../../models/index.js';
import type { EnvironmentConfig } from '../../records/index.js';

/** A query of your own, with what a right run has to bring about. */
export interface RecipeQuery {
  readonly query: string;
  /** Checks, as a record's `expected` has them: any of `answer`, `state_digest`, `goals`, `invariants` and `process`. Default: none, and the outcome is `not_checked`. */
  readonly expected?: JsonObject;
}

/** Which generated tasks are played. */
export interface RecipeTasks {
  /** Difficulty, from 1. Default: mixed. */
  readonly level?: number;
  /** The part of all tasks. Default: any. */
  readonly split?: TaskSplit;
}

/** What is kept for the exports, as `filterDataset` keeps it. No record is filtered: `trajectories.jsonl` holds every run. */
export interface RecipeFilter extends DatasetFilter {
  /** Modes to keep. Default: all. */
  readonly modes?: readonly TrajectoryMode[];
}

/**
 * A whole run as plain data: which tasks are played in which worlds by whom, how runs are judged, and what is exported. Read one from
 * a file with `loadRecipe`, write it as an object, or make it from failures; run it with `mettle generate`.
 *
 * Everything is optional. An empty recipe plays ten generated tasks in a made-up shop with the model of `METTLE_MODEL`, or with the
 * offline policies.
 */
export interface Recipe {
  /** What people call the run. Decides nothing. Default `mettle-run`. */
  readonly name?: string;

  /** Your own tasks in place of generated ones, or the path of a file with them: one per line, or a JSON list. */
  readonly queries?: string | readonly (string | RecipeQuery)[];
  /** One query, played `numTrajectories` times. */
  readonly query?: string;
  /** What each of the `queries` is about, by position: kept in the records. Null or a missing entry is none. */
  readonly domains?: readonly (string | null)[];
  /** Which tasks are generated, where there are no queries. */
  readonly tasks?: RecipeTasks;
  /** Runs in all. Default: one for each of the `queries`, else 10. */
  readonly numTrajectories?: number;

  /**
   * The world: a kind (`sql`), the name of a built-in world (`hotel`), several kinds in one (`sql+python`), the path of a JSON file or module, or the options of
   * `openEnvironment`. Worlds in a list take turns. Default `sql`.
   */
  readonly environment?: string | EnvironmentConfig | readonly (string | EnvironmentConfig)[];
  /** The tools that agents see, by name. Default: all of the world. */
  readonly tools?: readonly string[];

  /** How runs are played. Default `single_agent`. */
  readonly mode?: TrajectoryMode;
  /** Whether the modes take turns: single, multi, code. Default false. */
  readonly varyModes?: boolean;
  /** Tool calls in one run. Default 20. */
  readonly maxSteps?: number;
  /** Default 0.7. */
  readonly temperature?: number;
  /** Tokens of one reply. Default 1,536. */
  readonly maxTokens?: number;
  /** How often the critic of `multi_agent` can send the work back. Default 2. */
  readonly maxRevisions?: number;
  /** The model that plays, as `provider/model`. Each of several plays every task. Default: the one that `METTLE_MODEL` names. */
  readonly model?: string | readonly string[];
  /** `auto`: the offline policies play if no model is named · true: always · false: a model, or an error. Default `auto`. */
  readonly useMock?: 'auto' | boolean;
  /**
   * Folders of skills, as `mettle skills` writes them. A task that asks for one of them is played by its script; who plays otherwise goes on where it
   * fails, and plays the rest. Of two with one name the one in the earlier folder is taken. Default: none.
   */
  readonly skills?: string | readonly string[];
  /** Plays without a model: `mixed` (the oracle and faults), `oracle`, or one fault such as `wrong_filter`. */
  readonly policy?: string;
  /** The model that writes thoughts for the runs of oracles. Default: none. */
  readonly rationales?: string;
  /** Of every choice by chance. Default 0. */
  readonly seed?: number;

  /** Whether each run is replayed in a fresh world. Default true. */
  readonly verify?: boolean;
  /** Whether each run is scored in six dimensions. Default true. */
  readonly evaluate?: boolean;
  /** What the dimensions weigh. Default `balanced`. */
  readonly rubric?: RubricName;
  /** The model that judges, as `provider/model`. Default: none, scores are counted. */
  readonly judge?: string;

  /** Whether runs that nearly repeat an earlier one are left out of the exports, and by what. True is `example`. Default false. */
  readonly dedup?: boolean | DedupKey;
  /** How alike two have to be, from 0.1 to 1. Default 0.85. */
  readonly dedupThreshold?: number;
  /** What is kept for the exports. */
  readonly filter?: RecipeFilter;
  /** Forms that `mettle export --format` knows. Default: none. */
  readonly exportFormat?: string | readonly string[];
  /** The exported file, from the output folder. Only with one format. Default: `trajectories.FORMAT.jsonl`. */
  readonly exportPath?: string;

  /** What model calls of all parts may use together, also after a resume; `seconds` since the first that is at work began. Default: unlimited. */
  readonly budget?: BudgetLimits;
  /** Prices by `provider/model`, for `budget.cost`. */
  readonly prices?: ModelPrices;
  /** Runs at once. Decides nothing about them. Default 4. */
  readonly concurrency?: number;
}
