import { type OptionKinds, type ReadArguments, readArguments } from '../read-arguments.ts'

export type OptionDescription = {
  readonly name: `--${string}`
  /** Its value, as help shows it; absent: it is a switch. */
  readonly value?: string
  readonly text: string
  /** All possible values, if it is a choice. */
  readonly values?: readonly string[]
}

/** What commands work on: locale files, a project on a server, or the server's own data. */
export const COMMAND_GROUPS = ['files', 'project', 'server'] as const
export type CommandGroup = (typeof COMMAND_GROUPS)[number]

/** A command for help, completion and the parsing of its arguments, described only here. */
export type CommandDescription = {
  readonly name: string
  /** The heading of the overview under which it is listed. */
  readonly group: CommandGroup
  /** Its arguments, as help shows them. */
  readonly words: string
  readonly wordsMax: number
  /** The kind of its arguments, for completion. */
  readonly completes: 'folder' | 'file' | 'shell' | 'nothing'
  readonly summary: string
  readonly more?: string
  readonly options: readonly OptionDescription[]
  readonly examples: readonly (readonly [command: string, what: string])[]
  /** Exit codes in addition to 0, 1 (something is wrong) and 2 (wrong arguments). */
  readonly exits?: readonly (readonly [code: number, when: string])[]
}

const FORMATS = ['text', 'json', 'github', 'gitlab', 'sarif'] as const
const DRY_RUN = { name: '--dry-run', text: 'only show what would be done' } as const
const SERVER: readonly OptionDescription[] = [
  {
    name: '--server',
    value: 'URL',
    text: 'the server (default: DRAGOMAN_SERVER, else dragoman.json, else the last login)',
  },
  {
    name: '--project',
    value: 'NAME',
    text: 'the project there, by its URL name (default: as in dragoman.json)',
  },
]
const NARROWED: readonly OptionDescription[] = [
  { name: '--language', value: 'TAG,…', text: 'only these languages' },
  { name: '--namespace', value: 'NAME,…', text: 'only these namespaces' },
  {
    name: '--prefer',
    value: 'local|server',
    values: ['local', 'server'],
    text: 'which text to keep if both sides changed it',
  },
  DRY_RUN,
  { name: '--json', text: 'print JSON, each text with its old and new value' },
]
const SENDING: readonly OptionDescription[] = [
  { name: '--delete', text: 'also delete on the server what you deleted' },
  {
    name: '--create',
    text: 'create the project if it does not exist; needs a token with the scope "admin" of an owner of the server',
  },
]
const CONFLICTS = [3, 'both sides changed the same text'] as const

/** `dragoman` without a command. */
export const SERVING: CommandDescription = {
  name: '',
  group: 'files',
  words: '[FOLDER]',
  wordsMax: 1,
  completes: 'folder',
  summary: 'open the locale files of a folder in the browser (default: this folder)',
  options: [
    {
      name: '--port',
      value: 'PORT',
      text: 'port to listen on, 0 for any free one (default: DRAGOMAN_PORT, else 4400)',
    },
    {
      name: '--host',
      value: 'ADDRESS',
      text: 'address to listen on (default: DRAGOMAN_HOST, else 127.0.0.1)',
    },
    { name: '--open', text: 'open the browser, even without an interactive terminal' },
    { name: '--no-open', text: 'do not open the browser' },
    { name: '--deliver', text: 'let apps load the translations without signing in (default: off)' },
    { name: '--skipped', text: 'list all files that look like locale files and are not read' },
  ],
  examples: [['dragoman locales', 'edit the files in locales; each change is written back']],
}

