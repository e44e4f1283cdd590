import { isJsonObject, type Json, type RandomStream } from '../../../core/index.js';
import type { Actor } from '../../../environments/index.js';
import type { ExpectedOutcome, StateCheck } from '../../../records/index.js';
import { testsOf } from '../code/function-spec.js';
import { isOrAre, NUMBER_ENDINGS, say, spaced } from '../words.js';
import { documentedSource, drawProject, iniOf } from './project.js';

/** A task on a tree of files, before it has its world. */
interface FileDraft {
  readonly category: string;
  readonly prompt: string;
  readonly key: Json;
  readonly files: Readonly<Record<string, string>>;
  readonly expected: Pick<ExpectedOutcome, 'answer' | 'goals' | 'invariants'>;
  readonly oracle: (actor: Actor) => Promise<void>;
}

/** Makes a task by chance, or null when the draw gave none that makes sense. */
export type FileTemplate = (stream: RandomStream) => FileDraft | null;

const UNCHANGED: readonly StateCheck[] = [{ kind: 'unchanged', except: [] }];
const INTEGER = { type: 'integer' } as const;
const SERVICE = { type: 'string' } as const;
const ENDINGS: readonly string[] = [
  'Change nothing else.',
  'Leave all other text and all other files as they are.',
  'Touch nothing else.',
];

/** The text of a file; empty where there is none. */
async function readFile(actor: Actor, path: string): Promise<string> {
  const { data } = await actor.call('read_file', { path });
  return isJsonObject(data) && typeof data.content === 'string' ? data.content : '';
}

/** A file that was read. */
interface ReadFile {
  readonly path: string;
  readonly text: string;
}

/** The files that fit a pattern, found and then read one by one. */
async function readAll(actor: Actor, pattern: string): Promise<readonly ReadFile[]> {
  const { data } = await actor.call('list_files', { pattern });
  const paths = isJsonObject(data) && Array.isArray(data.files) ? (data.files as readonly Json[]) : [];
  const read: ReadFile[] = [];
  for (const path of paths) read.push({ path: String(path), text: await readFile(actor, String(path)) });
  return read;
}

/** The lines that a search finds. */
async function search(actor: Actor, pattern: string, glob: string): Promise<readonly ReadFile[]> {
  const { data } = await actor.call('search_files', { pattern, glob });
  const matches = isJsonObject(data) && Array.isArray(data.matches) ? (data.matches as readonly Json[]) : [];
  return matches
    .filter(isJsonObject)
    .map(({ path, text }) => ({ path: String(path ?? ''), text: String(text ?? '') }));
}

const extractSetting: FileTemplate = (stream) => {
  const project = drawProject(stream);
  if (project === null) return null;
  const { config, settings, files } = project;
  const service = stream.pick(Object.keys(settings));
  const setting = stream.pick(Object.keys(settings[service] ?? {}));
  const value = settings[service]?.[setting] ?? 0;
  const what = spaced(setting);
  const searches = stream.chance(0.3);
  return {
    category: 'extract',
    prompt: say(
      stream,
      [
        `What ${isOrAre(what)} the ${what} of ${service} in ${config}?`,
        `Look into ${config} and find the ${what} of ${service}.`,
        `What is set as the ${what} of ${service}? The settings are in ${config}.`,
        `I need the ${what} that ${config} has for ${service}.`,
      ],
      NUMBER_ENDINGS,
    ),
    key: ['extract', service, setting, value],
    files,
    expected: { answer: { value, comparison: 'number', schema: INTEGER }, invariants: UNCHANGED },
    oracle: async (actor) => {
      if (searches) await search(actor, service, config);
      const section = (await readFile(actor, config)).split(`[${service}]`)[1] ?? '';
      const found = new RegExp(`^${setting} = (\\d+)$`, 'm').exec(section)?.[1];
      actor.answer(found === undefined ? null : Number(found));
    },
  };
};

