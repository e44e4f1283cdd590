import type { Program } from './program.js';
import type { PromptTemplate } from './prompt-template.js';

/** A way in which a skill is asked for. */
export interface SkillRequest {
  readonly template: PromptTemplate;
  /** For each input of the skill, the slot that it is in. */
  readonly inputs: readonly number[];
}

/** The world that a skill is for, as an agent sees it. */
export interface SkillWorld {
  /** The environment's name. */
  readonly name: string;
  /** Content hash of the tools. */
  readonly toolsHash: string;
  /** Content hash of what agents have to go by beside the request; null where there is nothing. */
  readonly instructionsHash: string | null;
}

/** A script that does what records of one kind did. Whether it does more is not known yet. */
export interface SkillCandidate {
  /** 1 to 64 of a–z, 0–9 and hyphens. */
  readonly name: string;
  readonly world: SkillWorld;
  /** The ways in which it is asked for, the most used first. */
  readonly requests: readonly SkillRequest[];
  /** Sentences of a request that say nothing of what is asked. */
  readonly asides: readonly string[];
  /** Names of the function's inputs. */
  readonly inputs: readonly string[];
  readonly program: Program;
  /** Python: one function, which calls tools as functions. */
  readonly script: string;
  /** Ids of the records that it was found in. */
  readonly records: readonly string[];
}
