import { parseTag, SLUG_PATTERN, type Span } from '@dragoman/core'
import { formatById, formatFor } from '../all.ts'
import { decodeBytes } from '../bytes/decode.ts'
import { patternProblem, withLanguages } from '../paths/pattern-parts.ts'
import { type JsonMember, type JsonNode, parseJson } from '../source/json.ts'
import { type LineColumn, lineColumnOf } from '../source/line-column.ts'

/** Name of the file in the root of a folder that defines everything that cannot be guessed. */
export const PROJECT_FILE = 'dragoman.json'

export type ProjectFile = {
  /** Address of the server that texts are pushed to and pulled from; null: defined elsewhere. */
  readonly server: string | null
  /** URL name of the project there; null: defined elsewhere. */
  readonly project: string | null
  /** Canonical BCP 47 tag. */
  readonly sourceLanguage: string
  readonly files: readonly ProjectFileItem[]
}

/** Some files of one project. */
export type ProjectFileItem = {
  readonly pattern: string
  /** Id of a format. */
  readonly format: string
  /** Irregular spellings of languages in paths, by canonical tag. */
  readonly languages: ReadonlyMap<string, string>
  /** The project of these files; null: that of the whole file. */
  readonly project: string | null
  /** Where the project file has the pattern. */
  readonly place: LineColumn
}

/** The first problem of a project file: a stable code, the field by its path, and the location. */
export type ProjectFileProblem = {
  readonly code: string
  readonly field: string
  readonly value: string
} & LineColumn

export type ProjectFileReading =
  | { readonly file: ProjectFile; readonly problem: null }
  | { readonly file: null; readonly problem: ProjectFileProblem }

/**
 * Reads a project file: strict JSON with known fields only, so that typos are reported instead of ignored.
 * Never throws.
 */
export function readProjectFile(bytes: Uint8Array): ProjectFileReading {
  const { text, issue } = decodeBytes(bytes)
  const tree = parseJson(text)
  const broken = issue ?? tree.issue
  const cursor: Cursor = { text, problem: null }
  const file = broken === null && tree.root !== null ? readRoot(tree.root, cursor) : null
  if (broken !== null) cursor.problem = { code: broken.code, field: '', value: '', span: broken.span }
  const { problem } = cursor
  if (problem === null && file !== null) return { file, problem: null }
  const { code = 'field-kind', field = '', value = '', span = { start: 0, end: 0 } } = problem ?? {}
  return { file: null, problem: { code, field, value, ...lineColumnOf(text, span.start) } }
}

/** Returns the pattern of an item in the form of detection, with all its settings for languages. */
export function fullPattern(
  { pattern, languages }: Pick<ProjectFileItem, 'pattern' | 'languages'>,
  source: string,
): string {
  return withLanguages(pattern, { source, ...(languages.size > 0 ? { spellings: languages } : {}) })
}

type Cursor = {
  readonly text: string
  problem: {
    readonly code: string
    readonly field: string
    readonly value: string
    readonly span: Span
  } | null
}

function fail(
  cursor: Cursor,
  code: string,
  at: { readonly field: string; readonly span: Span; readonly value?: string },
): null {
  cursor.problem ??= { code, field: at.field, value: at.value ?? '', span: at.span }
  return null
}

function readRoot(root: JsonNode, cursor: Cursor): ProjectFile | null {
  const names = ['$schema', 'server', 'project', 'sourceLanguage', 'files']
  const fields = fieldsOf(root, names, { field: '', cursor })
  if (fields === null) return null
  const server = serverAt(fields.get('server'), cursor)
  const project = projectAt(fields.get('project'), { field: 'project', cursor })
  const sourceLanguage = tagAt(fields.get('sourceLanguage'), {
    field: 'sourceLanguage',
    parent: root,
    cursor,
  })
  const list = fields.get('files')
  if (list === undefined) return fail(cursor, 'field-missing', { field: 'files', span: root })
  if (list.value.kind !== 'array' || list.value.items.length === 0)
    return fail(cursor, 'field-kind', { field: 'files', span: list.value })
  const files = list.value.items.map((item, i) => readItem(item, `files[${i}]`, cursor))
  const patterns = new Set<string>()
  for (const [i, file] of files.entries()) {
    if (file === null || sourceLanguage === null) return null
    const span = list.value.items[i] ?? list.value
    if (patterns.has(file.pattern))
      return fail(cursor, 'pattern-twice', { field: `files[${i}].pattern`, span, value: file.pattern })
    patterns.add(file.pattern)
  }
  if (sourceLanguage === null) return null
  return { server, project, sourceLanguage, files: files.filter((file) => file !== null) }
}

