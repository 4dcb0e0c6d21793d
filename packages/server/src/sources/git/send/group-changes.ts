import {
  compareTexts,
  FORM_NAMES,
  type Forms,
  NO_FORMER_NAMES,
  sameForms,
  type Unit,
  type UnitChange,
  unitId,
} from '@dragoman/core'
import { type Format, pluralBasesOf, unitsOf } from '@dragoman/formats'
import {
  type FileRow,
  type HistoryRow,
  history,
  type Reader,
  type TextWriter,
  type UnitRow,
  unitsOfFile,
  writersOfTexts,
} from '@dragoman/store'
import { changesBetween } from '../../../sync/changes-between.ts'
import { editFile, type PartToWrite } from '../../../sync/edit-file.ts'
import { type Place, viewOf } from '../../../sync/file-parts.ts'
import { hashOf } from '../../../sync/hash-of.ts'

/** A file as its branch has it, and as it will be. */
export type ChangedFile = {
  readonly path: string
  /** Null if the branch has no such file. */
  readonly upstream: Uint8Array | null
  readonly own: Uint8Array
  /** One row per language. */
  readonly rows: readonly FileRow[]
}

/** What one person changed in one language. */
export type ChangeGroup = {
  /** Null if no one is known, as for keys that were removed. */
  readonly writer: TextWriter | null
  readonly language: string
  readonly texts: number
  /** When its newest text was written. */
  readonly at: string | null
  /** Files with the changes of this group and of those before it. */
  readonly files: readonly { readonly path: string; readonly bytes: Uint8Array }[]
}

export type GroupRequest = {
  readonly projectId: number
  readonly format: Format
  readonly sourceLanguage: string
  readonly files: readonly ChangedFile[]
}

type TextChange = {
  readonly group: string
  readonly path: string
  readonly row: FileRow
  readonly change: UnitChange
}

/**
 * Groups what will be sent by who wrote it and in which language, ordered by the newest change of each group.
 * The last group that touches a file always has its final version.
 */
export async function groupChanges(r: Reader, request: GroupRequest): Promise<readonly ChangeGroup[]> {
  const { files } = request
  const groups = new Map<string, Omit<ChangeGroup, 'files'> & { texts: number; at: string | null }>()
  const changes: TextChange[] = []
  const catalog = new Map<string, CatalogTexts>()
  for (const file of files) {
    for (const row of file.rows) {
      const { language } = row
      const units = await unitsOfFile(r, request.projectId, language, row.namespace)
      const order = units.map(({ unit }) => unit)
      const keyIds = new Map(units.map(({ keyId, unit }) => [unitId(unit), keyId]))
      catalog.set(textsId(row), { order, keyIds })
      const found = changesOf(request, file, row, order)
      const writers = await writersOf(r, { projectId: request.projectId, language, changes: found, units })
      for (const change of found) {
        const writer = writers.get(change.id) ?? null
        const group = `${writer?.actorId ?? writer?.name ?? ''}\n${language}`
        const known = groups.get(group) ?? { writer, language, texts: 0, at: null }
        const at = newer(known.at, writer?.at ?? null)
        groups.set(group, { ...known, texts: known.texts + 1, at })
        changes.push({ group, path: file.path, row, change })
      }
    }
  }
  const ordered = [...groups].sort(
    ([a, left], [b, right]) => compareTexts(left.at ?? '', right.at ?? '') || compareTexts(a, b),
  )
  return spliced(request, ordered, { changes, catalog })
}

/** Number of earlier versions searched: a text that is not in the file yet was saved only a moment ago. */
const LOOKED_BACK = 20
/**
 * Maximum number of texts from the branch whose author is looked up when they go back to it; if there are
 * more, as in a recreated file, none is.
 */
const LOOKED_UP = 200

type WritersRequest = {
  readonly projectId: number
  readonly language: string
  readonly changes: readonly UnitChange[]
  readonly units: readonly UnitRow[]
}

/**
 * Returns who wrote texts as they are sent, by unit id. A version that was saved since, and is not in the
 * file yet, can be someone else's. A text that came from the branch, because a developer restored it or
 * changed one of its forms, is credited to the person who typed it before.
 */
async function writersOf(
  r: Reader,
  { projectId, language, changes, units }: WritersRequest,
): Promise<ReadonlyMap<string, TextWriter>> {
  const rows = new Map(units.map((row) => [unitId(row.unit), row]))
  const keyIds = changes.flatMap(({ id }) => rows.get(id)?.keyId ?? [])
  const newest = await writersOfTexts(r, { projectId, language, keyIds })
  const isOfBranch = (keyId: number) => newest.get(keyId)?.actorId?.startsWith('sync:') === true
  const looksUp = keyIds.filter(isOfBranch).length <= LOOKED_UP
  const writers = new Map<string, TextWriter>()
  for (const { id, before, after } of changes) {
    const row = rows.get(id)
    if (row === undefined) continue
    const { keyId, unit } = row
    const forms = after?.forms ?? {}
    const isNewest = sameForms(unit.forms, forms)
    const isLookedUp = !isNewest || (looksUp && isOfBranch(keyId))
    const known = isLookedUp
      ? await history(r, { projectId, keyId, language, limit: LOOKED_BACK }).then((all) => all.map(writtenBy))
      : []
    const earlier = known.filter((one) => sameForms(one.forms, forms))
    const person =
      earlier.find(isPerson) ??
      known.find((one) => isPerson(one) && sharesChange(one.forms, forms, before?.forms ?? {}))
    const writer =
      person?.writer ?? (isNewest ? newest.get(keyId) : (earlier[0]?.writer ?? newest.get(keyId)))
    if (writer !== undefined) writers.set(id, writer)
  }
  return writers
}

