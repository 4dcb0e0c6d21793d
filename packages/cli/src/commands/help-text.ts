import {
  COMMAND_GROUPS,
  COMMANDS,
  type CommandDescription,
  type CommandGroup,
  SERVING,
} from './descriptions.ts'

const SETTINGS = `Environment variables (docs/settings.md explains them):
  of a server: DRAGOMAN_PORT, DRAGOMAN_HOST, DRAGOMAN_DATA, DRAGOMAN_DATABASE_URL, DRAGOMAN_SECRET,
      DRAGOMAN_SETUP_CODE, DRAGOMAN_URL, DRAGOMAN_TRUSTED_PROXIES, DRAGOMAN_ALLOW_PRIVATE_NETWORKS, DRAGOMAN_FOLDERS,
      DRAGOMAN_METRICS_TOKEN, DRAGOMAN_DRAIN_SECONDS, DRAGOMAN_SMTP_URL, DRAGOMAN_MAIL_FROM, DRAGOMAN_BLOBS,
      DRAGOMAN_BLOBS_KEEP_DAYS, DRAGOMAN_S3_ACCESS_KEY, DRAGOMAN_S3_SECRET_KEY, DRAGOMAN_CALLS_PER_ACCOUNT,
      DRAGOMAN_CALLS_PER_TOKEN, DRAGOMAN_CALLS_PER_ADDRESS, DRAGOMAN_CALLS_AT_ONCE
  of commands that call a server: DRAGOMAN_SERVER, DRAGOMAN_TOKEN`

const HEADINGS: Readonly<Record<CommandGroup, string>> = {
  files: 'Locale files of a folder:',
  project: 'Project on a server:',
  server: 'Your own server:',
}

/** Returns the list of all commands, one line each, and the options without a command. */
export function overviewText(): string {
  return [
    'Usage: dragoman [COMMAND] [OPTIONS]',
    '       dragoman COMMAND --help     options and examples of a command',
    '       dragoman --version',
    ...COMMAND_GROUPS.flatMap((group) => ['', HEADINGS[group], ...columns(linesOf(group))]),
    '',
    `Options of ${usageOf(SERVING)}:`,
    ...columns(optionsOf(SERVING)),
    '',
    SETTINGS,
  ].join('\n')
}

function linesOf(group: CommandGroup): readonly (readonly [string, string])[] {
  return [SERVING, ...COMMANDS]
    .filter((command) => command.group === group)
    .map((command) => [usageOf(command), command.summary])
}

/** Returns the help of one command: purpose, options and examples. */
export function helpOf(command: CommandDescription): string {
  const options = optionsOf(command)
  return [
    `Usage: ${usageOf(command)}${options.length > 0 ? ' [OPTIONS]' : ''}`,
    '',
    `${sentence(command.summary)}${command.more === undefined ? '' : `\n${command.more}`}`,
    ...(options.length === 0 ? [] : ['', 'Options:', ...columns(options)]),
    '',
    'Examples:',
    ...command.examples.flatMap(([example, what]) => [`  ${example}`, `      ${what}`]),
    '',
    `Exits with 0 on success, 1 if something is wrong, 2 for wrong arguments${(command.exits ?? []).map(([code, when]) => `, ${code} if ${when}`).join('')}.`,
  ].join('\n')
}

function optionsOf({ options }: CommandDescription): readonly (readonly [string, string])[] {
  return options.map(({ name, value, text }) => [value === undefined ? name : `${name} ${value}`, text])
}

function usageOf({ name, words }: CommandDescription): string {
  return ['dragoman', name, words].filter((part) => part !== '').join(' ')
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

const WIDEST = 36

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.min(WIDEST, Math.max(...rows.map(([left]) => left.length)))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}
