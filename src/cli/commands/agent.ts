import type { FileTree } from '../../filesystem/index.js';
import type { Model, ModelPrices } from '../../models/index.js';
import type { CommandCall, CommandDefinition, CommandIo, CommandOutcome } from '../command.js';
import {
  commaList,
  missingArgument,
  oneOf,
  positiveNumber,
  seedOption,
  usageError,
  wholeNumber,
} from '../parse-option.js';
import type { AgentWork } from './agent/agent-work.js';

/** `mettle agent`: a deep agent on a copy of a folder. The folder changes only with `--apply`. */
export const agentCommand: CommandDefinition = {
  name: 'agent',
  args: '[task]',
  summary: 'have an agent do a task on a copy of a folder, and show what it changed',
  example:
    "npx --no mettle agent 'Make the tests in tests/ pass.' --workdir my-project\n  npx --no mettle agent --resume --apply --workdir my-project\n  npx --no mettle agent sessions",
  options: [
    { flags: '--workdir <dir>', description: 'folder to work on, as a copy; it changes only with --apply' },
    {
      flags: '--model <id>',
      description: 'provider/model, or offline; default: the model named in METTLE_MODEL',
    },
    {
      flags: '--prices <file>',
      description:
        'JSON file of prices per million tokens, {"provider/model": {"input": 1.25, "output": 10}}; default: METTLE_PRICES',
    },
    {
      flags: '--subagents <depth>',
      description: 'how deep subagents may nest; 0 for none',
      default: 1,
      parse: wholeNumber('--subagents', 0),
    },
    {
      flags: '--max-iterations <n>',
      description: 'limit on rounds of tool calls',
      default: 30,
      parse: wholeNumber('--max-iterations', 1),
    },
    {
      flags: '--max-cost <amount>',
      description: 'what the models may cost in all, resumed work included; the prices have to be known',
      parse: positiveNumber('--max-cost'),
    },
    {
      flags: '--max-tokens <n>',
      description: 'tokens that the models may read and write in all, resumed work included',
      parse: wholeNumber('--max-tokens', 1),
    },
    {
      flags: '--max-seconds <seconds>',
      description: 'seconds that this call may take',
      parse: positiveNumber('--max-seconds'),
    },
    {
      flags: '--engine <name>',
      description: 'what runs Python: auto, monty, cpython or docker',
      default: 'auto',
      parse: oneOf('--engine', ['auto', 'monty', 'cpython', 'docker']),
    },
    {
      flags: '--program <names>',
      description: 'gives the agent a shell with these programs of this machine, comma-separated: git,make',
      parse: commaList,
    },
    {
      flags: '--apply',
      description: 'when the agent has answered, show its changes and write them to the folder',
    },
    {
      flags: '--resume',
      description: 'continue earlier work on the folder that was stopped or not applied',
    },
    {
      flags: '--discard',
      description: 'drop earlier work on the folder that was stopped or not applied, and start again',
    },
    seedOption,
  ],
  run: runAgentCommand,
};

async function runAgentCommand(call: CommandCall, io: CommandIo): Promise<CommandOutcome> {
  const { realpath } = await import('node:fs/promises');
  const { resolve } = await import('node:path');
  const { workdir: option, resume, discard } = call.options;
  const [task] = call.args;
  if (task === 'sessions' && option === undefined) {
    const { listSessions } = await import('./agent/list-sessions.js');
    return listSessions(io);
  }
  if (typeof option !== 'string') throw missingArgument('Give --workdir, the folder to work on (as a copy).');
  if (task === undefined && resume !== true) throw missingArgument('Give a task in words, or --resume.');
  if (task !== undefined && resume === true)
    throw usageError('--resume continues its own task: leave out the task.');
  if (discard === true && resume === true)
    throw usageError('--resume continues the earlier work and --discard drops it: give one of them.');
  const workdir = await realpath(resolve(io.cwd, option)).catch(() => {
    throw usageError(`There is no folder ${option}. --workdir takes an existing one.`);
  });
  const { stateFolder } = await import('../state-folder.js');
  const path = stateFolder('agents', workdir, io);
  const { lockFolder } = await import('../../filesystem/internal.js');
  const lock = lockFolder(`${path}.lock`, option);
  try {
    return await workOn(call, io, { workdir, option, task, path });
  } finally {
    lock.release();
  }
}

