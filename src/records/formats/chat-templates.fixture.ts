import { spawnSync } from 'node:child_process';
import { python3 } from '../../testing/needs.fixture.js';

/** What a chat template made of records: how many it rendered, what it lost, and why it refused the others. */
export interface RenderedRecords {
  readonly rendered: number;
  /** Calls, arguments and results that stand in the text where they should. */
  readonly found: number;
  readonly lost: readonly string[];
  readonly refused: Readonly<Record<string, number>>;
}

/**
 * Renders records as `transformers` does: its environment of Jinja, its `tojson`, and tags that mark what is learnt. A call is found if
 * its name and then each member of its arguments follow what was found before; a result, if its content does.
 */
const PROGRAM = `
import json, sys
from collections import Counter
from pathlib import Path
from jinja2 import nodes
from jinja2.exceptions import TemplateError
from jinja2.ext import Extension, loopcontrols
from jinja2.sandbox import ImmutableSandboxedEnvironment

class Generation(Extension):
    tags = {"generation"}
    def parse(self, parser):
        next(parser.stream)
        return parser.parse_statements(["name:endgeneration"], drop_needle=True)

def refuse(message):
    raise TemplateError(message)

def tojson(value, ensure_ascii=False, indent=None, separators=None, sort_keys=False):
    return json.dumps(value, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)

environment = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True, extensions=[Generation, loopcontrols])
environment.filters["tojson"] = tojson
environment.globals.update(raise_exception=refuse, strftime_now=lambda form: "2026")

def forms(value):
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    yield text
    yield text.strip()
    yield json.dumps(text, ensure_ascii=False)[1:-1]
    yield json.dumps(text.strip(), ensure_ascii=False)[1:-1]
    if not isinstance(value, str):
        yield str(value)

def leaves(value):
    if isinstance(value, dict):
        for name, member in value.items():
            yield name
            yield from leaves(member)
    elif isinstance(value, list):
        for member in value:
            yield from leaves(member)
    elif value is not None:
        yield value

def after(text, value, start):
    """Where the first form of a value ends in the text; -1 if none is there."""
    places = [(place, len(form)) for form in forms(value) for place in [text.find(form, start)] if place >= 0]
    return sum(min(places)) if places else -1

def missing(text, messages):
    place = max(after(text, next(m["content"] for m in messages if m["role"] == "user"), 0), 0)
    for message in messages:
        for call in message.get("tool_calls") or []:
            function = call["function"]
            given = function["arguments"]
            end = after(text, function["name"], place)
            # Some templates sort the members.
            ends = [after(text, leaf, end) for leaf in leaves(json.loads(given) if isinstance(given, str) else given)]
            found = end >= 0 and all(each >= 0 for each in ends)
            yield found, "call " + json.dumps(function, ensure_ascii=False)
            place = max([place, end]) if found else place
        if message["role"] == "tool":
            end = after(text, message["content"], place)
            yield end >= 0, "result " + message["content"]
            place = max(place, end)

given = json.load(sys.stdin)
answer = {}
for name in given["templates"]:
    template = environment.from_string(Path(given["folder"], name + ".jinja").read_text())
    rendered, found, lost, refused = 0, 0, [], Counter()
    for record in given["records"]:
        try:
            text = template.render(messages=record["messages"], tools=record.get("tools"), add_generation_prompt=False, bos_token="", eos_token="")
        except Exception as error:
            refused[type(error).__name__ + ": " + str(error)] += 1
            continue
        rendered += 1
        for there, what in missing(text, record["messages"]):
            found += there
            if not there:
                lost.append(what)
    answer[name] = {"rendered": rendered, "found": found, "lost": lost, "refused": refused}
print(json.dumps(answer))
`;

/** Renders `{messages, tools}` with templates of a folder, each by its name there without `.jinja`. */
export function renderWithTemplates(
  packages: readonly string[],
  folder: string,
  templates: readonly string[],
  records: readonly unknown[],
): Readonly<Record<string, RenderedRecords>> {
  const { stdout, stderr } = spawnSync(python3, ['-c', PROGRAM], {
    input: JSON.stringify({ folder, templates, records }),
    env: { ...process.env, PYTHONPATH: packages.join(':') },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}