const countLines: FileTemplate = (stream) => {
  const project = drawProject(stream);
  if (project === null) return null;
  const file = stream.chance(0.5) ? stream.pick(project.logs) : null;
  const service = stream.pick(Object.keys(project.settings));
  const level = stream.pick(['ERROR', 'WARN']);
  const value = project.lines.filter(
    (line) => (file === null || line.file === file) && line.service === service && line.level === level,
  ).length;
  const where = file ?? 'all the files in logs/ together';
  const searches = stream.chance(0.3);
  return {
    category: 'count',
    prompt: say(
      stream,
      [
        `How many ${level} lines of ${service} are there in ${where}?`,
        `Count the lines with the level ${level} from ${service} in ${where}.`,
        `${service} writes to our logs. How many of its lines in ${where} have the level ${level}?`,
      ],
      NUMBER_ENDINGS,
    ),
    key: ['count', file, service, level, project.files],
    files: project.files,
    expected: { answer: { value, comparison: 'number', schema: INTEGER }, invariants: UNCHANGED },
    oracle: async (actor) => {
      const line = ` ${level} ${service}:`;
      if (searches) {
        actor.answer((await search(actor, line, file ?? 'logs/*')).length);
        return;
      }
      const texts =
        file === null
          ? (await readAll(actor, 'logs/*')).map(({ text }) => text)
          : [await readFile(actor, file)];
      actor.answer(texts.join('').split(line).length - 1);
    },
  };
};

const busiestService: FileTemplate = (stream) => {
  const project = drawProject(stream);
  if (project === null) return null;
  const level = stream.pick(['ERROR', 'WARN', 'INFO']);
  const counts = Object.keys(project.settings).map((service) => ({
    service,
    count: project.lines.filter((line) => line.service === service && line.level === level).length,
  }));
  const [first, second] = counts.sort((left, right) => right.count - left.count);
  const searches = stream.chance(0.3);
  if (first === undefined || second === undefined || first.count === second.count) return null;
  return {
    category: 'aggregate',
    prompt: say(
      stream,
      [
        `Which service has the most ${level} lines in the files of logs/, all of them together?`,
        `Go through every file in logs/. Which service wrote the most lines with the level ${level}?`,
        `Over all logs in logs/: whose ${level} lines are the most?`,
      ],
      ['Answer with its name.', 'Reply with the name of the service alone.'],
    ),
    key: ['busiest', level, project.files],
    files: project.files,
    expected: {
      answer: { value: first.service, comparison: 'exact', schema: SERVICE },
      invariants: UNCHANGED,
    },
    oracle: async (actor) => {
      const files = searches ? await search(actor, ` ${level} `, 'logs/*') : await readAll(actor, 'logs/*');
      const totals = new Map<string, number>();
      for (const { text } of files) {
        for (const [, service = ''] of text.matchAll(new RegExp(` ${level} (\\w+):`, 'g'))) {
          totals.set(service, (totals.get(service) ?? 0) + 1);
        }
      }
      actor.answer([...totals].sort(([, left], [, right]) => right - left)[0]?.[0] ?? null);
    },
  };
};

const changeSetting: FileTemplate = (stream) => {
  const project = drawProject(stream);
  if (project === null) return null;
  const { config, settings, files } = project;
  const service = stream.pick(Object.keys(settings));
  const setting = stream.pick(Object.keys(settings[service] ?? {}));
  const value = stream.integer(10, 9999);
  const changed = { ...settings, [service]: { ...settings[service], [setting]: value } };
  const [what, text] = [spaced(setting), iniOf(changed)];
  if (value === settings[service]?.[setting]) return null;
  return {
    category: 'update',
    prompt: say(
      stream,
      [
        `Set the ${what} of ${service} to ${value} in ${config}.`,
        `In ${config}, change the ${what} of ${service} to ${value}.`,
        `${service} needs ${value} as its ${what}. Change that in ${config}.`,
      ],
      ENDINGS,
    ),
    key: ['set', config, service, setting, value, settings],
    files,
    expected: goalsOf({ [config]: text }),
    oracle: async (actor) => {
      const section = (await readFile(actor, config)).split(`[${service}]`)[1] ?? '';
      const line = new RegExp(`^${setting} = \\d+$`, 'm').exec(section);
      if (line === null) return;
      // From the name of the section on: other services have the same settings.
      const old = `[${service}]${section.slice(0, line.index)}${line[0]}`;
      const edited = `${old.slice(0, -line[0].length)}${setting} = ${value}`;
      await actor.call('edit_file', { path: config, old, new: edited });
      await readFile(actor, config);
      actor.answer('done');
    },
  };
};

