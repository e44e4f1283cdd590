import { posix } from 'node:path';
import { isJsonObject, type JsonObject } from '../../core/index.js';
import {
  CODING_TOOLS,
  type CodingClient,
  codexCommand,
  isUnread,
  patchOfLine,
  refusedByClient,
  SHELL_TOOLS,
} from '../../environments/internal.js';
import { isImported, type ObservationStep, type ToolCallStep, type Trajectory } from '../../records/index.js';
import { pipelineError } from '../error-codes.js';

/** A call of a session, and what the log says that it gave. */
export interface SessionCall {
  /** As the log has it. */
  readonly callId: string;
  readonly tool: string;
  readonly arguments: JsonObject;
  /** What it works on: files, the shell, or neither. */
  readonly kind: 'file' | 'shell' | 'other';
  /** The shell line; empty for other tools. */
  readonly command: string;
  /** Null where the log has no result. */
  readonly logged: ObservationStep | null;
  /** Why it isn't run; null where it is. */
  readonly notRun: string | null;
  /** Whether the client refused it because the file had not been read. */
  readonly isUnread: boolean;
}

/** A thought of a session, between its calls. */
export interface SessionThought {
  readonly thought: string;
}

/** What of a session can be run again, in its order. */
export interface SessionPlan {
  readonly client: CodingClient;
  /** The folder that the session worked in, as it calls it. */
  readonly root: string;
  readonly prompt: string;
  /** How the log names the session; null where it doesn't. */
  readonly sessionId: string | null;
  readonly steps: readonly (SessionCall | SessionThought)[];
  readonly answer: string | null;
}

/** Calls of tools that no folder has, and why they aren't run. */
const ELSEWHERE: readonly (readonly [tools: RegExp, reason: string])[] = [
  [/^(?:Web(?:Fetch|Search)|web_search|fetch|web_search_call)$/, 'it uses the network'],
  [/^(?:Task|Agent|spawn_agent|subagent|dispatch_agent)$/, 'it is a sub-agent'],
  [/^(?:mcp__|[^.]+\.)/, 'it is a tool of another server'],
  [
    /^(?:BashOutput|KillShell|KillBash|TaskOutput|TaskStop|write_stdin|Monitor)$/,
    'it works on a process that ran on after its call',
  ],
  [
    /^(?:TodoWrite|TodoRead|TaskCreate|TaskUpdate|TaskList|TaskGet|update_plan|ExitPlanMode|EnterPlanMode|AskUserQuestion|Skill|SlashCommand|ToolSearch|request_user_input)$/,
    'it is the client’s own and changes no file',
  ],
  [/^(?:view_image)$/, 'it shows an image'],
];

/** Words at the start of a command that reach for the network. */
const NETWORK =
  /(?:^|[;&|(]|\bsudo )\s*(?:curl|wget|ssh|scp|rsync|gh|docker|podman|kubectl|brew|npx|apt|apt-get|git (?:clone|pull|push|fetch|ls-remote)|(?:python3? -m )?pip3? (?:install|download)|uv (?:pip|sync|add|tool|run)|poetry (?:install|add)|(?:npm|pnpm|yarn|bun) (?:i|ci|install|add)|cargo (?:add|install|fetch)|go (?:get|mod download))\b/;

const IMAGES = /\.(?:png|jpe?g|gif|webp|pdf|bmp)$/i;

/**
 * What of an imported session can be run again.
 *
 * @throws {MettleError} `pipelines/no_session` for a record that isn't the session of a client whose tools are known.
 */
export function planSession(trajectory: Trajectory): SessionPlan {
  const imported = trajectory.task.metadata.imported;
  const { format, folder, id } = isJsonObject(imported) ? imported : {};
  if (!isImported(trajectory) || typeof format !== 'string' || !Object.hasOwn(CODING_TOOLS, format)) {
    throw pipelineError(
      'no_session',
      `This is no session of Claude Code, Codex or Pi, whose steps could be run again: it was read as ${JSON.stringify(format ?? trajectory.environment.name)}.`,
    );
  }
  const client = format as CodingClient;
  const observed = new Map(
    trajectory.steps.flatMap((step) => (step.type === 'observation' ? [[step.callId, step] as const] : [])),
  );
  const steps = trajectory.steps.flatMap((step): (SessionCall | SessionThought)[] => {
    if (step.type === 'thought') return [{ thought: step.content }];
    return step.type === 'tool_call' ? [callOf(step, client, observed.get(step.callId) ?? null)] : [];
  });
  const isUsable = typeof folder === 'string' && /^\/[^\0]*[^/\0]/.test(folder);
  return {
    client,
    root: isUsable ? posix.normalize(folder).replace(/\/$/, '') : '/project',
    prompt: trajectory.task.prompt,
    sessionId: typeof id === 'string' ? id : null,
    steps,
    answer: typeof trajectory.finalAnswer === 'string' ? trajectory.finalAnswer : null,
  };
}

/** Whether a step is a call. */
export function isCall(step: SessionCall | SessionThought): step is SessionCall {
  return 'callId' in step;
}

function callOf(step: ToolCallStep, client: CodingClient, logged: ObservationStep | null): SessionCall {
  const { tool, given, problem } = translated(step);
  const isKnown = Object.hasOwn(CODING_TOOLS[client], tool);
  const isPatch = tool === 'apply_patch' || patchOfLine(given.command ?? given.cmd) !== null;
  const isShell = SHELL_TOOLS.includes(tool) && !isPatch;
  const command = isShell ? codexCommand(given.command ?? given.cmd) : '';
  const failed = logged?.status === 'error';
  const notRun =
    logged === null
      ? 'the log has no result of it'
      : !isKnown
        ? (ELSEWHERE.find(([tools]) => tools.test(tool))?.[1] ?? `there is no tool ${tool} here`)
        : (problem ?? refusedByClient(logged.content, failed) ?? refusedHere({ tool, given, command }));
  return {
    callId: step.callId,
    tool,
    arguments: given,
    kind: isKnown ? (isShell ? 'shell' : 'file') : 'other',
    command,
    logged,
    notRun,
    isUnread: logged !== null && failed && isUnread(logged.content),
  };
}

/** A call as the tools of a world take it. */
function translated({ tool, arguments: given, invalidArguments: invalid }: ToolCallStep): {
  readonly tool: string;
  readonly given: JsonObject;
  readonly problem: string | null;
} {
  // A tool of Codex that takes text.
  if (tool === 'apply_patch' && invalid !== undefined)
    return { tool, given: { input: invalid }, problem: null };
  const name = tool === 'container.exec' || tool === 'local_shell_call' ? 'shell' : tool;
  return { tool: name, given, problem: invalid === undefined ? null : 'its arguments are no JSON' };
}

function refusedHere({
  tool,
  given,
  command,
}: {
  readonly tool: string;
  readonly given: JsonObject;
  readonly command: string;
}): string | null {
  if (given.run_in_background === true) return 'it ran on in the background';
  if (NETWORK.test(command)) return 'it uses the network';
  if (tool === 'Read' || tool === 'read') {
    const path = String(given.file_path ?? given.path ?? '');
    if (IMAGES.test(path)) return 'it shows an image';
    if (path.endsWith('.ipynb') && tool === 'Read') return 'the client shows a notebook in a form of its own';
  }
  return null;
}
