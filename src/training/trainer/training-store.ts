import {
  canonicalJson,
  contentHash,
  isJsonObject,
  type Json,
  type JsonObject,
  type MettleError,
} from '../../core/index.js';
import { trainingError } from '../error-codes.js';
import type { EvaluationPurpose } from '../optimizer.js';
import type { VariableValues } from '../trainable-program.js';
import type { TrainingOutcome } from '../training-outcome.js';

const PURPOSES: readonly EvaluationPurpose[] = ['propose', 'select', 'test'];

function purposesOf(bits: number): EvaluationPurpose[] {
  return PURPOSES.filter((_, place) => (bits & (1 << place)) !== 0);
}

const FORMAT = 'mettle-training-outcomes';
const VERSION = 1;

interface SavedLooks {
  readonly exampleId: string;
  readonly lookers: readonly {
    readonly candidate: string;
    readonly purposes: readonly EvaluationPurpose[];
  }[];
}

/** A candidate that was run on an example, and what for. */
export interface Look {
  readonly candidate: string;
  readonly purpose: EvaluationPurpose;
}

/**
 * Every outcome of candidate × example, once, and which candidates were compared on which example, and for what
 * purpose.
 */
export class TrainingStore {
  readonly #outcomes = new Map<string, Map<string, TrainingOutcome | null>>();
  /** By example, then by candidate: a bit for each purpose. */
  readonly #looks = new Map<string, Map<string, number>>();
  readonly #values = new Map<string, VariableValues>();
  #size = 0;

  /** How many outcomes are kept. */
  get size(): number {
    return this.#size;
  }

  /** Keeps an outcome; the first of a candidate on an example stays. */
  add(outcome: TrainingOutcome): void {
    const kept = this.#of(outcome.candidate);
    if (kept.get(outcome.exampleId) != null) return;
    kept.set(outcome.exampleId, outcome);
    this.#size++;
  }

  /** Takes the place of an outcome that is asked for, so that outcomes stay in the order of asking. */
  expect(candidate: string, exampleId: string): void {
    const kept = this.#of(candidate);
    if (!kept.has(exampleId)) kept.set(exampleId, null);
  }

  get(candidate: string, exampleId: string): TrainingOutcome | undefined {
    return this.#outcomes.get(candidate)?.get(exampleId) ?? undefined;
  }

  /** The outcomes of a candidate in the order in which they were asked for. */
  of(candidate: string): TrainingOutcome[] {
    return [...(this.#outcomes.get(candidate)?.values() ?? [])].filter((outcome) => outcome !== null);
  }

  /** All outcomes, candidate by candidate. */
  all(): TrainingOutcome[] {
    return [...this.#outcomes.keys()].flatMap((candidate) => this.of(candidate));
  }

  /** Keeps what a candidate is. */
  name(candidate: string, values: VariableValues): void {
    if (!this.#values.has(candidate)) this.#values.set(candidate, values);
  }

  /** The values of a candidate; undefined for one that was never run. */
  valuesOf(candidate: string): VariableValues | undefined {
    return this.#values.get(candidate);
  }

  /** Notes that a candidate is compared with an example. */
  look(candidate: string, exampleId: string, purpose: EvaluationPurpose): void {
    let lookers = this.#looks.get(exampleId);
    if (lookers === undefined) {
      lookers = new Map();
      this.#looks.set(exampleId, lookers);
    }
    lookers.set(candidate, (lookers.get(candidate) ?? 0) | (1 << PURPOSES.indexOf(purpose)));
  }

  /** Who was ever compared with an example, and what for. */
  looksAt(exampleId: string): Look[] {
    return [...(this.#looks.get(exampleId) ?? [])].flatMap(([candidate, purposes]) =>
      purposesOf(purposes).map((purpose) => ({ candidate, purpose })),
    );
  }

  /** Everything the store holds, as JSON that {@link TrainingStore.fromJson} reads. */
  toJson(): JsonObject {
    return {
      format: FORMAT,
      version: VERSION,
      candidates: Object.fromEntries(this.#values) as unknown as JsonObject,
      outcomes: this.all() as unknown as Json,
      looks: [...this.#looks].map(([exampleId, lookers]) => ({
        exampleId,
        lookers: [...lookers].map(([candidate, purposes]) => ({ candidate, purposes: purposesOf(purposes) })),
      })),
    };
  }

  /**
   * Reads what {@link TrainingStore.toJson} gave.
   *
   * @throws {MettleError} `training/invalid_data` for anything else, and for another version.
   */
  static fromJson(json: Json): TrainingStore {
    const { format, version, candidates, outcomes, looks } = isJsonObject(json) ? json : {};
    if (format !== FORMAT || version !== VERSION || !isJsonObject(candidates))
      throw notOutcomes(version ?? null);
    if (!Array.isArray(outcomes) || !Array.isArray(looks)) throw notOutcomes(version);
    const store = new TrainingStore();
    for (const [candidate, values] of Object.entries(candidates)) {
      store.name(candidate, values as unknown as VariableValues);
    }
    for (const outcome of outcomes) {
      if (!isOutcome(outcome)) throw notOutcomes(version);
      store.add(outcome);
    }
    for (const looked of looks) {
      if (!isLooks(looked)) throw notOutcomes(version);
      const { exampleId, lookers } = looked;
      for (const { candidate, purposes } of lookers) {
        for (const purpose of purposes) {
          if (!PURPOSES.includes(purpose)) throw notOutcomes(version);
          store.look(candidate, exampleId, purpose);
        }
      }
    }
    return store;
  }

  #of(candidate: string): Map<string, TrainingOutcome | null> {
    const kept = this.#outcomes.get(candidate);
    if (kept !== undefined) return kept;
    const made = new Map<string, TrainingOutcome | null>();
    this.#outcomes.set(candidate, made);
    return made;
  }
}

/** A candidate's values in full, and its id. */
export function identify(
  start: VariableValues,
  values: VariableValues,
): { readonly id: string; readonly values: VariableValues } {
  const full: VariableValues = { ...start, ...values };
  return { id: contentHash(full), values: full };
}

/** Whether two values are the same JSON. */
export function sameJson(left: unknown, right: unknown): boolean {
  return canonicalJson(left) === canonicalJson(right);
}

function isOutcome(value: unknown): value is TrainingOutcome {
  if (!isJsonObject(value)) return false;
  const { candidate, exampleId, reward, outputs, calls, usage } = value;
  return (
    typeof candidate === 'string' &&
    typeof exampleId === 'string' &&
    Number.isFinite(reward) &&
    Array.isArray(outputs) &&
    Array.isArray(calls) &&
    isJsonObject(usage)
  );
}

function isLooks(value: unknown): value is SavedLooks {
  return (
    isJsonObject(value) &&
    typeof value.exampleId === 'string' &&
    Array.isArray(value.lookers) &&
    value.lookers.every((looker) => isJsonObject(looker) && Array.isArray(looker.purposes))
  );
}

function notOutcomes(version: Json | undefined): MettleError {
  const words = version === undefined || version === null ? '' : ` of version ${JSON.stringify(version)}`;
  return trainingError(
    'invalid_data',
    `This is not a training's outcomes of version ${VERSION}${words === '' ? '' : `, but something${words}`}.`,
  );
}
