import { defineOptions, type JsonObject, type OptionKinds, option } from '../../core/index.js';
import { invalidOption } from '../../core/internal.js';
import type { FileTree } from '../../filesystem/index.js';
import type { Engine, EngineChoice, SandboxLimits } from '../../sandbox/index.js';
import { resolveEngine, resolvePackages, resolveSandboxLimits } from '../../sandbox/internal.js';
import { defineEnvironment } from '../define-environment.js';
import type { Environment } from '../environment.js';
import { environmentError } from '../error-codes.js';
import { FileFacts } from '../files/file-facts.js';
import type { CheckedCall, WorldBody } from '../world-body.js';
import type { WorldState } from '../world-state.js';
import { worldStateDigest } from '../world-state.js';
import { claudeCodeTools } from './claude-code.js';
import type { ClientTools, CodingClient } from './client-tools.js';
import { codexTools } from './codex.js';
import { type CodingContents, treeOfSession } from './coding-contents.js';
import { CodingFacts } from './coding-facts.js';
import { CodingShell, type CodingShellSettings } from './coding-shell.js';
import { type CodingWorkspace, observationOf } from './coding-workspace.js';
import { DEFAULT_OBSERVATION_MASKS, type ObservationMask, ObservationMasks } from './observation-masks.js';
import { piTools } from './pi.js';
import { SessionPaths } from './session-paths.js';

/** Changes when the tools of {@link createCodingEnvironment} answer differently. */
const CODING_ENVIRONMENT_VERSION = 1;

/** What {@link createCodingEnvironment} makes a world from. */
export interface CodingEnvironmentOptions extends CodingContents {
  /** snake_case; part of the identity. Default `coding`. */
  readonly name?: string;
  /** Whose tools the world has. */
  readonly client: CodingClient;
  /** The folder of the session, absolute: what the tools call it, wherever the files lie. Default `/project`. */
  readonly root?: string;
  /** What a replay doesn't compare of what shell lines print. Default {@link DEFAULT_OBSERVATION_MASKS}. */
  readonly masks?: readonly ObservationMask[];
  /** The engine that confines the shell: by name, or one that the caller made and closes. Default `auto`. */
  readonly engine?: EngineChoice | Engine;
  /** Limits of each shell line, over those of a sandbox. */
  readonly limits?: Partial<SandboxLimits>;
  /** Programs of the host that the shell may start beside the usual small ones, as `createSandbox` takes them: `['git']`. Default: none. */
  readonly programs?: readonly string[];
  /** Folders of the host to import Python packages from, as `createSandbox` takes them. Default: none. */
  readonly packages?: string | readonly string[];
  /** SHA-256 of what the files are at the start, as the fingerprint has it; others are refused. Default: any. */
  readonly sha256?: string;
}

const OPTIONS: OptionKinds<CodingEnvironmentOptions> = {
  name: option.string,
  client: option.required(option.oneOf(['claude-code', 'codex', 'pi'])),
  root: option.text,
  files: option.record,
  folder: option.text,
  ignore: option.list(option.string),
  maxBytes: option.number,
  masks: option.list(option.object),
  engine: option.any,
  limits: option.object,
  programs: option.list(option.string),
  packages: option.either(option.string, option.list(option.string)),
  sha256: option.string,
};

const checkOptions = defineOptions<CodingEnvironmentOptions>()('createCodingEnvironment', OPTIONS);

/** The names of the tools that each client has in a coding world. */
export const CODING_TOOLS: Readonly<Record<CodingClient, ClientTools>> = {
  'claude-code': claudeCodeTools,
  codex: codexTools,
  pi: piTools,
};

/**
 * An environment whose worlds are folders of files with the tools that a coding agent has in Claude Code, Codex or Pi: files are read and
 * edited as there, and shell lines run in a bash that sees the files, `/tmp` and nothing else of the host, without a network. The state is
 * the files, without what version control and caches keep; `/tmp` and what lies beside the folder are none of it. Paths are those of the
 * session, wherever the files really lie.
 *
 * @example
 * ```ts
 * import { createCodingEnvironment } from 'mettle/environments';
 *
 * const environment = await createCodingEnvironment({ client: 'claude-code', root: '/home/me/shop', files: { 'price.py': 'price = 1\n' } });
 * const world = await environment.open({ seed: 0 });
 * await world.call('Edit', { file_path: '/home/me/shop/price.py', old_string: '1', new_string: '2' });
 * const { observation } = await world.call('Bash', { command: 'pwd; cat /home/me/shop/price.py' });
 * console.log(observation.content.split('\n')); // → [ '/home/me/shop', 'price = 2' ]
 * await world.close();
 * ```
 * @throws {MettleError} `core/invalid_option`, `environments/python_unavailable` where nothing here confines a shell,
 *   `environments/too_large`, and what `createFileTree` throws for the contents.
 */
