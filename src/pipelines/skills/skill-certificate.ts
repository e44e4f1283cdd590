import { canonicalJson, type JsonObject, sha256 } from '../../core/index.js';
import { packageVersion } from '../../core/internal.js';
import type { CertificateSignature, SigningOptions } from '../../records/index.js';
import { signText } from '../../records/internal.js';
import type { CompiledSkill } from './compile-skills.js';

/** The certificate of a skill as its file has it: what it came from, what it was tested on, and the hashes of its files. */
export async function skillCertificate(
  { name, world, records, test, margin, coverage }: CompiledSkill,
  files: Readonly<Record<string, string>>,
  { privateKeyFile }: SigningOptions,
): Promise<JsonObject> {
  const hashes = Object.entries(files).map(([path, text]) => [path, sha256(text)] as const);
  const unsigned: JsonObject = {
    version: 1,
    skill: name,
    mettle: packageVersion(),
    files: Object.fromEntries(hashes.sort(([left], [right]) => (left < right ? -1 : 1))),
    world: {
      name: world.name,
      tools_hash: world.toolsHash,
      instructions_hash: world.instructionsHash,
      fingerprints: [...test.worlds.fingerprints],
      worlds: test.worlds.count,
    },
    records: [...records],
    test: {
      tasks: test.tasks,
      tasks_hash: test.tasksHash,
      baseline: { name: test.baseline.name, version: test.baseline.version },
      skill_passes: test.skillPasses,
      baseline_passes: test.baselinePasses,
      better: test.better,
      worse: test.worse,
      p_value: test.pValue,
      margin,
      confidence: test.confidence,
      worse_at_most: test.worseAtMost,
      success_at_least: test.successAtLeast,
      model_calls: { baseline: test.modelCalls.baseline, skill: test.modelCalls.skill },
      tool_calls: { baseline: test.toolCalls.baseline, skill: test.toolCalls.skill },
      asked: coverage.asked,
      looked_at: coverage.tasks,
    },
  };
  if (privateKeyFile === undefined) return { ...unsigned, signature: null };
  const signature = await signText(canonicalJson(unsigned), privateKeyFile);
  return { ...unsigned, signature: signatureRecord(signature) };
}

function signatureRecord({ publicKey, value }: CertificateSignature): JsonObject {
  return { public_key: publicKey, value };
}