/** Where an agent works, and on what. */
interface Place {
  readonly workdir: string;
  /** The folder as the user named it. */
  readonly option: string;
  readonly task: string | undefined;
  /** Where its work is kept. */
  readonly path: string;
}

async function workOn(
  call: CommandCall,
  io: CommandIo,
  { workdir, option, task, path }: Place,
): Promise<CommandOutcome> {
  const { options } = call;
  const { resume, discard, apply } = options;
  const [{ beginWork, keptWork, resumeWork }, { dropSessionFolder }] = await Promise.all([
    import('./agent/agent-work.js'),
    import('../../pipelines/internal.js'),
  ]);
  const kept = discard === true ? null : await keptWork(path);
  if (resume === true && kept === null)
    throw usageError(`There is no work on ${workdir} to resume. Give a task.`);
  if (resume !== true && kept !== null) {
    throw usageError(
      `There is earlier work on ${option} that was stopped or not applied: continue it with --resume, or give the task with --discard to drop it.`,
    );
  }
  const place = {
    workdir,
    folder: path,
    model: (words: string) => modelFor(words, options, io, workdir),
    prices: await pricesFor(options, io),
  };
  const work =
    resume === true ? await resumeWork(place, call, io) : await beginWork(task ?? '', place, call, io);
  const { files, answer, isAnswered, result, usage } = work;
  const patch = await files.patch();
  const { written, deleted } = files.changes();
  const hasWork = !isAnswered || patch !== '';
  const isApplied = apply === true && isAnswered && (await applyTo(files, workdir, io));
  if (isApplied || !hasWork) await dropSessionFolder(path);
  else {
    if (patch !== '' && !io.json) io.say(patch.trimEnd());
    sayHowToGoOn(work, option, io);
  }
  if (result !== null) io.say(usage.line());
  return {
    exitCode: isAnswered ? 0 : result?.error?.code.startsWith('models/') === true ? 3 : 1,
    document: {
      answer,
      stop_reason: result?.stopReason ?? 'answered',
      error: result?.error ?? null,
      changes: { written, deleted },
      patch,
      applied: isApplied,
      trajectory: result?.record ?? null,
      usage: usage.document(),
    },
    text: typeof answer === 'string' ? answer : '',
    resume: `Stopped. The work is kept; npx --no mettle agent --resume --workdir ${option} continues it.`,
  };
}

/** What models cost; null where neither option nor environment says. */
async function pricesFor({ prices }: CommandCall['options'], io: CommandIo): Promise<ModelPrices | null> {
  const file = typeof prices === 'string' ? prices : io.environment.METTLE_PRICES;
  if (file === undefined || file === '') return null;
  const { readPrices } = await import('./agent/read-prices.js');
  return readPrices(file, io);
}

async function modelFor(
  task: string,
  options: CommandCall['options'],
  io: CommandIo,
  workdir: string,
): Promise<Model> {
  if (options.model === 'offline') {
    const { offlineModel, offlineTask } = await import('./agent/offline-model.js');
    const { createFileTree } = await import('../../filesystem/index.js');
    return offlineModel(offlineTask(task, createFileTree({ base: workdir })), { seed: Number(options.seed) });
  }
  const [{ findModel }, { nameOfModel }, { openRetriedModel }] = await Promise.all([
    import('../../models/index.js'),
    import('../../models/internal.js'),
    import('../open-retried-model.js'),
  ]);
  const { environment } = io;
  const name = typeof options.model === 'string' ? options.model : findModel({ environment }).name;
  const model = await openRetriedModel(name, io);
  io.announce(`Model: ${nameOfModel(name)}.`);
  return model;
}

async function applyTo(files: FileTree, workdir: string, io: CommandIo): Promise<boolean> {
  const { applyChanges } = await import('../apply-changes.js');
  return applyChanges(files, workdir, io, {
    who: 'the agent',
    recover: `npx --no mettle run --recover --workdir ${workdir} undoes one that was interrupted`,
  });
}

function sayHowToGoOn({ isAnswered }: AgentWork, workdir: string, io: CommandIo): void {
  if (io.signal.aborted) return;
  const call = `npx --no mettle agent --resume --workdir ${workdir}`;
  io.say(
    isAnswered
      ? `Not written; ${call} --apply writes these changes.`
      : `The work is kept; ${call} continues it.`,
  );
}
