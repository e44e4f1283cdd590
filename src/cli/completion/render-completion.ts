import type { CommandDefinition } from '../command.js';

/** A completion script: commands as the first word, then each command's options and, for values, files. */
export function renderCompletion(
  shell: 'bash' | 'zsh' | 'fish',
  commands: readonly CommandDefinition[],
): string {
  return SCRIPTS[shell](commands);
}

const SCRIPTS = { bash, zsh, fish };

/** What every command has besides its own options. */
const COMMON = [
  { flags: '--json', description: 'print exactly one JSON document on stdout' },
  {
    flags: '--quiet',
    description: 'no progress or messages on stderr, except the name of a model that is asked',
  },
  { flags: '--help', description: 'display help for command' },
];

interface Flag {
  readonly names: readonly string[];
  readonly description: string;
  readonly takesValue: boolean;
}

/** Flags as commander writes them, taken apart: `-c, --code <python>`. */
function flagsOf({ options }: CommandDefinition): readonly Flag[] {
  return [...options, ...COMMON].map(({ flags, description }) => ({
    names: flags.match(/--?[\w-]+/g) ?? [],
    description,
    takesValue: flags.includes('<'),
  }));
}

function bash(commands: readonly CommandDefinition[]): string {
  const cases = commands.map((command) => {
    const names = flagsOf(command).flatMap((flag) => flag.names);
    return `    ${command.name}) options="${names.join(' ')}" ;;`;
  });
  return `_mettle() {
  local word="\${COMP_WORDS[COMP_CWORD]}" options=""
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(' ')} --help --version" -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  case "$word" in
    -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
  esac
}
complete -o default -F _mettle mettle
`;
}

function zsh(commands: readonly CommandDefinition[]): string {
  const described = commands.map(({ name, summary }) => `    ${quote(`${name}:${summary}`)}`);
  const cases = commands.map((command) => {
    const flags = flagsOf(command).flatMap(({ names, description, takesValue }) =>
      names.map((name) =>
        quote(`${name}[${description.replace(/[[\]\\]/g, '\\$&')}]${takesValue ? ':value:_files' : ''}`),
      ),
    );
    return `    ${command.name}) _arguments ${flags.join(' ')} '*:file:_files' ;;`;
  });
  return `#compdef mettle
_mettle() {
  local -a commands=(
${described.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command="\${words[2]}"
  shift words
  (( CURRENT-- ))
  case "$command" in
${cases.join('\n')}
  esac
}
compdef _mettle mettle
`;
}

function fish(commands: readonly CommandDefinition[]): string {
  const lines = commands.flatMap((command) => [
    `complete -c mettle -n __fish_use_subcommand -f -a ${command.name} -d ${quote(command.summary)}`,
    ...flagsOf(command).map(({ names, description, takesValue }) => {
      const spelled = names.map((name) =>
        name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`,
      );
      const seen = `-n ${quote(`__fish_seen_subcommand_from ${command.name}`)}`;
      return `complete -c mettle ${seen} ${spelled.join(' ')}${takesValue ? ' -r' : ''} -d ${quote(description)}`;
    }),
  ]);
  return `${lines.join('\n')}\n`;
}

/** A word that a shell takes as it stands. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