/** Returns the server's address. It must be an origin only; a password in it would be in the repository. */
function serverAt(member: JsonMember | undefined, cursor: Cursor): string | null {
  if (member === undefined) return null
  const text = textAt(member, { field: 'server', parent: member.value, cursor })
  const isAddress = text !== null && /^https?:\/\/[^\s/@?#]+\/?$/i.test(text)
  if (text === null || isAddress) return text
  return fail(cursor, 'server-address', { field: 'server', span: member.value, value: text })
}

function projectAt(member: JsonMember | undefined, { field, cursor }: At): string | null {
  if (member === undefined) return null
  const text = textAt(member, { field, parent: member.value, cursor })
  if (text === null || SLUG_PATTERN.test(text)) return text
  return fail(cursor, 'project-name', { field, span: member.value, value: text })
}

function readItem(node: JsonNode, field: string, cursor: Cursor): ProjectFileItem | null {
  const fields = fieldsOf(node, ['pattern', 'format', 'languages', 'project'], { field, cursor })
  if (fields === null) return null
  const pattern = textAt(fields.get('pattern'), { field: `${field}.pattern`, parent: node, cursor })
  const format = textAt(fields.get('format'), { field: `${field}.format`, parent: node, cursor })
  if (pattern === null || format === null) return null
  const unfit = patternProblem(pattern) ?? extensionProblem(pattern)
  const spanOf = (name: string) => fields.get(name)?.value ?? node
  if (unfit !== null)
    return fail(cursor, unfit, { field: `${field}.pattern`, span: spanOf('pattern'), value: pattern })
  const known = formatById(format)
  if (known === null)
    return fail(cursor, 'format-unknown', { field: `${field}.format`, span: spanOf('format'), value: format })
  const canHold = known.languages === 'many' || /\{[-_.]?(?:lng|language)/.test(pattern)
  if (!canHold)
    return fail(cursor, 'pattern-no-language', {
      field: `${field}.pattern`,
      span: spanOf('pattern'),
      value: pattern,
    })
  const languages = readLanguages(fields.get('languages')?.value, `${field}.languages`, cursor)
  const project = projectAt(fields.get('project'), { field: `${field}.project`, cursor })
  const place = lineColumnOf(cursor.text, spanOf('pattern').start)
  return languages === null ? null : { pattern, format, languages, project, place }
}

/** A file that usually belongs to another tool can be a locale file if it is named. */
function extensionProblem(pattern: string): 'pattern-extension' | null {
  const guess = formatFor(pattern)
  return guess.format === null && guess.reason === 'unknown-extension' ? 'pattern-extension' : null
}

function readLanguages(
  node: JsonNode | undefined,
  field: string,
  cursor: Cursor,
): ReadonlyMap<string, string> | null {
  const languages = new Map<string, string>()
  if (node === undefined) return languages
  if (node.kind !== 'object') return fail(cursor, 'field-kind', { field, span: node })
  for (const member of node.members) {
    const at = `${field}.${member.key}`
    const parsed = parseTag(member.key)
    if (!parsed.ok)
      return fail(cursor, 'language-unknown', { field: at, span: spanOfKey(member), value: member.key })
    const spelling = member.value.kind === 'string' ? member.value.value : ''
    if (!/^[^/\\{};=]+$/.test(spelling))
      return fail(cursor, 'spelling-unusable', { field: at, span: member.value, value: spelling })
    languages.set(parsed.tag, spelling)
  }
  return languages
}

type At = { readonly field: string; readonly cursor: Cursor }

function fieldsOf(
  node: JsonNode,
  names: readonly string[],
  { field, cursor }: At,
): ReadonlyMap<string, JsonMember> | null {
  if (node.kind !== 'object') return fail(cursor, 'field-kind', { field, span: node })
  const fields = new Map<string, JsonMember>()
  for (const member of node.members) {
    const path = field === '' ? member.key : `${field}.${member.key}`
    if (!names.includes(member.key))
      return fail(cursor, 'field-unknown', { field: path, span: spanOfKey(member) })
    if (fields.has(member.key)) return fail(cursor, 'field-twice', { field: path, span: spanOfKey(member) })
    fields.set(member.key, member)
  }
  return fields
}

function textAt(
  member: JsonMember | undefined,
  { field, parent, cursor }: At & { readonly parent: JsonNode },
): string | null {
  if (member === undefined) return fail(cursor, 'field-missing', { field, span: parent })
  return member.value.kind === 'string'
    ? member.value.value
    : fail(cursor, 'field-kind', { field, span: member.value })
}

function tagAt(member: JsonMember | undefined, at: At & { readonly parent: JsonNode }): string | null {
  const text = textAt(member, at)
  if (text === null) return null
  const parsed = parseTag(text)
  if (parsed.ok) return parsed.tag
  return fail(at.cursor, 'language-unknown', {
    field: at.field,
    span: member?.value ?? at.parent,
    value: text,
  })
}

function spanOfKey({ keyStart, keyEnd }: JsonMember): Span {
  return { start: keyStart, end: keyEnd }
}
