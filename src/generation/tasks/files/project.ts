import type { RandomStream } from '../../../core/index.js';
import { drawFunction } from '../code/function-families.js';
import {
  drawExamples,
  type FunctionBug,
  type FunctionExample,
  type FunctionSpec,
  testsOf,
} from '../code/function-spec.js';

const SERVICES = ['billing', 'search', 'mailer', 'gateway', 'catalogue', 'accounts', 'reports', 'uploads'];
const MESSAGES = [
  'request took too long',
  'connection was closed',
  'retry number 2',
  'payload was empty',
  'cache is cold',
  'token has expired',
];
const LEVELS = ['INFO', 'INFO', 'WARN', 'ERROR'];
const SETTINGS = ['port', 'timeout_seconds', 'replicas', 'max_connections'] as const;

/** A line of a log. */
interface LogLine {
  readonly file: string;
  readonly level: string;
  readonly service: string;
}

/** A function of the project: where it is, and how it is called elsewhere. */
interface ProjectFunction {
  readonly spec: FunctionSpec;
  readonly file: string;
  readonly visible: readonly FunctionExample[];
  readonly hidden: readonly FunctionExample[];
}

/** A made-up project: its files, and what is in them. */
export interface Project {
  readonly files: Readonly<Record<string, string>>;
  readonly config: string;
  readonly settings: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly logs: readonly string[];
  readonly lines: readonly LogLine[];
  readonly functions: readonly ProjectFunction[];
  /** Uses every function. */
  readonly main: string;
}

const HIDDEN = 6;

/**
 * A made-up project by chance; null when the draw gave two functions of one name.
 * @param broken - what is wrong with the first function; default: nothing.
 */
export function drawProject(
  stream: RandomStream,
  broken: ((spec: FunctionSpec) => FunctionBug | undefined) | null = null,
): (Project & { readonly bug: FunctionBug | null }) | null {
  const services = stream.sample(SERVICES, stream.integer(3, 5));
  const settings = Object.fromEntries(services.map((service) => [service, drawSettings(stream)]));
  const config = stream.pick(['config/services.ini', 'settings/services.ini', 'services.ini']);
  const { logs, lines, texts } = drawLogs(services, stream);
  const functions: ProjectFunction[] = [];
  let bug: FunctionBug | null = null;
  for (let count = 0; count < 3; count++) {
    const spec = drawFunction(stream);
    const wrong = count === 0 ? broken?.(spec) : undefined;
    const examples = drawExamples(spec, stream, {
      count: 3 + HIDDEN,
      telling: wrong === undefined ? 0 : HIDDEN / 2,
      ...(wrong === undefined ? {} : { bug: wrong }),
    });
    if (examples === null || functions.some((other) => other.spec.name.includes(spec.name))) return null;
    // Those that tell come last: half of them to the tests that the agent sees, half to the hidden ones.
    const visible = [...examples.slice(0, 2), ...examples.slice(-1)];
    functions.push({
      spec,
      file: `src/${spec.name}_tool.py`,
      visible,
      hidden: examples.slice(2, -1),
    });
    bug ??= wrong ?? null;
  }
  const main = 'src/main.py';
  const files: Record<string, string> = {
    'README.md': `# ${services[0]} tools\n\nSmall helpers for ${services.join(', ')}.\n`,
    [config]: iniOf(settings),
    ...texts,
    [main]: mainOf(functions),
  };
  for (const [index, { spec, file, visible }] of functions.entries()) {
    files[file] = documentedSource(spec, index === 0 ? bug : null);
    files[`tests/test_${spec.name}.py`] =
      `from src.${spec.name}_tool import ${spec.name}\n\n\n${testsOf(spec, visible)}`;
  }
  return { files, config, settings, logs, lines, functions, main, bug };
}

function drawSettings(stream: RandomStream): Readonly<Record<string, number>> {
  const [port, timeout, replicas, connections] = SETTINGS;
  return {
    [port]: stream.integer(3000, 9900),
    [timeout]: stream.integer(5, 90),
    [replicas]: stream.integer(2, 9),
    [connections]: stream.integer(20, 400),
  };
}

/** The source of a function, or a wrong one, with a line that says what it is for. */
export function documentedSource(spec: FunctionSpec, bug: FunctionBug | null = null): string {
  const { description, source } = spec;
  const [first = '', ...lines] = (bug?.source ?? source).split('\n');
  const words = description.replaceAll('`', '').replaceAll('"', "'");
  return [first, `    """It ${words}."""`, ...lines].join('\n');
}

/** The settings as an INI file. */
export function iniOf(settings: Project['settings']): string {
  return Object.entries(settings)
    .map(
      ([service, values]) =>
        `[${service}]\n${Object.entries(values)
          .map(([name, value]) => `${name} = ${value}\n`)
          .join('')}`,
    )
    .join('\n');
}

function drawLogs(services: readonly string[], stream: RandomStream) {
  const month = String(stream.integer(1, 12)).padStart(2, '0');
  const logs = [3, 4, 5].map((day) => `logs/2025-${month}-0${day}.log`);
  const lines: LogLine[] = [];
  const texts: Record<string, string> = {};
  for (const file of logs) {
    const written = Array.from({ length: stream.integer(18, 30) }, (_, index) => {
      const [level, service] = [stream.pick(LEVELS), stream.pick(services)];
      lines.push({ file, level, service });
      const minute = String(index * 2).padStart(2, '0');
      return `${file.slice(5, -4)} 10:${minute}:${stream.integer(10, 59)} ${level} ${service}: ${stream.pick(MESSAGES)}\n`;
    });
    texts[file] = written.join('');
  }
  return { logs, lines, texts };
}

function mainOf(functions: readonly ProjectFunction[]): string {
  const imports = functions.map(({ spec }) => `from src.${spec.name}_tool import ${spec.name}\n`).join('');
  const uses = functions.map(({ spec }) => `    "${spec.name.toUpperCase()}": ${spec.name},\n`).join('');
  return `${imports}\n\ntools = {\n${uses}}\n\n\ndef run(which, *values):\n    return tools[which](*values)\n`;
}
