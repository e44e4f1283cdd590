import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { packageFolders, python3 } from '../../testing/needs.fixture.js';
import { unless } from '../../testing/unless.fixture.js';
import { createChecker } from '../pipeline/checker.js';
import { ImportRestrictions } from '../python/import-restrictions.js';
import { PythonCodeExtraction } from '../python/python-code-extraction.js';
import { PythonSyntaxValid } from '../python/python-syntax-valid.js';
import { JUDGED_REPLIES, type JudgedReply } from './beside-mellea.fixture.js';

/** Mellea 0.8; without it, only Mettle is tried. */
const packages = packageFolders(['mellea']);

interface Judged {
  readonly code: string | null;
  readonly extraction: boolean;
  readonly syntax: boolean;
  readonly imports: boolean;
}

const requirements = [
  PythonCodeExtraction(),
  PythonSyntaxValid(),
  ImportRestrictions({ allowedImports: ['json', 'math'] }),
];

async function judge({ text, toolCalls = [] }: JudgedReply): Promise<Judged> {
  await using checker = createChecker({ requirements });
  const { code, results } = await checker.check({ text, toolCalls });
  const [extraction, syntax, imports] = results.map(({ verdict }) => verdict === 'pass');
  return {
    code,
    extraction: extraction === true,
    syntax: syntax === true,
    imports: imports === true,
  };
}

/** The code and all three verdicts, as they should be. */
function rightAbout({ code, isValid, isAllowed }: JudgedReply): Judged {
  return { code, extraction: code !== null, syntax: isValid, imports: isAllowed };
}

/** Mellea also reads the imports of code that is no program, so of that its extraction and syntax count. */
function isRight(judged: Judged, reply: JudgedReply): boolean {
  const right = rightAbout(reply);
  return (
    (judged.code?.trim() ?? null) === right.code &&
    judged.extraction === right.extraction &&
    judged.syntax === right.syntax &&
    (!reply.isValid || judged.imports === right.imports)
  );
}

const replies = Object.values(JUDGED_REPLIES).flat();

describe(`${replies.length} replies of every kind`, () => {
  it.each(replies.map((reply) => [reply.name, reply] as const))('%s', async (_, reply) => {
    const judged = await judge(reply);
    expect({ ...judged, code: judged.code?.trim() ?? null }).toEqual(rightAbout(reply));
  });

  unless(packages.missing).it('Mellea alone is right about none', { timeout: 300_000 }, async () => {
    const rows: string[] = [];
    const alone: string[] = [];
    for (const [kind, ofKind] of Object.entries(JUDGED_REPLIES)) {
      const theirs = besideMellea(ofKind);
      const ours = await Promise.all(ofKind.map(judge));
      const right = (judged: readonly Judged[]): readonly boolean[] =>
        ofKind.map((reply, at) => isRight(judged[at] as Judged, reply));
      const [mettle, mellea] = [right(ours), right(theirs)];
      const onlyMellea = ofKind.filter((_, at) => mellea[at] === true && mettle[at] !== true);
      alone.push(...onlyMellea.map(({ name }) => name));
      const count = (all: readonly boolean[]): number => all.filter(Boolean).length;
      rows.push(
        `| ${kind} | ${ofKind.length} | ${count(mettle)} | ${count(mellea)} | ${onlyMellea.length} |`,
      );
    }
    console.log(rows.join('\n'));
    expect(alone).toEqual([]);
  });
});

function besideMellea(of: readonly JudgedReply[]): readonly Judged[] {
  const script = fileURLToPath(new URL('__fixtures__/beside_mellea.py', import.meta.url));
  const { status, stdout, stderr } = spawnSync(python3, [script], {
    env: { ...process.env, PYTHONPATH: packages.folders.join(':') },
    input: JSON.stringify(of),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`Mellea could not be asked: ${stderr.slice(-2000)}`);
  return JSON.parse(stdout) as readonly Judged[];
}
