import type { DemoResult } from '../demo-result.js';
import { counted, type Html, html, percent } from './html.js';

/** One stop of the loop: what happens there and what happened this time. */
interface Stop {
  readonly step: string;
  readonly title: string;
  readonly lines: readonly [string, string];
  readonly strong: boolean;
}

/** A box of the picture, by its top left corner. */
interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The loop in one picture, with the numbers of this run: once for a wide screen, once for a phone. */
export function loopPicture(result: DemoResult): Html {
  const stops = loopStops(result);
  return html`${widePicture(stops)}${narrowPicture(stops)}`;
}

function loopStops({ tasks, rounds, skills, failures, comparison, improved }: DemoResult): readonly Stop[] {
  const [first] = rounds;
  const trainings = skills.flatMap(({ training }) => training ?? []);
  const examples = trainings.reduce((sum, training) => sum + training.examples.length, 0);
  const candidates = trainings.reduce((sum, { result }) => sum + result.evaluations, 0);
  const offered = trainings.filter(({ result }) => result.script !== null).length;
  const kept = skills.filter((skill) => skill.kept).length;
  return [
    stop('1', 'Generate', `${tasks.length} tasks, each with an`, 'answer no agent computed'),
    stop('2', 'Run', `${first.runs} runs, every tool call`, 'and script really executed'),
    stop(
      '3',
      'Check and verify',
      `${percent(first.verified.rate)} of the runs replay`,
      'the same in a fresh world',
    ),
    stop(
      '4',
      'Mine failures',
      `${failures.trainable} of ${counted(failures.failed, 'failure')} trainable,`,
      `they give ${counted(examples, 'example')}`,
    ),
    stop(
      '5',
      'Train scripts',
      counted(candidates, 'candidate'),
      `${offered} of ${skills.length} skills got a script`,
    ),
    {
      ...stop(
        '6',
        'Run again',
        `unseen: ${percent(comparison.before)} → ${percent(comparison.after)}`,
        improved
          ? `${counted(kept, 'script')} kept`
          : offered === 0
            ? 'no script to test'
            : 'not better beyond luck',
      ),
      strong: improved,
    },
  ];
}

function stop(step: string, title: string, first: string, second: string): Stop {
  return { step, title, lines: [first, second], strong: false };
}

function widePicture(stops: readonly Stop[]): Html {
  const [width, height, gap] = [268, 104, 78];
  const boxes = stops.map((_, index): Box => {
    const column = index < 3 ? index : 5 - index;
    return { x: 1 + column * (width + gap), y: index < 3 ? 1 : 181, width, height };
  });
  const arrows = [
    arrow(`M ${269} 53 H ${341}`),
    arrow(`M ${615} 53 H ${687}`),
    arrow('M 827 105 V 175'),
    arrow(`M ${693} 233 H ${621}`),
    arrow(`M ${347} 233 H ${275}`),
    arrow('M 135 181 V 111', true),
  ];
  return html`<svg class="loop-wide" viewBox="0 0 962 286" role="img" aria-label="The loop: generate, run, check and verify, mine failures, train scripts, run again.">${arrows}${boxes.map((box, index) => node(box, stops[index]))}<text x="150" y="149" class="n-text">and on, with what was kept</text></svg>`;
}

function narrowPicture(stops: readonly Stop[]): Html {
  const [width, height, gap] = [296, 92, 30];
  const boxes = stops.map((_, index): Box => ({ x: 1, y: 1 + index * (height + gap), width, height }));
  const arrows = boxes.slice(1).map(({ y }) => arrow(`M 149 ${y - gap} V ${y - 7}`));
  const last = boxes.at(-1)?.y ?? 0;
  return html`<svg class="loop-narrow" viewBox="0 0 340 ${last + height + 2}" role="img" aria-label="The loop: generate, run, check and verify, mine failures, train scripts, run again.">${arrows}${arrow(`M 297 ${last + 46} H 315 Q 325 ${last + 46} 325 ${last + 36} V 57 Q 325 47 315 47 H 304`, true)}${boxes.map((box, index) => node(box, stops[index]))}</svg>`;
}

function node({ x, y, width, height }: Box, stop: Stop | undefined): Html | null {
  if (stop === undefined) return null;
  const middle = y + height / 2;
  return html`<g><rect class="node${stop.strong ? ' node-strong' : ''}" x="${x}" y="${y}" width="${width}" height="${height}" rx="13"/><text x="${x + 20}" y="${middle - 18}"><tspan class="n-step">${stop.step}</tspan><tspan dx="9" class="n-title">${stop.title}</tspan></text><text class="n-text" x="${x + 20}" y="${middle + 8}">${stop.lines[0]}</text><text class="n-text" x="${x + 20}" y="${middle + 27}">${stop.lines[1]}</text></g>`;
}

/** A line along a path of straight pieces and curves, with a tip in the direction of its last straight piece. */
function arrow(path: string, back = false): Html {
  const { x, y, turn } = endOf(path);
  return html`<path class="arrow${back ? ' arrow-back' : ''}" d="${path}"/><path class="${back ? 'tip-back' : 'tip'}" transform="translate(${x} ${y}) rotate(${turn})" d="M 6 0 L -3 -5 L -3 5 Z"/>`;
}

function endOf(path: string): { readonly x: number; readonly y: number; readonly turn: number } {
  let [x, y, turn] = [0, 0, 0];
  for (const [, command = '', values = ''] of path.matchAll(/([MHVQ])([^MHVQ]*)/g)) {
    const numbers = values.trim().split(/\s+/).map(Number);
    const [before, above] = [x, y];
    if (command === 'H') x = numbers[0] ?? x;
    else if (command === 'V') y = numbers[0] ?? y;
    else [x, y] = [numbers.at(-2) ?? x, numbers.at(-1) ?? y];
    turn = (Math.atan2(y - above, x - before) * 180) / Math.PI;
  }
  return { x, y, turn };
}
