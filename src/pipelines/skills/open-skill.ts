import { readdir } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import {
  canonicalJson,
  defineOptions,
  describeProblem,
  isJsonObject,
  type JsonObject,
  option,
  parseJsonText,
  type SchemaValidator,
  schemaValidator,
  sha256,
} from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import { readHostText } from '../../filesystem/internal.js';
import { checkSignature } from '../../records/internal.js';
import { pipelineError } from '../error-codes.js';
import type { UsableSkill } from './match-skill.js';
import type { SkillRequest } from './skill-candidate.js';
import { CERTIFICATE_SCHEMA, REQUESTS_SCHEMA } from './skill-schemas.js';

/** A skill from a folder, whose files are those that its certificate is of. */
export interface OpenedSkill extends UsableSkill {
  /** As `certificate.json` has it. */
  readonly certificate: JsonObject;
  /** Whether the certificate is signed with the key that was asked for. Without one, it says that nobody changed a file by accident. */
  readonly isSigned: boolean;
}

/** How {@link openSkill} checks. */
export interface OpenSkillOptions {
  /** File of the Ed25519 public key (PEM) that the certificate has to be signed with. Default: a signature is not asked for. */
  readonly publicKeyFile?: string;
}

const checkOptions = defineOptions<OpenSkillOptions>()('openSkill', { publicKeyFile: option.string });

/** Files of a folder. */
const MOST_FILES = 100;
/** What pytest writes beside the tests of a skill. */
const BYTECODE = /^tests\/__pycache__\/[^/]+\.pyc$/;

let requestsValidator: SchemaValidator | undefined;
let certificateValidator: SchemaValidator | undefined;

/**
 * Opens a skill's folder. Every file has to be as its certificate says, and there may be no other: a script that was changed is no
 * certified one.
 *
 * @throws {MettleError} `pipelines/invalid_skill`, saying what is wrong; `records/key_unusable`.
 */
export async function openSkill(folder: string, options: OpenSkillOptions = {}): Promise<OpenedSkill> {
  const { publicKeyFile } = checkOptions(options);
  const fail = (what: string): never => {
    throw pipelineError('invalid_skill', `${folder} holds no certified skill: ${what}.`);
  };
  const read = async (path: string): Promise<string> =>
    readHostText(join(folder, path), 'a skill').catch((error: unknown) =>
      fail(errorMessage(error).replace(/\.$/, '')),
    );
  const parse = (text: string, path: string): JsonObject => {
    let value: unknown;
    try {
      value = parseJsonText(text, { subject: path });
    } catch (error) {
      return fail(errorMessage(error).replace(/\.$/, ''));
    }
    return isJsonObject(value) ? (value as JsonObject) : fail(`${path} is no JSON object`);
  };
  const check = (validator: SchemaValidator, value: JsonObject, path: string): void => {
    const problem = validator.check(value)[0];
    if (problem !== undefined) fail(`in ${path}, ${describeProblem(problem, path)}`);
  };
  const certificate = parse(await read('certificate.json'), 'certificate.json');
  certificateValidator ??= schemaValidator(CERTIFICATE_SCHEMA);
  check(certificateValidator, certificate, 'certificate.json');
  if (certificate.skill !== basename(resolve(folder))) fail('its folder has another name than the skill');
  const hashes = certificate.files as JsonObject;
  const paths = await pathsIn(folder);
  const own = new Set([...Object.keys(hashes), 'certificate.json']);
  if (paths.length > MOST_FILES) fail(`it has more than ${MOST_FILES} files`);
  const foreign = paths.find((path) => !own.has(path) && !BYTECODE.test(path));
  if (foreign !== undefined) fail(`its certificate is not of ${foreign}`);
  const texts = new Map<string, string>();
  for (const [path, hash] of Object.entries(hashes)) {
    if (!paths.includes(path)) fail(`${path} is missing`);
    const text = await read(path);
    if (sha256(text) !== hash) fail(`${path} was changed after it was certified`);
    texts.set(path, text);
  }
  const script = texts.get('script.py') ?? fail('it has no script.py');
  const requestsText = texts.get('requests.json') ?? fail('it has no requests.json');
  if (!texts.has('SKILL.md')) fail('it has no SKILL.md');
  // The text that was compared with its hash: a file that is read again may be another one by now.
  const asked = parse(requestsText, 'requests.json');
  requestsValidator ??= schemaValidator(REQUESTS_SCHEMA);
  check(requestsValidator, asked, 'requests.json');
  const requests = asked.requests as unknown as UsableSkill['requests'];
  const inputs = asked.inputs as readonly string[];
  if (!requests.every((request) => hasItsSlots(request, inputs.length))) {
    fail('in requests.json, a request is about a slot that it does not have');
  }
  const world = asked.world as JsonObject;
  const isSigned = await signatureOf(certificate, publicKeyFile);
  if (publicKeyFile !== undefined && !isSigned) fail('its certificate is not signed with this key');
  return {
    name: String(certificate.skill),
    world: {
      name: String(world.name),
      toolsHash: String(world.tools_hash),
      instructionsHash: typeof world.instructions_hash === 'string' ? world.instructions_hash : null,
    },
    requests,
    asides: asked.asides as readonly string[],
    inputs,
    script,
    certificate,
    isSigned,
  };
}

/** Whether every slot that a request names is one of its own, and it gives every input. */
function hasItsSlots({ template, inputs }: SkillRequest, count: number): boolean {
  const { sentences, slots } = template;
  const named = [...sentences.flat().filter((part) => typeof part === 'number'), ...inputs];
  return (
    inputs.length === count &&
    named.every((slot) => slot >= 0 && slot < slots.length) &&
    slots.every(({ like }, slot) => like === undefined || like < slot)
  );
}

async function pathsIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

async function signatureOf(
  { signature, ...signed }: JsonObject,
  publicKeyFile: string | undefined,
): Promise<boolean> {
  if (!isJsonObject(signature) || publicKeyFile === undefined) return false;
  const given = { publicKey: String(signature.public_key), value: String(signature.value) };
  return (await checkSignature(canonicalJson(signed), given, publicKeyFile)) === 'good';
}
