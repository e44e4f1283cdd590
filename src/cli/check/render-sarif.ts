import { sha256 } from '../../core/index.js';
import type { Finding } from '../../python/index.js';
import { describeFinding, SourceLines } from '../../python/internal.js';
import type { RequirementResult } from '../../requirements/index.js';
import type { CheckedFile } from './check-document.js';
import { fileUri } from './file-uri.js';
import { locateInFile } from './locate.js';

/** A SARIF log with one run. Only the properties that are written here. */
export interface SarifLog {
  readonly $schema: string;
  readonly version: '2.1.0';
  readonly runs: readonly [SarifRun];
}

interface SarifRun {
  readonly tool: {
    readonly driver: {
      readonly name: string;
      readonly version: string;
      readonly rules: readonly { readonly id: string; readonly shortDescription: SarifMessage }[];
    };
  };
  readonly columnKind: 'utf16CodeUnits';
  readonly invocations: readonly [
    {
      readonly executionSuccessful: boolean;
      readonly toolExecutionNotifications: readonly {
        readonly level: 'error';
        readonly message: SarifMessage;
      }[];
    },
  ];
  readonly results: readonly SarifResult[];
}

interface SarifMessage {
  readonly text: string;
}

interface SarifResult {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly kind: 'fail' | 'open';
  readonly level: 'error' | 'warning' | 'note' | 'none';
  readonly message: SarifMessage;
  readonly locations: readonly {
    readonly physicalLocation: {
      readonly artifactLocation: { readonly uri: string };
      readonly region?: SarifRegion;
    };
  }[];
  /** The same for the same finding on an unchanged line, wherever that line has moved to in the file. */
  readonly partialFingerprints: { readonly 'findingOnLine/v1': string };
  readonly properties: { readonly requirement: string; readonly rule: string };
}

interface SarifRegion {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/**
 * Checked files as SARIF 2.1.0 (OASIS standard): a rule for each requirement, a result for each finding, for each
 * failure without one, and, of kind `open`, for each requirement that could not judge the code, at the place that kept
 * it from doing so. What was not asked for, and what waits for another requirement that did not pass, has no result.
 * Checks that could not be carried out are notifications of the invocation.
 */
export function sarifLog(checked: readonly CheckedFile[], version: string): SarifLog {
  const rules = new Map<string, number>();
  const results: SarifResult[] = [];
  const broken: string[] = [];
  const seen = new Map<string, number>();
  for (const { input, report } of checked) {
    for (const result of report.results) {
      if (!rules.has(result.requirement)) rules.set(result.requirement, rules.size);
      if (result.verdict === 'error') broken.push(`${input.file}: ${result.reason}`);
      else
        results.push(
          ...resultsOf(input.file, result, report.artefact, rules.get(result.requirement) ?? 0, seen),
        );
    }
  }
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'mettle',
            version,
            rules: [...rules.keys()].map((id) => ({ id, shortDescription: { text: `Requirement ${id}` } })),
          },
        },
        columnKind: 'utf16CodeUnits',
        invocations: [
          {
            executionSuccessful: broken.length === 0,
            toolExecutionNotifications: broken.map((text) => ({ level: 'error', message: { text } })),
          },
        ],
        results,
      },
    ],
  };
}

function resultsOf(
  file: string,
  result: RequirementResult,
  artefact: CheckedFile['report']['artefact'],
  ruleIndex: number,
  seen: Map<string, number>,
): SarifResult[] {
  const lines = new SourceLines(artefact.text);
  const fingerprint = (rule: string, place: Finding | null): string => {
    const line = place === null ? '' : lines.line(place.line).trim();
    const own = sha256(JSON.stringify([file, result.key, rule, line])).slice(0, 32);
    const count = (seen.get(own) ?? 0) + 1;
    seen.set(own, count);
    return `${own}:${count}`;
  };
  const make = (
    kind: SarifResult['kind'],
    level: SarifResult['level'],
    text: string,
    rule: string,
    place: Finding | null,
  ): SarifResult => ({
    ruleId: result.requirement,
    ruleIndex,
    kind,
    level,
    message: { text },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: fileUri(file) },
          ...(place === null ? {} : { region: regionOf(place) }),
        },
      },
    ],
    partialFingerprints: { 'findingOnLine/v1': fingerprint(rule, place) },
    properties: { requirement: result.key, rule },
  });
  const isOpen = result.verdict === 'not_checked';
  const isAdvice = result.severity === 'should';
  const found = result.findings.map((finding) =>
    make(
      isOpen ? 'open' : 'fail',
      isOpen ? 'none' : finding.severity === 'info' ? 'note' : isAdvice ? 'warning' : finding.severity,
      describeFinding(finding),
      finding.rule,
      locateInFile(finding, artefact),
    ),
  );
  const wasAsked = result.cause !== 'by_choice' && result.cause !== 'dependency';
  if (isOpen && found.length === 0)
    return !wasAsked ? [] : [make('open', 'none', result.reason, 'not_checked', null)];
  if (result.verdict === 'fail' && found.length === 0) {
    return [make('fail', isAdvice ? 'warning' : 'error', result.reason, 'fail', null)];
  }
  return found;
}

function regionOf({ line, column, endLine, endColumn }: Finding): SarifRegion {
  return { startLine: line, startColumn: column, endLine, endColumn };
}
