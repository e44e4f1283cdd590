import { isJsonObject, type Json } from '../../core/index.js';
import {
  addressDetector,
  type Detector,
  detectors,
  isSecretMember,
  type RedactionKind,
} from './detectors.js';
import { privateKeysIn } from './private-keys.js';

/** How often each kind was replaced. */
export type RedactionCounts = Readonly<Partial<Record<RedactionKind, number>>>;

/**
 * Replaces secrets and personal data by placeholders, `[redacted-email-1]`. The same value gets the same placeholder, so what was linked stays
 * linked; the numbers follow the order in which values are first seen.
 */
export class Redactor {
  readonly #detectors: readonly Detector[];
  readonly #placeholders: Map<string, string> = new Map();
  readonly #numbers: Map<RedactionKind, number> = new Map();
  #counts: Partial<Record<RedactionKind, number>> = {};

  constructor({ ips }: { readonly ips: boolean }) {
    this.#detectors = ips ? [...detectors, addressDetector] : detectors;
  }

  /** What was replaced since it was last asked. */
  takeCounts(): RedactionCounts {
    const counts = this.#counts;
    this.#counts = {};
    return counts;
  }

  text(text: string): string {
    if (text.length < 7) return text;
    let left = text;
    for (const [start, end] of privateKeysIn(text).reverse()) {
      left =
        left.slice(0, start) + this.#placeholder('private_key', left.slice(start, end)) + left.slice(end);
    }
    for (const detector of this.#detectors) left = this.#replaced(left, detector);
    return left;
  }

  /** Every text in a value, names of members too. A member that is called a secret is one, whatever it looks like. */
  json(value: Json): Json {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return (value as readonly Json[]).map((item) => this.json(item));
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        this.text(name),
        typeof member === 'string' && isSecretMember(name, member)
          ? this.#placeholder('password', member)
          : this.json(member),
      ]),
    );
  }

  #replaced(text: string, { kind, pattern, accepts }: Detector): string {
    const parts: string[] = [];
    let end = 0;
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      const [whole, group] = match;
      const found = kind === 'card' ? whole : (group ?? whole);
      if (accepts !== undefined && !accepts(found)) {
        // What is meant may begin within what isn't: a number before the number of a card.
        pattern.lastIndex = match.index + 1;
        continue;
      }
      const start = match.index + whole.length - found.length;
      parts.push(text.slice(end, start), this.#placeholder(kind, found));
      end = start + found.length;
    }
    return end === 0 ? text : parts.join('') + text.slice(end);
  }

  #placeholder(kind: RedactionKind, found: string): string {
    this.#counts[kind] = (this.#counts[kind] ?? 0) + 1;
    const key = `${kind} ${found}`;
    const known = this.#placeholders.get(key);
    if (known !== undefined) return known;
    const number = (this.#numbers.get(kind) ?? 0) + 1;
    this.#numbers.set(kind, number);
    const placeholder = `[redacted-${kind.replace('_', '-')}-${number}]`;
    this.#placeholders.set(key, placeholder);
    return placeholder;
  }
}