const DESCRIBED = [
  {
    name: 'open',
    group: 'files',
    words: '[FOLDER]',
    wordsMax: 1,
    completes: 'folder',
    summary: 'sign in again to a running "dragoman [FOLDER]", with a new link',
    options: [{ name: '--no-open', text: 'only print the link' }],
    examples: [['dragoman open', 'a new link for the folder that is served here']],
  },
  {
    name: 'start',
    group: 'server',
    words: '',
    wordsMax: 0,
    completes: 'nothing',
    summary: 'run the team server on the data in DRAGOMAN_DATA',
    options: [
      { name: '--port', value: 'PORT', text: 'port to listen on (default: DRAGOMAN_PORT, else 4400)' },
      {
        name: '--host',
        value: 'ADDRESS',
        text: 'address to listen on (default: DRAGOMAN_HOST, else 127.0.0.1)',
      },
    ],
    examples: [['DRAGOMAN_DATA=/var/lib/dragoman dragoman start', 'with its data in that folder']],
  },
  {
    name: 'formats',
    group: 'files',
    words: '',
    wordsMax: 0,
    completes: 'nothing',
    summary: 'list the formats of locale files: id, extensions, description',
    options: [{ name: '--json', text: 'print JSON' }],
    examples: [
      ['dragoman formats', 'ids for --from-format and dragoman.json'],
      ['dragoman formats --json', 'for programs'],
    ],
  },
  {
    name: 'deliver',
    group: 'server',
    words: '',
    wordsMax: 0,
    completes: 'nothing',
    summary: 'serve what a server has published to DRAGOMAN_BLOBS, without a database',
    options: [
      { name: '--port', value: 'PORT', text: 'port to listen on (default: DRAGOMAN_PORT, else 4400)' },
      {
        name: '--host',
        value: 'ADDRESS',
        text: 'address to listen on (default: DRAGOMAN_HOST, else 127.0.0.1)',
      },
    ],
    examples: [['DRAGOMAN_BLOBS=/srv/texts dragoman deliver --port 4500', 'from a shared folder']],
  },
  {
    name: 'init',
    group: 'files',
    words: '[FOLDER]',
    wordsMax: 1,
    completes: 'folder',
    summary: 'write a dragoman.json for the detected locale files',
    options: [
      ...SERVER,
      {
        name: '--source-language',
        value: 'TAG',
        text: 'the source language, if the files do not contain it',
      },
      {
        name: '--all',
        text: 'one project for each set of detected locale files that has the source language of the best match (default: only the best match)',
      },
      { name: '--dry-run', text: 'only print it' },
    ],
    examples: [
      ['dragoman init --dry-run', 'what would be written'],
      ['dragoman init --server https://l10n.example.com --project shop', 'for a project on that server'],
    ],
  },
  {
    name: 'push',
    group: 'project',
    words: '[FOLDER]',
    wordsMax: 1,
    completes: 'folder',
    summary: 'send changes in the locale files to a project on a server',
    more: 'Only differences are sent. A text that was changed on both sides since the last time is reported and not sent.',
    options: [...SERVER, ...NARROWED, ...SENDING],
    examples: [
      ['dragoman push --create', 'the first time, by an owner: creates the project and sends all files'],
      ['dragoman push --dry-run', 'each text that would be sent, with what it replaces'],
      ['dragoman push --language en --prefer local', 'in CI: only the source texts, and yours are kept'],
    ],
    exits: [CONFLICTS],
  },
  {
    name: 'pull',
    group: 'project',
    words: '[FOLDER]',
    wordsMax: 1,
    completes: 'folder',
    summary: 'write changes on the server to the locale files',
    more: 'Only changed values are written: the rest of a file stays the same, byte for byte.',
    options: [...SERVER, ...NARROWED],
    examples: [
      ['dragoman pull', 'all languages; a new language gets its own file'],
      ['dragoman pull --language de,fr --namespace checkout', 'two files'],
      ['dragoman pull --prefer server', 'in a conflict, the server’s text is written'],
    ],
    exits: [CONFLICTS],
  },
  {
    name: 'sync',
    group: 'project',
    words: '[FOLDER]',
    wordsMax: 1,
    completes: 'folder',
    summary: 'push and pull in one step, merged key by key',
    options: [...SERVER, ...NARROWED, ...SENDING],
    examples: [
      ['dragoman sync', 'afterwards both sides are the same, except for conflicts'],
      ['dragoman sync --prefer local', 'in conflicts, your text is kept'],
    ],
    exits: [CONFLICTS],
  },
  {
    name: 'export',
    group: 'project',
    words: 'FILE.zip',
    wordsMax: 1,
    completes: 'file',
    summary: 'download the texts of a project as a ZIP archive, in any format',
    more: 'The token needs the scope "files".',
    options: [
      ...SERVER,
      { name: '--format', value: 'ID', text: 'an id from "dragoman formats" (default: i18next-json)' },
      { name: '--language', value: 'TAG,…', text: 'only these languages' },
      { name: '--namespace', value: 'NAME,…', text: 'only these namespaces' },
    ],
    examples: [
      ['dragoman export shop.zip --project shop', 'everything, one folder per language'],
      ['dragoman export de.zip --format android-xml --language de', 'for an Android app'],
    ],
  },
  {
    name: 'release',
    group: 'project',
    words: '[list|create|move]',
    wordsMax: 3,
    completes: 'nothing',
    summary: 'create releases of a project and choose which one each channel serves',
    more: 'The token needs the scope "files" and must belong to a person who can publish. Moving to an earlier release is a rollback.',
    options: [
      ...SERVER,
      { name: '--channel', value: 'NAME', text: 'create: the channel that is to serve the new release' },
      { name: '--title', value: 'TEXT', text: 'create: a title' },
      { name: '--notes', value: 'TEXT', text: 'create: notes for people who read the history' },
      { name: '--note', value: 'TEXT', text: 'move: why, for people who read the history' },
      { name: '--percent', value: 'N', text: 'only for N of 100 readers; the others keep what they have' },
      { name: '--at', value: 'TIME', text: 'at a time, such as 2026-12-01T09:00+01:00, instead of now' },
      DRY_RUN,
      { name: '--json', text: 'print JSON' },
    ],
    examples: [
      ['dragoman release --project shop', 'channels, scheduled moves and the newest releases'],
      [
        'dragoman release create --title "Spring sale" --channel staging',
        'create one, and let staging serve it',
      ],
      ['dragoman release create --dry-run', 'what would be in it, by language'],
      ['dragoman release move production latest --percent 10', 'some readers first'],
      ['dragoman release move production 12 --note "Wrong prices"', 'roll back'],
      ['dragoman release move production 13 --at 2026-12-01T09:00+01:00', 'at a time'],
    ],
  },
  {
    name: 'shots',
    group: 'project',
    words: 'FOLDER',
    wordsMax: 1,
    completes: 'folder',
    summary: 'upload screenshots of your Playwright tests, shown next to their strings in the editor',
    more: 'The token needs the scope "files". Only changes are sent. docs/shots.md describes how tests take them.',
    options: [...SERVER, DRY_RUN],
    examples: [
      ['dragoman shots screenshots --dry-run', 'what would be sent'],
      ['dragoman shots screenshots --project shop', 'after the tests, in CI'],
    ],
  },
  {
    name: 'check',
    group: 'files',
    words: '[FOLDER]',
    wordsMax: 1,
    completes: 'folder',
    summary: 'check the locale files; exits with 1 if there are errors',
    options: [
      {
        name: '--base',
        value: 'COMMIT',
        text: 'only new issues since a commit, branch or tag, such as origin/main',
      },
      { name: '--format', value: FORMATS.join('|'), values: FORMATS, text: 'output format (default: text)' },
      { name: '--strict', text: 'warnings count as errors' },
      {
        name: '--code',
        value: 'FOLDER',
        text: 'also keys that the code uses but the files lack, and unused keys',
      },
      {
        name: '--functions',
        value: 'NAME,…',
        text: 'functions that translate, in addition to t, $t and similar',
      },
      {
        name: '--editor',
        value: 'URL',
        text: 'add links to the strings in the editor; the address of the project, such as https://l10n.example.com/p/shop',
      },
      { name: '--comment', text: 'keep one comment on the pull request of this job up to date' },
      { name: '--skipped', text: 'list all files that look like locale files and are not read' },
    ],
    examples: [
      ['dragoman check', 'all files'],
      [
        'dragoman check --base origin/main --format github',
        'in a pull request: only new issues, on their lines',
      ],
    ],
  },
  {
    name: 'scan',
    group: 'files',
    words: '[FOLDER]',
    wordsMax: 1,
    completes: 'folder',
    summary: 'list the keys that the code uses, and which are missing or unused',
    options: [
      {
        name: '--locales',
        value: 'FOLDER',
        text: 'the locale files to compare with (default: those in FOLDER, else those of dragoman.json)',
      },
      {
        name: '--functions',
        value: 'NAME,…',
        text: 'functions that translate, in addition to t, $t and similar',
      },
      {
        name: '--only',
        value: 'used|dynamic|missing|unused',
        values: ['used', 'dynamic', 'missing', 'unused'],
        text: 'print only this list',
      },
      {
        name: '--format',
        value: 'text|json',
        values: ['text', 'json'],
        text: 'output format (default: text)',
      },
      { name: '--send', text: 'send to a server what the code of this commit uses; needs a token' },
      {
        name: '--server',
        value: 'URL',
        text: 'the server (default: DRAGOMAN_SERVER, else dragoman.json, else the last login)',
      },
      {
        name: '--project',
        value: 'NAME',
        text: 'the project there, by its URL name (default: as in dragoman.json)',
      },
      {
        name: '--permalink',
        value: 'TEMPLATE',
        text: 'URL of a line, such as https://git.example.com/shop/blob/{commit}/{path}#L{line}',
      },
    ],
    examples: [
      ['dragoman scan src --locales locales --only unused', 'keys that could be deleted'],
      [
        'dragoman scan --send --project shop',
        'in CI on the main branch: the editor shows where keys are used',
      ],
    ],
  },
  {
    name: 'types',
    group: 'files',
    words: '[FOLDER]',
    wordsMax: 1,
    completes: 'folder',
    summary: 'generate types for the keys, so that a wrong key in the code does not compile (i18next)',
    options: [
      { name: '--out', value: 'FILE', text: 'output file (default: i18next.d.ts next to dragoman.json)' },
      {
        name: '--default-namespace',
        value: 'NAME',
        text: 'the namespace of keys without one (default: translation, else the only one)',
      },
      { name: '--check', text: 'write nothing; exit with 1 if the file is not up to date' },
      { name: '--from-server', text: 'the keys of a project on a server instead of local files' },
      ...SERVER,
    ],
    examples: [
      ['dragoman types --out src/i18next.d.ts', 'and let tsconfig.json include src'],
      ['dragoman types --out src/i18next.d.ts --check', 'in CI: is it up to date?'],
      ['dragoman types --from-server --project shop', 'if the files are not in the repository'],
    ],
  },
  {
    name: 'pseudo',
    group: 'files',
    words: '[FOLDER]',
    wordsMax: 1,
    completes: 'folder',
    summary: 'generate a pseudo language, to find untranslated texts and tight layouts in the app',
    options: [
      {
        name: '--language',
        value: 'TAG',
        text: 'its language code (default: that of the source with XA, such as en-XA; with --rtl ar-XB)',
      },
      { name: '--length', value: 'PERCENT', text: 'how much longer texts become (default: 40)' },
      { name: '--brackets', text: 'put each text between ⟦ ⟧, to see where it is truncated' },
      { name: '--rtl', text: 'right to left' },
      DRY_RUN,
    ],
    examples: [
      ['dragoman pseudo', 'Save becomes Šååṽéé'],
      ['dragoman pseudo --length 100 --brackets', 'twice as long'],
      ['dragoman pseudo --rtl', 'ar-XB, with all plural forms of Arabic'],
    ],
  },
  {
    name: 'rename',
    group: 'files',
    words: 'KEY NEW-KEY',
    wordsMax: 2,
    completes: 'nothing',
    summary: 'rename a key in all locale files, and in the code',
    more: 'Shows what would change; --write makes the change. A key can be "namespace:key". "cart.*" "checkout.*" renames all keys below cart.',
    options: [
      { name: '--folder', value: 'FOLDER', text: 'where the locale files are (default: this folder)' },
      { name: '--code', value: 'FOLDER', text: 'also in the code of this folder' },
      {
        name: '--functions',
        value: 'NAME,…',
        text: 'functions that translate, in addition to t, $t and similar',
      },
      { name: '--send', text: 'also on a server, where the key keeps its history and reviews' },
      { name: '--no-alias', text: 'with --send: apps that request the old name no longer get a text' },
      ...SERVER,
      { name: '--write', text: 'make the changes' },
    ],
    examples: [
      ['dragoman rename cart.title cart.heading --code src', 'shows the lines that would change'],
      ['dragoman rename cart.title cart.heading --code src --write', 'changes them'],
      ["dragoman rename 'cart.*' 'checkout.*'", 'all keys below cart'],
      ['dragoman rename cart.title cart.heading --send --write', 'in the files and on the server'],
    ],
  },
  {
    name: 'convert',
    group: 'files',
    words: 'FROM TO',
    wordsMax: 2,
    completes: 'file',
    summary: 'convert files to another format, with a report of what differs',
    more: 'FROM and TO are files, or patterns such as locales/{lng}/{ns}.json.',
    options: [
      { name: '--from-format', value: 'FORMAT', text: 'if it cannot be detected by names and first bytes' },
      { name: '--to-format', value: 'FORMAT', text: 'if it cannot be detected by the name' },
      { name: '--language', value: 'TAG', text: 'only this language, or the language of FROM' },
      {
        name: '--source-language',
        value: 'TAG',
        text: 'the source language (default: as in the files; English for source texts next to their translations)',
      },
      { name: '--source', value: 'TAG', text: 'same as --source-language' },
      { name: '--force', text: 'overwrite existing files' },
      {
        name: '--report',
        value: 'text|json',
        values: ['text', 'json'],
        text: 'output format (default: text)',
      },
    ],
    examples: [["dragoman convert 'locales/{lng}.json' 'po/{lng}.po' --source en", 'each language']],
  },
  {
    name: 'backup',
    group: 'server',
    words: '[FILE]',
    wordsMax: 1,
    completes: 'file',
    summary: 'back up the data to a file, also while the server runs',
    options: [],
    examples: [['dragoman backup before-update.db', 'of the data in DRAGOMAN_DATA']],
  },
  {
    name: 'restore',
    group: 'server',
    words: 'FILE',
    wordsMax: 1,
    completes: 'file',
    summary: 'restore a backup, replacing the data',
    options: [],
    examples: [['dragoman restore before-update.db', 'the server must be stopped']],
  },
  {
    name: 'reset-password',
    group: 'server',
    words: 'NAME',
    wordsMax: 1,
    completes: 'nothing',
    summary: 'print a link that sets a new password, for an account by its name or confirmed address',
    more: 'For owners who are locked out of a server that sends no email. With SQLite, stop the server first; with PostgreSQL it can keep running. The link uses the first address of DRAGOMAN_URL and works once. A second factor is kept: signing in still requires a code or a recovery code, unless --remove-two-factor turns it off.',
    options: [
      {
        name: '--remove-two-factor',
        text: 'also turn off two-factor sign-in, for an account whose app and recovery codes are lost',
      },
    ],
    examples: [['dragoman reset-password "Amara Okafor"', 'of the data in DRAGOMAN_DATA']],
  },
  {
    name: 'forget-secret',
    group: 'server',
    words: '',
    wordsMax: 0,
    completes: 'nothing',
    summary: 'let a server start whose DRAGOMAN_SECRET is lost',
    more: 'What was encrypted with it stays lost: people sign in with recovery codes, and credentials of repositories, secrets of webhooks and that of single sign-on have to be entered again. Nothing is changed if DRAGOMAN_SECRET is right. With SQLite, stop the server first.',
    options: [],
    examples: [['dragoman forget-secret', 'of the data in DRAGOMAN_DATA']],
  },
  {
    name: 'copy-database',
    group: 'server',
    words: 'FROM TO',
    wordsMax: 2,
    completes: 'folder',
    summary: 'copy everything from a data folder (SQLite) into an empty PostgreSQL, or back',
    more: 'Servers must be stopped. Each table is compared by hash. An interrupted copy resumes when the command is run again, and no server uses it until it is complete. The password can be in PGPASSWORD instead of the address.',
    options: [],
    examples: [
      ['dragoman copy-database data postgres://dragoman@db/dragoman', 'from SQLite to PostgreSQL'],
      ['dragoman copy-database postgres://dragoman@db/dragoman data', 'and back into a new folder'],
    ],
  },
  {
    name: 'login',
    group: 'project',
    words: 'URL',
    wordsMax: 1,
    completes: 'nothing',
    summary: 'store a token for a server, entered at a prompt or taken from DRAGOMAN_TOKEN',
    options: [],
    examples: [['dragoman login https://l10n.example.com', 'asks for a token and verifies it']],
  },
  {
    name: 'logout',
    group: 'project',
    words: '[URL]',
    wordsMax: 1,
    completes: 'nothing',
    summary: 'delete the stored token of a server',
    options: [],
    examples: [['dragoman logout', 'for the last login']],
  },
  {
    name: 'whoami',
    group: 'project',
    words: '[URL]',
    wordsMax: 1,
    completes: 'nothing',
    summary: 'show server, token and projects; DRAGOMAN_SERVER, with DRAGOMAN_TOKEN, takes precedence',
    options: [],
    examples: [['dragoman whoami', 'for the last login, or for DRAGOMAN_SERVER']],
  },
  {
    name: 'completion',
    group: 'files',
    words: 'SHELL',
    wordsMax: 1,
    completes: 'shell',
    summary: 'print a completion script for bash, zsh or fish',
    options: [],
    examples: [
      ['source <(dragoman completion bash)', 'in ~/.bashrc'],
      ['source <(dragoman completion zsh)', 'in ~/.zshrc, after compinit'],
      ['dragoman completion fish | source', 'in ~/.config/fish/config.fish'],
    ],
  },
] as const satisfies readonly CommandDescription[]

export type CommandName = (typeof DESCRIBED)[number]['name']

export const COMMANDS: readonly (CommandDescription & { readonly name: CommandName })[] = DESCRIBED

/** Returns the arguments of a command, read according to its description. Throws UsageError. */
export function readArgumentsOf(name: CommandName | '', args: readonly string[]): ReadArguments {
  const description = name === '' ? SERVING : COMMANDS.find((command) => command.name === name)
  if (description === undefined) throw new Error(`No command ${name} is described`)
  const kinds: OptionKinds = Object.fromEntries(
    description.options.map((option) => [option.name, option.value === undefined ? 'switch' : 'value']),
  )
  return readArguments(args, kinds, { wordsMax: description.wordsMax })
}
