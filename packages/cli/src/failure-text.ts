import type { Failure } from '@dragoman/contract'

/** Describes an expected failure in a sentence for the terminal; server errors end with their code. */
export function failureText(failure: Failure): string {
  const { code, params } = failure
  switch (code) {
    case 'no-locale-files':
      return `No locale files were found in ${params.folder}. Dragoman searched for files of all known formats, such as locales/en/common.json, values/strings.xml or po/de.po, in all folders except node_modules, build output and those whose names start with a dot. A dragoman.json in the folder can specify where they are.`
    case 'unusable-project-file':
      return `${params.folder}/dragoman.json:${params.line}:${params.column}: ${PROJECT_FILE_PROBLEMS.get(String(params.reason)) ?? params.reason}${params.field ? ` at ${params.field}` : ''}${params.value ? ` (${params.value})` : ''}.`
    case 'unusable-folder':
      return `${params.folder} ${REASONS.get(String(params.reason)) ?? 'cannot be used'}.`
    case 'already-exists':
      return `${params.folder ?? params.name ?? 'That'} already exists.`
    case 'invalid-input':
      return `${refusedFields(failure)} (${code})`
    case 'not-found':
      return `The server has no such ${params.what ?? 'item'}${params.language ? ` (${params.language})` : ''}, or this token has no access to it. (${code})`
    case 'not-allowed':
      return `This token does not allow this${limitsOf(failure)}. (${code})`
    case 'too-large':
      return `That is too large for the server${params.limit ? `: ${params.limit} at most` : ''}. (${code})`
    case 'unsupported-picture':
      return `The picture is not a readable PNG, JPEG or WebP file of at most ${params.megabytes} MB. (${code})`
    case 'unreadable-file':
      return `${params.name}:${params.line}:${params.column}: the server cannot read it: ${String(params.reason).replaceAll('-', ' ')}. (${code})`
    default:
      return `${SENTENCES.get(code) ?? 'The request failed.'} (${code})`
  }
}

const SENTENCES: ReadonlyMap<string, string> = new Map([
  ['not-signed-in', 'The server requires a sign-in: dragoman login URL.'],
  [
    'invalid-token',
    'The server rejected this token: it was revoked, has expired, or was copied incompletely.',
  ],
  ['account-suspended', 'The account of this token is suspended.'],
  ['too-many-requests', 'Too many requests were made with this token. Try again later.'],
  ['busy', 'The server is busy. Try again later.'],
  ['no-room', 'The disk of the server is full.'],
  ['unexpected', 'The server failed. See its log for details.'],
  ['unknown-host', 'The server does not accept this host name: see DRAGOMAN_URL there.'],
  ['gone', 'It no longer exists.'],
])

function limitsOf({ params }: Failure): string {
  const { language, namespace } = params
  if (language === undefined && namespace === undefined) return ''
  return `: ${[language, namespace].filter((part) => part !== undefined).join(', ')}`
}

function refusedFields({ fields }: Failure): string {
  if (fields.length === 0) return 'The server does not understand the request.'
  const problems = fields.map(({ pointer, code }) => `${pointer} (${code.replaceAll('-', ' ')})`)
  return `The server does not accept ${problems.join(', ')}.`
}

const PROJECT_FILE_PROBLEMS: ReadonlyMap<string, string> = new Map([
  ['server-address', 'this is not an address such as "https://l10n.example.com"'],
  ['project-name', 'this is not a URL name of a project: lowercase letters, digits and hyphens'],
  ['field-unknown', 'there is no such field'],
  ['field-missing', 'a field is missing'],
  ['field-twice', 'this field appears twice'],
  ['field-kind', 'this value has the wrong type'],
  ['format-unknown', 'there is no such format'],
  ['language-unknown', 'this is not a language code such as de or pt-BR'],
  ['pattern-twice', 'this pattern appears twice'],
  ['pattern-outside', 'this pattern leads outside the folder'],
  ['pattern-no-language', 'this pattern needs {lng}, the placeholder for the language'],
  ['pattern-extension', 'files with this extension are not supported'],
])

const REASONS: ReadonlyMap<string, string> = new Map([
  ['missing', 'does not exist'],
  ['not-a-folder', 'is not a folder'],
  ['not-permitted', 'cannot be read by this user'],
])
