import { createRequire } from 'node:module';
import type { RE2JS } from 're2js';
import { type JsonObject, type OptionKinds, option } from '../../core/index.js';
import { errorMessage, invalidOption } from '../../core/internal.js';

const load = createRequire(import.meta.url);

/**
 * Something in what a tool prints that differs from run to run, such as a clock. Two observations that differ in nothing else are alike.
 * Plain data: the masks of a world stand in its description.
 */
export interface ObservationMask {
  /** snake_case; what a report calls it. */
  readonly name: string;
  /** What is replaced, as a regular expression of RE2; absent where only the order of lines is left out. */
  readonly pattern?: string;
  /** What stands in its place; `$1` is the first group. Default: the name in angle brackets. */
  readonly replacement?: string;
  /** Whether the order of lines makes no difference. Default false. */
  readonly sortLines?: boolean;
  /** A regular expression of RE2: only shell lines in which it is found are masked. Default: all. */
  readonly commands?: string;
}

const MONTH = '(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const DAY = '(Mon|Tue|Wed|Thu|Fri|Sat|Sun)';

/** What usually differs: clocks, durations, ids that a process draws, the owner of files, and orders that a file system decides. */
export const DEFAULT_OBSERVATION_MASKS: readonly ObservationMask[] = [
  {
    name: 'time',
    pattern: String.raw`\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}([.,]\d+)?)?( ?(Z|UTC|[+-]\d{2}:?\d{2}))?`,
  },
  {
    name: 'time',
    pattern: `${DAY},? (${MONTH} +[0-9]{1,2}|[0-9]{1,2} ${MONTH}( [0-9]{4})?) [0-9]{2}:[0-9]{2}:[0-9]{2}( [A-Z]{2,5})?( [0-9]{4})?( [+-][0-9]{4})?`,
  },
  { name: 'clock', pattern: String.raw`\b\d{1,2}:\d{2}:\d{2}([.,]\d+)?\b` },
  { name: 'duration', pattern: String.raw`\b\d+m\d+[.,]\d+s\b` },
  {
    name: 'duration',
    pattern: String.raw`\b(\d+\.\d+ ?(s|sec|secs|seconds?)|\d+(\.\d+)? ?(ms|µs|us|ns|msec))\b`,
  },
  {
    name: 'date',
    pattern: String.raw`\b\d{4}-\d{2}-\d{2}\b`,
    commands: String.raw`\bdate\b|datetime|strftime|\bstat\b`,
  },
  { name: 'address', pattern: String.raw`\b0x[0-9a-f]{6,16}\b` },
  { name: 'uuid', pattern: String.raw`\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b` },
  { name: 'temporary_name', pattern: String.raw`\btmp\.?[A-Za-z0-9_]{6,10}\b` },
  { name: 'process_id', pattern: String.raw`(?m)^\[\d+\] \d+$` },
  {
    name: 'listing',
    pattern: String.raw`(?m)^(d...)[rwxsStT-]{6}[.+@]? +\d+ +\S+ +\S+ +[\d.,]+[KMG]? +[A-Z][a-z]{2} +\d{1,2} +[\d:]{4,5} `,
    replacement: '$1 <listing> ',
    commands: String.raw`\b(ls|ll)\b`,
  },
  {
    name: 'listing',
    pattern: String.raw`(?m)^([-lbcps]...)[rwxsStT-]{6}[.+@]? +\d+ +\S+ +\S+ +([\d.,]+[KMG]?) +[A-Z][a-z]{2} +\d{1,2} +[\d:]{4,5} `,
    replacement: '$1 <listing> $2 ',
    commands: String.raw`\b(ls|ll)\b`,
  },
  { name: 'blocks', pattern: String.raw`(?m)^total [\d.,]+[KMG]?$`, commands: String.raw`\b(ls|ll)\b` },
  {
    name: 'blocks',
    pattern: String.raw`(?m)^[\d.,]+[KMG]?\t`,
    replacement: '<blocks>\t',
    commands: String.raw`\bdu\b`,
  },
  { name: 'git_id', pattern: String.raw`\b[0-9a-f]{7,40}\b`, commands: String.raw`\bgit\b` },
  {
    name: 'shell_name',
    pattern: String.raw`(?m)^(/[A-Za-z0-9_./-]+/)?(ba|z|da)?sh: (line )?\d+: `,
    replacement: '<shell_name>: ',
  },
  {
    name: 'program_path',
    pattern: '(/[A-Za-z0-9_.-]+){0,8}/(bin|programs|shims)/([A-Za-z0-9_.+-]+)',
    replacement: '<program_path>/$3',
  },
  {
    name: 'file_order',
    sortLines: true,
    commands: String.raw`\b(find|rg|fd|du|tree)\b|\bgrep\b.* -[a-zA-Z]*[rR]|os\.(walk|listdir|scandir)|glob|iterdir`,
  },
];

