import { COMMANDS, type CommandDescription, SERVING } from './descriptions.ts'

const SETTINGS = `Settings: DRAGOMAN_PORT, DRAGOMAN_HOST (127.0.0.1), DRAGOMAN_DATA (./data), DRAGOMAN_DATABASE_URL (none: SQLite), DRAGOMAN_SETUP_CODE,
          DRAGOMAN_URL, DRAGOMAN_TRUSTED_PROXIES, DRAGOMAN_ALLOW_PRIVATE_NETWORKS, DRAGOMAN_FOLDERS, DRAGOMAN_METRICS_TOKEN,
          DRAGOMAN_SMTP_URL, DRAGOMAN_MAIL_FROM; of commands that call a server: DRAGOMAN_SERVER, DRAGOMAN_TOKEN`

/** Returns the list of all commands, one line each. */
export function overviewText(): string {
  const lines = [SERVING, ...COMMANDS].map((command) => [usageOf(command), command.summary] as const)
  return [
    'Usage:',
    ...columns(lines),
    '  dragoman COMMAND --help        its options, with examples',
    '  dragoman --version',
    '',
    SETTINGS,
  ].join('\n')
}

/** Returns the help of one command: purpose, options and examples. */
export function helpOf(command: CommandDescription): string {
  const options = command.options.map(
    ({ name, value, text }) => [value === undefined ? name : `${name} ${value}`, text] as const,
  )
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

function usageOf({ name, words }: CommandDescription): string {
  return ['dragoman', name, words].filter((part) => part !== '').join(' ')
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

const WIDEST = 34

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.min(WIDEST, Math.max(...rows.map(([left]) => left.length)))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}