/** Forms of a text at some time, and who wrote them. */
type Written = { readonly forms: Forms; readonly writer: TextWriter }

function writtenBy({ forms, author, actor, at }: HistoryRow): Written {
  const { id: actorId, name } = author ?? actor
  return { forms, writer: { actorId, name, at } }
}

function isPerson({ writer }: Written): boolean {
  return writer.actorId?.startsWith('user:') === true
}

/** Whether both have the same text in a form that has changed. */
function sharesChange(forms: Forms, after: Forms, before: Forms): boolean {
  return FORM_NAMES.some(
    (form) => after[form] !== undefined && after[form] === forms[form] && after[form] !== before[form],
  )
}

/** Returns the changes that turn the file of the branch into the one to send, in one language. */
function changesOf(
  { format, sourceLanguage }: GroupRequest,
  { upstream, own }: ChangedFile,
  row: FileRow,
  known: readonly Unit[],
): readonly UnitChange[] {
  const read = (bytes: Uint8Array) => format.read(bytes, viewOf(row))
  const before = upstream === null ? null : read(upstream)
  return changesBetween({ format, language: row.language, sourceLanguage, before, after: read(own), known })
}

/** The catalog's keys of a namespace with their texts in one language. */
type CatalogTexts = { readonly order: readonly Unit[]; readonly keyIds: ReadonlyMap<string, number> }

type Found = {
  readonly changes: readonly TextChange[]
  readonly catalog: ReadonlyMap<string, CatalogTexts>
}

function spliced(
  request: GroupRequest,
  groups: readonly (readonly [string, Omit<ChangeGroup, 'files'>])[],
  found: Found,
): ChangeGroup[] {
  const lastGroupOf = new Map<string, string>()
  for (const [id] of groups)
    for (const { group, path } of found.changes) if (group === id) lastGroupOf.set(path, id)
  const current = new Map(request.files.map(({ path, upstream }) => [path, upstream]))
  const done = groups.map(([id, group]) => {
    const files: { path: string; bytes: Uint8Array }[] = []
    for (const file of request.files) {
      const own = found.changes.filter(({ group: of, path }) => of === id && path === file.path)
      if (own.length === 0) continue
      const bytes =
        lastGroupOf.get(file.path) === id
          ? file.own
          : withChanges(request, { file, bytes: current.get(file.path) ?? null, changes: own }, found)
      if (bytes === null) continue
      current.set(file.path, bytes)
      files.push({ path: file.path, bytes })
    }
    return { ...group, files }
  })
  // Something other than a text has changed: a comment, the order, the position of a key.
  const rest = request.files.filter(({ path }) => !lastGroupOf.has(path))
  if (rest.length === 0) return done
  const language = rest[0]?.rows[0]?.language ?? request.sourceLanguage
  const files = rest.map(({ path, own }) => ({ path, bytes: own }))
  return [...done, { writer: null, language, texts: 0, at: null, files }]
}

/** Applies some changes to the file. Null if that is not possible: the file's last group has them. */
function withChanges(
  { format, sourceLanguage }: GroupRequest,
  {
    file: { own },
    bytes,
    changes,
  }: {
    readonly file: ChangedFile
    readonly bytes: Uint8Array | null
    readonly changes: readonly TextChange[]
  },
  { catalog }: Found,
): Uint8Array | null {
  if (bytes === null) return null
  const rows = [...new Set(changes.map(({ row }) => row))]
  const owns = rows.map((row) => format.read(own, viewOf(row)))
  const parts = rows.map((row, index): PartToWrite => {
    const { path, language, namespace, side } = row
    const place: Place = { path, language, namespace, side, row }
    const toFile = changes.filter((one) => one.row === row).map(({ change }) => change)
    const document = format.read(bytes, viewOf(row))
    const known = catalog.get(textsId(row))?.order ?? []
    const entries = [...(owns[index]?.entries.values() ?? [])]
    const bases = pluralBasesOf(format, { known, files: [{ language, entries }], sourceLanguage })
    // In the order of the final file, so that no later commit moves anything.
    return { place, document, plan: { toFile, order: unitsOf(format, entries, bases) } }
  })
  const file = { bytes, hash: hashOf(bytes) }
  const [first] = rows
  const keyIds = (first && catalog.get(textsId(first))?.keyIds) ?? new Map<string, number>()
  const edited = editFile({
    format,
    parts,
    file,
    // Its entries have details that new ones need.
    model: owns[0] ?? null,
    sourceLanguage,
    keyIds,
    sourceOf: () => undefined,
    // Removals have no writer, so that a renamed key is removed and added by different groups.
    formerNames: NO_FORMER_NAMES,
  })
  return edited?.isWhole ? (edited.replacement?.bytes ?? null) : null
}

function textsId({ language, namespace }: FileRow): string {
  return `${language}\n${namespace}`
}

function newer(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b
  return a > b ? a : b
}
