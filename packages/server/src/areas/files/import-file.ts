import type { ImportPlanReply } from '@dragoman/contract'
import {
  type Forms,
  hasText,
  type ImportMode,
  type ImportPlan,
  LIMITS,
  planImport,
  type Unit,
  type UnitChange,
  unitId,
} from '@dragoman/core'
import { adaptUnits, type Content, type FileUnit, placeOf, pluralBasesOf, unitsOf } from '@dragoman/formats'
import {
  addLanguage,
  type ChangeRequest,
  listLanguages,
  listSources,
  type ProjectRow,
  type Reader,
  type UnitRow,
  unitsOfFile,
  type Writer,
} from '@dragoman/store'
import { type Done, operate } from '../operate.ts'
import { presentIssue } from '../present-issue.ts'
import { type ReadImport, readImport } from './read-import.ts'

export type FileImport = {
  readonly project: ProjectRow
  readonly bytes: Uint8Array
  /** File name or path: tells format, and language and namespace where these are not given. */
  readonly name: string
  readonly language?: string | undefined
  readonly namespace?: string | undefined
  readonly format?: string | undefined
  readonly mode: 'overwrite' | 'fill'
}

type Planned = {
  readonly reply: ImportPlanReply
  readonly plan: ImportPlan
  readonly rows: ReadonlyMap<string, UnitRow>
  readonly incoming: ReadonlyMap<string, FileUnit>
}

const SAMPLE = 50
const LISTED_ISSUES = 100
const LONGEST_DESCRIPTION = LIMITS.descriptionMax
const CORE_MODE: Readonly<Record<FileImport['mode'], ImportMode>> = { overwrite: 'overwrite', fill: 'keep' }

/** What importing a file would do. Throws `unsupported-format`, `unreadable-file` (with line and column) and `invalid-input` where no language is known. */
export async function planFileImport(r: Reader, request: FileImport): Promise<Planned> {
  const { project } = request
  const read = readImport({ ...request, sourceLanguage: project.sourceLanguage })
  const { format, document, language, namespace, languages, reason } = read
  const known = new Set((await listLanguages(r, project.id)).map((row) => row.tag))
  // Without the language there are no rows of it: the source's tell which keys exist.
  const rowsOf = known.has(language) ? language : project.sourceLanguage
  const rows = new Map<string, UnitRow>()
  for (const row of await unitsOfFile(r, project.id, rowsOf, namespace)) {
    rows.set(unitId(row.unit), known.has(language) ? row : { ...row, unit: { ...row.unit, forms: {} } })
  }
  const ownFormats = new Set((await listSources(r, project.id)).map((source) => source.format))
  const { units, report } = unitsToImport(read, { project, rows, ownFormats })
  const incoming = new Map<string, FileUnit>(units.map((unit) => [unitId(unit), unit]))
  const current = new Map<string, Unit>([...rows].map(([id, row]) => [id, row.unit]))
  const plan = planImport({ incoming, current, mode: CORE_MODE[request.mode] })
  const { added, filled, changed, same, kept, empty } = plan.counts
  const reply: ImportPlanReply = {
    language,
    languageKnown: known.has(language),
    namespace,
    format: format.id,
    reason,
    languages: [...languages],
    alongside: alongside(read, project, added),
    report: report.map((item) => ({ ...item, examples: [...item.examples] })),
    keysAdded: added,
    filled,
    changed: changed + (request.mode === 'fill' ? kept : 0),
    unchanged: same + empty + (request.mode === 'fill' ? 0 : kept),
    sample: plan.changes.slice(0, SAMPLE).map(presentChange),
    issues: document.issues
      .slice(0, LISTED_ISSUES)
      .map((issue) => ({ ...presentIssue(issue), ...placeOf(document.text, issue.span.start) })),
  }
  return { reply, plan, rows, incoming }
}

function alongside({ format, language, languages }: ReadImport, { sourceLanguage }: ProjectRow, added: number): string[] {
  const others = languages.filter((tag) => tag !== language)
  return format.languages === 'many' ? others : others.filter((tag) => tag === sourceLanguage && added > 0)
}

type Catalog = { readonly project: ProjectRow; readonly rows: ReadonlyMap<string, UnitRow>; readonly ownFormats: ReadonlySet<string> }

/** The keys of the file as the catalog has them. */
function unitsToImport({ format, document, language }: ReadImport, { project, rows, ownFormats }: Catalog) {
  const known = [...rows.values()].map((row) => row.unit)
  const entries = [...document.entries.values()]
  const { sourceLanguage } = project
  const bases = pluralBasesOf(format, { known, files: [{ language, entries }], sourceLanguage })
  const content: Content = {
    sourceLanguage,
    syntax: format.syntax,
    languages: new Map([[language, unitsOf(format, entries, bases)]]),
    encoding: document.encoding,
    format,
  }
  return adaptUnits(content, { language, syntax: project.syntax, bases, ownFormats })
}

/** Imports a file as one operation. */
export async function importFile(
  w: Writer,
  request: FileImport & { readonly author: string; readonly at: string },
): Promise<Done & { readonly plan: ImportPlanReply; readonly projectId: number }> {
  const { project, author, at, name } = request
  const { reply, plan, rows, incoming } = await planFileImport(w, request)
  if (!reply.languageKnown) await addLanguage(w, { projectId: project.id, tag: reply.language, author, at })
  const changes = plan.changes.map((change) => requestOf(change, { reply, rows, incoming }))
  const done = await operate(w, { projectId: project.id, kind: 'import', author, at, origin: name, changes })
  return { ...done, plan: reply, projectId: project.id }
}

function requestOf(change: UnitChange, { reply, rows, incoming }: Pick<Planned, 'reply' | 'rows' | 'incoming'>): ChangeRequest {
  const forms: Forms = change.after?.forms ?? {}
  const { state, comment, maxLength } = incoming.get(change.id) ?? {}
  // What others have reviewed elsewhere nobody has reviewed here.
  const text = { forms, ...(state === 'draft' ? { state } : {}) }
  const row = rows.get(change.id)
  if (row !== undefined) return { kind: 'translate', keyId: row.keyId, language: reply.language, ...text }
  const unit = change.after
  if (unit === null) throw new Error('An import never removes')
  const { name, plural, path } = unit
  return {
    kind: 'add-key',
    namespace: reply.namespace,
    name,
    plural,
    path,
    ...(comment === undefined ? {} : { description: comment.slice(0, LONGEST_DESCRIPTION) }),
    ...(maxLength === undefined ? {} : { maxLength }),
    texts: new Map([[reply.language, text]]),
  }
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