/** These files have these texts in the end, and all others are as they were. */
function goalsOf(texts: Readonly<Record<string, string>>): FileDraft['expected'] {
  const names = Object.keys(texts).map((path) => `files/${path}`);
  return {
    answer: null,
    goals: Object.entries(texts).map(([path, text]) => ({
      kind: 'fact',
      name: `files/${path}`,
      value: { text },
    })),
    invariants: [{ kind: 'unchanged', except: names }],
  };
}

const renameFunction: FileTemplate = (stream) => {
  const project = drawProject(stream);
  if (project === null) return null;
  const { spec, file } = stream.pick(project.functions);
  const name = stream.pick(['work_out', 'compute_result', 'evaluate_input', 'derive_value', 'make_result']);
  const word = new RegExp(`\\b${spec.name}\\b`, 'g');
  // A text in quotes that has the name in it would make the task ambiguous.
  if (project.functions.some((one) => one.spec.description.replace(word, name) !== one.spec.description))
    return null;
  const renamed = Object.fromEntries(
    Object.entries(project.files)
      .filter(([path, text]) => path.endsWith('.py') && text.replace(word, name) !== text)
      .map(([path, text]) => [path, text.replace(word, name)]),
  );
  return {
    category: 'refactor',
    prompt: say(
      stream,
      [
        `Rename the function ${spec.name} (defined in ${file}) to ${name}, everywhere it is defined, imported or called. Keep the names of files, modules, tests and texts in quotes.`,
        `The function ${spec.name} in ${file} is to be called ${name} from now on. Change its definition, every import of it and every call. Files, modules, tests and texts in quotes keep their names.`,
      ],
      ENDINGS,
    ),
    key: ['rename', spec.source, name, project.files],
    files: project.files,
    expected: goalsOf(renamed),
    oracle: async (actor) => {
      const matches = await search(actor, spec.name, '**/*.py');
      const renamed = matches.filter(({ text }) => text.replace(word, name) !== text);
      for (const path of new Set(renamed.map((match) => match.path))) {
        const text = await readFile(actor, path);
        await actor.call('write_file', { path, content: text.replace(word, name) });
      }
      await search(actor, spec.name, '**/*.py');
      actor.answer('done');
    },
  };
};

const fixFailingTest: FileTemplate = (stream) => {
  const project = drawProject(stream, ({ bugs }) => bugs[0]);
  const broken = project?.functions[0];
  if (project === null || broken === undefined || project.bug === null) return null;
  const { spec, file, hidden } = broken;
  const tests = `tests/test_${spec.name}.py`;
  return {
    category: 'fix_test',
    prompt: say(stream, [
      `The tests in ${tests} fail. Find the fault in ${file} and mend it. Change no other file.`,
      `${tests} does not pass, and the fault is in ${file}. Correct the code, not the tests, and no other file.`,
      `Make ${tests} pass by mending ${file}. The function ${describe(spec.description)}. Nothing but ${file} may change.`,
    ]),
    key: ['fix', project.bug.source, project.files],
    files: project.files,
    expected: {
      answer: null,
      goals: [{ kind: 'tests_pass', fact: `files/${file}`, tests: testsOf(spec, hidden) }],
      invariants: [{ kind: 'unchanged', except: [`files/${file}`] }],
    },
    oracle: async (actor) => {
      await readFile(actor, tests);
      const old = await readFile(actor, file);
      await actor.call('edit_file', { path: file, old, new: documentedSource(spec) });
      await readFile(actor, file);
      actor.answer('done');
    },
  };
};

function describe(description: string): string {
  return description.replaceAll('`', '');
}

/** Templates by level. */
export const FILE_LEVELS: ReadonlyMap<number, readonly FileTemplate[]> = new Map([
  [1, [extractSetting, countLines]],
  [2, [busiestService, changeSetting, countLines]],
  [3, [renameFunction, fixFailingTest]],
]);
