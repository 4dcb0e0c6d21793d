import { shellQuoted } from '../shell-quoted.ts'
import { type Terminal, UsageError } from '../terminal.ts'
import { COMMANDS, type CommandDescription, readArgumentsOf, SERVING } from './descriptions.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const

/** `dragoman completion SHELL`: prints the completion script for a shell. */
export async function completion(args: readonly string[], { print }: Terminal): Promise<number> {
  const [shell] = readArgumentsOf('completion', args).words
  if (shell === undefined) throw new UsageError(`For which shell? dragoman completion ${SHELLS.join('|')}`)
  const script = SCRIPTS.get(shell)
  if (script === undefined)
    throw new UsageError(`There is no completion for "${shell}". There is one for ${SHELLS.join(', ')}.`)
  print(script())
  return 0
}

const SCRIPTS = new Map<string, () => string>([
  ['bash', bashScript],
  ['zsh', zshScript],
  ['fish', fishScript],
])

const NAMES = COMMANDS.map(({ name }) => name)

function bashScript(): string {
  const optionsOf = ({ options }: CommandDescription) =>
    ['--help', ...options.map(({ name }) => name)].join(' ')
  const byCommand = COMMANDS.flatMap((command) =>
    valuesOf(command).map(([option, own]) => `    "${command.name} ${option}") words="${own.join(' ')}" ;;`),
  )
  return `# Completion of dragoman for bash. In ~/.bashrc: source <(dragoman completion bash)
_dragoman() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" command="" words=""
  [[ " ${NAMES.join(' ')} " == *" \${COMP_WORDS[1]} "* && $COMP_CWORD -gt 1 ]] && command="\${COMP_WORDS[1]}"
  case "$command $prev" in
${byCommand.join('\n')}
  esac
  if [[ -n "$words" ]]; then COMPREPLY=($(compgen -W "$words" -- "$cur")); return; fi
  case "$command" in
${COMMANDS.map((command) => `    ${command.name}) words="${optionsOf(command)}" ;;`).join('\n')}
    *) words="${NAMES.join(' ')} --version ${optionsOf(SERVING)}" ;;
  esac
  if [[ "$cur" == -* ]]; then COMPREPLY=($(compgen -W "$words" -- "$cur")); return; fi
  if [[ -z "$command" ]]; then COMPREPLY=($(compgen -W "$words" -- "$cur") $(compgen -d -- "$cur")); return; fi
  case "$command" in
    ${COMMANDS.filter(({ completes }) => completes === 'folder')
      .map(({ name }) => name)
      .join('|')}) COMPREPLY=($(compgen -d -- "$cur")) ;;
    completion) COMPREPLY=($(compgen -W "${SHELLS.join(' ')}" -- "$cur")) ;;
    *) COMPREPLY=($(compgen -f -- "$cur")) ;;
  esac
}
complete -o filenames -F _dragoman dragoman`
}

function valuesOf({ options }: CommandDescription) {
  return options.flatMap(({ name, values }) => (values === undefined ? [] : [[name, values] as const]))
}

function zshScript(): string {
  const option = ({ name, value, text, values }: CommandDescription['options'][number]) =>
    shellQuoted(`${name}${value === undefined ? '' : '='}[${bare(text)}]${behind(value, values)}`)
  const behind = (value: string | undefined, values: readonly string[] | undefined) => {
    if (value === undefined) return ''
    return values === undefined ? `:${bare(value)}:_files` : `:${bare(value)}:(${values.join(' ')})`
  }
  const words = ({ completes }: CommandDescription) => {
    if (completes === 'nothing') return []
    if (completes === 'shell') return [shellQuoted(`1:shell:(${SHELLS.join(' ')})`)]
    return [shellQuoted(completes === 'folder' ? '*:folder:_files -/' : '*:file:_files')]
  }
  const cases = COMMANDS.map(
    (command) =>
      `    ${command.name}) _arguments '--help[show its options]' ${[...command.options.map(option), ...words(command)].join(' ')} ;;`,
  )
  return `#compdef dragoman
# Completion of dragoman for zsh. In ~/.zshrc, after compinit: source <(dragoman completion zsh)
_dragoman() {
  local -a commands
  commands=(${COMMANDS.map(({ name, summary }) => shellQuoted(`${name}:${bare(summary)}`)).join(' ')})
  if (( CURRENT == 2 )); then
    _describe command commands
    _files -/
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join('\n')}
  esac
}
compdef _dragoman dragoman`
}

function fishScript(): string {
  const line = (condition: string, rest: string) =>
    `complete -c dragoman -n ${shellQuoted(condition)} ${rest}`
  const lines = COMMANDS.flatMap((command) => [
    line('__fish_use_subcommand', `-a ${command.name} -d ${shellQuoted(command.summary)}`),
    ...command.options.map(({ name, value, text, values }) => {
      const choice = values === undefined ? '' : ` -x -a ${shellQuoted(values.join(' '))}`
      const takes = value === undefined || values !== undefined ? '' : ' -r'
      return line(
        `__fish_seen_subcommand_from ${command.name}`,
        `-l ${name.slice(2)}${takes}${choice} -d ${shellQuoted(text)}`,
      )
    }),
    ...(command.completes === 'shell'
      ? [line(`__fish_seen_subcommand_from ${command.name}`, `-x -a ${shellQuoted(SHELLS.join(' '))}`)]
      : []),
  ])
  return [
    '# Completion of dragoman for fish. In ~/.config/fish/config.fish: dragoman completion fish | source',
    ...lines,
  ].join('\n')
}

/** Removes characters that are special to `_arguments` and `_describe`. */
function bare(text: string): string {
  return text.replaceAll(/[[\]:]/g, ' ')
}
