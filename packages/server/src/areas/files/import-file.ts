import { Failure, type ImportPlanReply } from '@dragoman/contract'
import {
  type Forms,
  type GroupedUnit,
  groupEntries,
  hasText,
  type ImportMode,
  type ImportPlan,
  isNamespace,
  planImport,
  tagFromPath,
  type Unit,
  type UnitChange,
  unitId,
} from '@dragoman/core'
import { DEFAULT_NAMESPACE, type Document, formatFor, isWhole, placeOf } from '@dragoman/formats'
import {
  addLanguage,
  type ChangeRequest,
  listLanguages,
  type ProjectRow,
  type Reader,
  type UnitRow,
  unitsOfFile,
  type Writer,
} from '@dragoman/store'
import { pluralBasesFor } from '../../sources/plural-bases-for.ts'
import { type Done, operate } from '../operate.ts'
import { presentIssue } from '../present-issue.ts'
import { demandTag } from '../projects/handlers.ts'

export type FileImport = {
  readonly project: ProjectRow
  readonly bytes: Uint8Array
  /** File name or path: tells format, and language and namespace where these are not given. */
  readonly name: string
  readonly language?: string | undefined
  readonly namespace?: string | undefined
  readonly mode: 'overwrite' | 'fill'
}

type Planned = { readonly reply: ImportPlanReply; readonly plan: ImportPlan; readonly rows: ReadonlyMap<string, UnitRow> }

const SAMPLE = 50
const LISTED_ISSUES = 100
const CORE_MODE: Readonly<Record<FileImport['mode'], ImportMode>> = { overwrite: 'overwrite', fill: 'keep' }

/** What importing a file would do. Throws `unsupported-format`, `unreadable-file` (with line and column) and `invalid-input` where no language is known. */
export async function planFileImport(r: Reader, request: FileImport): Promise<Planned> {
  const { project, name } = request
  const guess = formatFor(name)
  if (guess.format === null) throw new Failure('unsupported-format', { name, reason: guess.reason })
  const { language, namespace, reason } = placeOfImport(request)
  const document = guess.format.read(request.bytes)
  if (!isWhole(document)) throw unreadable(document, name)
  const known = new Set((await listLanguages(r, project.id)).map((row) => row.tag))
  // Without the language there are no rows of it: the source's tell which keys exist.
  const rowsOf = known.has(language) ? language : project.sourceLanguage
  const rows = new Map<string, UnitRow>()
  for (const row of await unitsOfFile(r, project.id, rowsOf, namespace)) {
    rows.set(unitId(row.unit), known.has(language) ? row : { ...row, unit: { ...row.unit, forms: {} } })
  }
  const bases = pluralBasesFor(
    [...rows.values()].map((row) => row.unit),
    [{ language, entries: [...document.entries.values()] }],
    project.sourceLanguage,
  )
  const incoming = new Map<string, GroupedUnit>()
  for (const unit of groupEntries(document.entries.values(), bases)) incoming.set(unitId(unit), unit)
  const current = new Map<string, Unit>([...rows].map(([id, row]) => [id, row.unit]))
  const plan = planImport({ incoming, current, mode: CORE_MODE[request.mode] })
  const { added, filled, changed, same, kept, empty } = plan.counts
  const reply: ImportPlanReply = {
    language,
    languageKnown: known.has(language),
    namespace,
    format: guess.format.id,
    reason,
    keysAdded: added,
    filled,
    changed: changed + (request.mode === 'fill' ? kept : 0),
    unchanged: same + empty + (request.mode === 'fill' ? 0 : kept),
    sample: plan.changes.slice(0, SAMPLE).map(presentChange),
    issues: document.issues
      .slice(0, LISTED_ISSUES)
      .map((issue) => ({ ...presentIssue(issue), ...placeOf(document.text, issue.span.start) })),
  }
  return { reply, plan, rows }
}

/** Imports a file as one operation. */
export async function importFile(
  w: Writer,
  request: FileImport & { readonly author: string; readonly at: string },
): Promise<Done & { readonly plan: ImportPlanReply; readonly projectId: number }> {
  const { project, author, at, name } = request
  const { reply, plan, rows } = await planFileImport(w, request)
  if (!reply.languageKnown) await addLanguage(w, { projectId: project.id, tag: reply.language, author, at })
  const changes = plan.changes.map((change) => requestOf(change, { reply, rows }))
  const done = await operate(w, { projectId: project.id, kind: 'import', author, at, origin: name, changes })
  return { ...done, plan: reply, projectId: project.id }
}

function requestOf(change: UnitChange, { reply, rows }: { reply: ImportPlanReply; rows: ReadonlyMap<string, UnitRow> }): ChangeRequest {
  const forms: Forms = change.after?.forms ?? {}
  const row = rows.get(change.id)
  if (row !== undefined) return { kind: 'translate', keyId: row.keyId, language: reply.language, forms }
  const unit = change.after
  if (unit === null) throw new Error('An import never removes')
  const { name, plural, path } = unit
  return { kind: 'add-key', namespace: reply.namespace, name, plural, path, texts: new Map([[reply.language, { forms }]]) }
}

function presentChange({ before, after }: UnitChange): ImportPlanReply['sample'][number] {
  const unit = after ?? before
  const now = before?.forms ?? {}
  return {
    name: unit?.name ?? '',
    plural: unit?.plural ?? 'none',
    change: before === null ? 'added' : hasText(now) ? 'changed' : 'added',
    now,
    incoming: after?.forms ?? {},
  }
}

/** Language and namespace as given, else as the name says: `locales/de/shop.json`, `de.json`, `shop.de.json`. */
function placeOfImport({ name, language, namespace }: FileImport): { language: string; namespace: string; reason: string } {
  const file = placeByName(name.replaceAll('\\', '/'))
  const tag = language === undefined ? file.language : demandTag(language, '/query/language')
  if (tag === null) throw new Failure('invalid-input', {}, { fields: [{ pointer: '/query/language', code: 'unknown-language' }] })
  const found = namespace ?? file.namespace
  if (!isNamespace(found)) throw new Failure('invalid-input', {}, { fields: [{ pointer: '/query/namespace', code: 'unusable' }] })
  return { language: tag, namespace: found, reason: language === undefined ? 'by-name' : 'as-given' }
}

function placeByName(path: string): { language: string | null; namespace: string } {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.' && part !== '..')
  const stem = (parts.pop() ?? '').replace(/\.[^.]*$/, '')
  const alone = tagFromPath(stem)
  if (alone !== null) return { language: alone, namespace: DEFAULT_NAMESPACE }
  const dot = stem.lastIndexOf('.')
  const ending = dot > 0 ? tagFromPath(stem.slice(dot + 1)) : null
  if (ending !== null) return { language: ending, namespace: stem.slice(0, dot) }
  const at = parts.findLastIndex((part) => tagFromPath(part) !== null)
  const folder = parts[at]
  if (folder === undefined) return { language: null, namespace: stem }
  return { language: tagFromPath(folder), namespace: [...parts.slice(at + 1), stem].join('/') }
}

function unreadable(document: Document, name: string): Failure {
  const issue = document.issues.find((found) => found.severity === 'error')
  const place = placeOf(document.text, issue?.span.start ?? 0)
  return new Failure('unreadable-file', {
    name,
    reason: issue?.code ?? 'unknown',
    line: place.line,
    column: place.column,
    ...issue?.params,
  })
}