/** The kinds of an {@link ObservationMask}. */
const MASK_OPTIONS: OptionKinds<ObservationMask> = {
  name: option.required(option.text),
  pattern: option.text,
  replacement: option.string,
  sortLines: option.boolean,
  commands: option.text,
};

/** A text without what masks leave out, and the names of those that left something out. */
export interface MaskedText {
  readonly text: string;
  readonly masks: readonly string[];
}

interface CompiledMask {
  readonly mask: ObservationMask;
  readonly pattern: RE2JS | null;
  readonly commands: RE2JS | null;
}

/** Masks, ready to be used. */
export class ObservationMasks {
  readonly #masks: readonly CompiledMask[];

  /**
   * @param caller - who is to be named where a mask is wrong
   * @throws {MettleError} `core/invalid_option`
   */
  constructor(masks: readonly ObservationMask[], caller: string) {
    this.#masks = masks.map((mask, index) => {
      const where = `masks[${index}]`;
      for (const name of Object.keys(mask)) {
        if (!Object.hasOwn(MASK_OPTIONS, name))
          throw invalidOption(caller, `${where}.${name}`, 'no such member', 'it');
      }
      if (typeof mask.name !== 'string' || !/^[a-z][a-z0-9_]*$/.test(mask.name)) {
        throw invalidOption(
          caller,
          `${where}.name`,
          'a name in snake_case',
          JSON.stringify(mask.name ?? null),
        );
      }
      if (mask.pattern === undefined && mask.sortLines !== true) {
        throw invalidOption(
          caller,
          where,
          'a pattern, or sortLines: true',
          JSON.stringify(mask as unknown as JsonObject),
        );
      }
      return {
        mask,
        pattern: compile(mask.pattern, caller, `${where}.pattern`),
        commands: compile(mask.commands, caller, `${where}.commands`),
      };
    });
  }

  /** @param command - the shell line that printed it; the empty text for other tools */
  apply(given: string, command: string): MaskedText {
    let text = given;
    const used = new Set<string>();
    for (const { mask, pattern, commands } of this.#masks) {
      if (commands !== null && !commands.matcher(command).find()) continue;
      const before = text;
      if (pattern !== null) text = pattern.matcher(text).replaceAll(mask.replacement ?? `<${mask.name}>`);
      if (mask.sortLines === true) text = text.split('\n').sort().join('\n');
      if (text !== before) used.add(mask.name);
    }
    return { text, masks: [...used] };
  }
}

function compile(source: string | undefined, caller: string, where: string): RE2JS | null {
  if (source === undefined) return null;
  // Loaded for the first mask.
  const { RE2JS: engine } = load('re2js') as typeof import('re2js');
  try {
    return engine.compile(source);
  } catch (error) {
    throw invalidOption(
      caller,
      where,
      'a regular expression of RE2',
      `${JSON.stringify(source)} (${errorMessage(error)})`,
    );
  }
}
