import type { EngineName } from '../../sandbox/index.js';
import type { CommandDefinition, CommandIo, CommandOutcome } from '../command.js';
import type { EngineReport } from '../doctor/engine-report.js';
import type { PartReport } from '../doctor/parts.js';

/** `mettle doctor`: what this machine has and what each part unlocks. */
export const doctorCommand: CommandDefinition = {
  name: 'doctor',
  args: '',
  summary: 'probe engines, confinement and optional parts, and say what each unlocks',
  example: 'npx --no mettle doctor',
  options: [],
  run: diagnose,
};

/** The engine that `auto` is on this machine. */
interface AutoReport {
  readonly engine: EngineName;
  readonly confinement: string | null;
}

async function diagnose(_call: unknown, { environment }: CommandIo): Promise<CommandOutcome> {
  const { AUTO_ENGINES, howToGetAnEngine } = await import('../../sandbox/internal.js');
  const { probeEngines } = await import('../doctor/engine-report.js');
  const { reportParts } = await import('../doctor/parts.js');
  const { probeProviders } = await import('../../models/index.js');
  const engines = await probeEngines(environment);
  const optional = reportParts(engines, environment);
  const models = probeProviders(environment);
  const chosen = AUTO_ENGINES.map((name) => engines.find((engine) => engine.name === name)).find(
    (engine) => engine?.available,
  );
  const auto = chosen === undefined ? null : { engine: chosen.name, confinement: chosen.confinement };
  return {
    exitCode: auto === null ? 3 : 0,
    document: { auto, engines, models, optional },
    text: [
      auto === null ? `auto: no engine can run. ${howToGetAnEngine()}` : `auto: ${autoWords(auto)}`,
      'Engines',
      ...engines.flatMap(engineLines),
      'Models',
      ...models.map((each) => `  ${mark(each.available, false)} ${each.provider}: ${each.why}`),
      'Optional parts',
      ...optional.map(
        (part) => `  ${mark(part.unlocked, part.tried)} ${part.name}: ${partWords(part, engines)}`,
      ),
      `${FOUND} is there and was not tried.`,
    ].join('\n'),
  };
}

function autoWords({ engine, confinement }: AutoReport): string {
  return confinement === null ? engine : `${engine} (${confinement})`;
}

function engineLines({ name, available, why, isolation }: EngineReport): readonly string[] {
  const line = `  ${mark(available, true)} ${name}: ${why}`;
  if (!available) return [line];
  const protections = Object.entries(isolation).map(
    ([danger, mechanism]) => `      ${danger}: ${mechanism ?? 'no protection'}`,
  );
  return [line, ...protections];
}

function partWords(part: PartReport, engines: readonly EngineReport[]): string {
  const { available, unlocked, engine, unlocks, install } = part;
  if (unlocked) return `unlocks ${unlocks}`;
  if (!available) return `unlocks ${unlocks} (${install})`;
  const runs = engines.some((report) => report.name === engine && report.available);
  const trouble = runs ? "doesn't work on this machine" : `the ${engine} engine can't run`;
  return `installed, but ${trouble}; see ${engine} above`;
}

/** How what was found but not tried is marked. */
const FOUND = '○';

function mark(available: boolean, tried: boolean): string {
  if (!available) return '✗';
  return tried ? '✓' : FOUND;
}
