import { canonicalJson, type Json, type JsonObject } from '../../core/index.js';
import { startOf } from '../../core/internal.js';
import type { Trajectory } from '../../records/index.js';
import type { CompiledSkill } from './compile-skills.js';
import { functionName, skillInputs } from './match-skill.js';
import { requestWords } from './request-words.js';
import { SKILL_TEST } from './skill-test-script.js';
import { traceOf } from './traces.js';

/** Records that a skill's own tests are made from, at most. */
const MOST_CASES = 5;
/** Bytes of the answers of tools in one of them, at most. */
const MOST_BYTES = 100_000;

/**
 * The files of a skill's folder but for its certificate, by path: `SKILL.md`, the script, what requests it is for, and tests that
 * need Python and nothing else.
 */
export function skillFiles(
  skill: CompiledSkill,
  records: readonly Trajectory[],
): Readonly<Record<string, string>> {
  return {
    'SKILL.md': skillText(skill),
    'requests.json': jsonText({
      version: 1,
      world: {
        name: skill.world.name,
        tools_hash: skill.world.toolsHash,
        instructions_hash: skill.world.instructionsHash,
      },
      inputs: [...skill.inputs],
      requests: skill.requests as unknown as Json,
      asides: [...skill.asides],
    }),
    'script.py': skill.script,
    'tests/cases.json': jsonText(casesOf(skill, records)),
    'tests/test_script.py': SKILL_TEST,
  };
}

function jsonText(value: Json): string {
  return `${canonicalJson(value)}\n`;
}

function skillText(skill: CompiledSkill): string {
  const { name, inputs, requests, world, test, records } = skill;
  const shown = requests.slice(0, 8).map((request) => requestWords(request, inputs));
  const tools = [...new Set(skill.program.steps.map(({ tool }) => tool))];
  const call = `${functionName(skill)}(${inputs.map((input) => `${input}=…`).join(', ')})`;
  const about = `Does a request such as "${shown[0] ?? ''}" with the tools of ${world.name}, by one script and without further decisions. Use it when a request has these words and nothing beside them.`;
  return `---
name: ${name}
description: ${JSON.stringify(about)}
compatibility: ${JSON.stringify(startOf(`The tools ${tools.join(', ')} of ${world.name}, as functions of Python`, 500))}
metadata:
  certificate: certificate.json
---
# ${name}

Requests that it is for, with their inputs in braces:

${shown.map((words) => `- ${words}`).join('\n')}

Run \`script.py\` where the tools are functions of Python, then call

\`\`\`python
${call}
\`\`\`

Give each input as it stands in the request: a number as a number, a quoted text without its quotes. What it returns is the
answer. If it raises an error, the request is another one: do it yourself, and look first at what was changed.

Inputs:

${inputsText(skill)}

It was found in ${records.length} verified runs, and played on ${test.tasks} tasks that none of them is about: it did ${test.skillPasses}, ${test.baseline.name}
did ${test.baselinePasses}. With ${Math.round(100 * test.confidence)} % confidence it does at least ${(100 * test.successAtLeast).toFixed(1)} % of such tasks. \`certificate.json\` has the figures,
and \`python3 tests/test_script.py\` plays some of the runs again.
`;
}

function inputsText({ inputs, requests }: CompiledSkill): string {
  if (inputs.length === 0) return '- none';
  return inputs
    .map((name, input) => {
      const slots = requests.flatMap(({ template, inputs: own }) => template.slots[own[input] ?? -1] ?? []);
      const kinds = [...new Set(slots.map(({ kind }) => kind))].sort().join(' or ');
      const isOpen = slots.some(({ values }) => values === null);
      const seen = [...new Set(slots.flatMap(({ values }) => values ?? []))].map((value) =>
        JSON.stringify(value),
      );
      return `- \`${name}\`: ${kinds}${isOpen ? '' : `, one of ${seen.sort().join(', ')}`}`;
    })
    .join('\n');
}

/** Runs of records that the script does again, call by call. */
function casesOf(skill: CompiledSkill, records: readonly Trajectory[]): JsonObject {
  const own = new Set(skill.records);
  const cases: JsonObject[] = [];
  for (const record of records) {
    if (cases.length >= MOST_CASES) break;
    const inputs = own.has(record.id) ? skillInputs(skill, record.task.prompt) : null;
    const trace = inputs === null ? null : traceOf(record);
    if (inputs === null || trace === null) continue;
    const calls = trace.groups.flatMap((group) =>
      group.calls.map(({ tool, arguments: given, data }) => ({ tool, arguments: given, data })),
    );
    const tools = trace.groups.map(({ tool }) => tool);
    // Some records went another way to the same end, such as with one more look.
    if (tools.join() !== skill.program.steps.map(({ tool }) => tool).join()) continue;
    const one: JsonObject = { record: record.id, inputs: { ...inputs }, calls, answer: trace.answer };
    if (canonicalJson(one).length <= MOST_BYTES) cases.push(one);
  }
  return { function: functionName(skill), cases };
}