export async function createCodingEnvironment(options: CodingEnvironmentOptions): Promise<Environment> {
  checkOptions(options);
  const { name = 'coding', client, root = '/project', masks = DEFAULT_OBSERVATION_MASKS } = options;
  if (!/^\/[^\0]*[^/\0]$/.test(root)) {
    throw invalidOption(
      'createCodingEnvironment',
      'root',
      'an absolute path of a folder that is not the root',
      root,
    );
  }
  const paths = new SessionPaths(root);
  const compiled = new ObservationMasks(masks, 'createCodingEnvironment');
  const { engine, version } = await shellEngine(options.engine);
  const settings: CodingShellSettings = {
    engine,
    limits: resolveSandboxLimits(options.limits),
    programs: [...new Set(options.programs ?? [])].sort(),
    packages: resolvePackages(options.packages),
  };
  const tree = treeOfSession(options, paths);
  const facts = FileFacts.of(tree);
  const initialDigest = worldStateDigest(new CodingFacts(facts, paths.root).now());
  if (options.sha256 !== undefined && options.sha256 !== initialDigest) {
    throw invalidOption(
      'createCodingEnvironment',
      'sha256',
      `that of the files, ${initialDigest}`,
      options.sha256,
    );
  }
  const tools = CODING_TOOLS[client];
  return defineEnvironment({
    name,
    version: CODING_ENVIRONMENT_VERSION,
    tools: Object.values(tools).map(({ definition }) => definition),
    identity: {
      client,
      root,
      initialDigest,
      masks: masks as unknown as JsonObject[],
      engine: engine.name,
      python: version,
      limits: { ...settings.limits },
      programs: [...settings.programs],
      packages: [...settings.packages],
    },
    // What a shell line prints is compared as its data has it: masked.
    volatile: Object.fromEntries(
      Object.keys(tools)
        .filter((tool) => SHELL_TOOLS.includes(tool))
        .map((tool) => [tool, ['content', 'error/message']]),
    ),
    begin: async () => {
      const files = tree.fork();
      return codingBody(
        { files, paths, masks: compiled, cwd: paths.root, shell: new CodingShell(files, paths, settings) },
        { facts: facts.ofFork(files), tools, settings },
      );
    },
  });
}

/** The tools that run shell lines. */
export const SHELL_TOOLS: readonly string[] = [
  'Bash',
  'shell',
  'local_shell',
  'shell_command',
  'exec_command',
  'bash',
];

interface BodyParts {
  readonly facts: FileFacts;
  readonly tools: ClientTools;
  readonly settings: CodingShellSettings;
}

function codingBody(workspace: CodingWorkspace, { facts, tools, settings }: BodyParts): WorldBody {
  const own = new CodingFacts(facts, workspace.paths.root);
  return {
    run: async ({ tool, arguments: given, signal }: CheckedCall) => {
      const answer = await tools[tool]?.run(given, { workspace, signal });
      if (answer === undefined) throw new Error(`A coding world has no tool ${tool}.`);
      return observationOf(answer);
    },
    state: (): WorldState => own.now(),
    fork: async () => {
      const files: FileTree = workspace.files.fork();
      const shell = new CodingShell(files, workspace.paths, settings);
      return codingBody({ ...workspace, files, shell }, { facts: facts.ofFork(files), tools, settings });
    },
    close: () => workspace.shell.close(),
  };
}

async function shellEngine(
  choice: EngineChoice | Engine = 'auto',
): Promise<{ readonly engine: Engine; readonly version: string | null }> {
  const engine = typeof choice === 'string' ? await resolveEngine(choice) : choice;
  const { available, reason, programs = [] } = await engine.probe();
  if (!available || !programs.includes('bash')) {
    const why = available ? 'it has no bash' : reason.replace(/\.$/, '');
    throw environmentError(
      'python_unavailable',
      `The engine ${engine.name} can't run shell lines here: ${why}.`,
    );
  }
  return { engine, version: /(?<!\d)\d+\.\d+/.exec(reason)?.[0] ?? null };
}
