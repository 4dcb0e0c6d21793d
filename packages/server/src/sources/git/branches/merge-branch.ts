import {
  type Forms,
  hasText,
  parseActorId,
  type RecordedActor,
  sameForms,
  type Unit,
  unitId,
} from '@dragoman/core'
import { type Document, formatById, isWhole, pluralBasesOf, unitsOf } from '@dragoman/formats'
import {
  type AuditOrigin,
  applyOperation,
  type BranchRow,
  branchOfProject,
  type ChangeRequest,
  closeBranch,
  dismissBranch,
  fileBase,
  gitChange,
  listConflicts,
  listFiles,
  listLanguages,
  listNamespaces,
  lockProject,
  projectById,
  putConflict,
  type Reader,
  type Requester,
  recordAudit,
  removeBranch,
  sourceById,
  type TextWriter,
  type UnitRow,
  unitsOfFile,
  type Writer,
  writersOfTexts,
} from '@dragoman/store'
import { failureOfRefusals } from '../../../areas/run-operation.ts'
import { byId } from '../../../sync/base-of-part.ts'
import { viewOf } from '../../../sync/file-parts.ts'

/** A text of a translation branch that its files do not have yet. */
export type UnsentText = {
  readonly namespace: string
  readonly language: string
  readonly row: UnitRow
  /** As the branch has it; if that is in conflict, as both sides last had it. */
  readonly base: Forms
  /** Whether some file of the branch has the key. */
  readonly isInFiles: boolean
}

/** Returns the texts of a translation branch that were written here and are not in its files yet. */
export async function unsentTexts(r: Reader, branch: BranchRow): Promise<readonly UnsentText[]> {
  const { projectId, sourceId } = branch
  const source = await sourceById(r, sourceId)
  const format = source && formatById(source.format)
  const project = await projectById(r, projectId)
  if (!format || project === null) return []
  const { sourceLanguage } = project
  const files = await listFiles(r, { sourceId })
  const conflicts = await listConflicts(r, projectId, { state: 'open', ofFiles: true })
  const found: UnsentText[] = []
  for (const { name: namespace } of await listNamespaces(r, projectId)) {
    const documents = new Map<string, Document>()
    for (const row of files.filter((file) => file.namespace === namespace)) {
      const change = await gitChange(r, { sourceId, path: row.path })
      const bytes = change === null ? await fileBase(r, sourceId, row.path) : change.bytes
      const document = bytes && format.read(bytes, viewOf(row))
      if (document && isWhole(document)) documents.set(row.language, document)
    }
    const bases = pluralBasesOf(format, {
      known: (await unitsOfFile(r, projectId, sourceLanguage, namespace)).map(({ unit }) => unit),
      files: [...documents].map(([language, { entries }]) => ({ language, entries: [...entries.values()] })),
      sourceLanguage,
    })
    const inFiles = new Map<string, ReadonlyMap<string, Unit>>(
      [...documents].map(([language, { entries }]) => [
        language,
        byId(unitsOf(format, entries.values(), bases)),
      ]),
    )
    const isInFiles = (id: string) => [...inFiles.values()].some((units) => units.has(id))
    for (const { tag: language } of await listLanguages(r, projectId)) {
      for (const row of await unitsOfFile(r, projectId, language, namespace)) {
        const id = unitId(row.unit)
        const conflict = conflicts.find(
          (one) => one.language === language && one.namespace === namespace && unitId(one) === id,
        )
        const base = conflict?.base ?? inFiles.get(language)?.get(id)?.forms ?? {}
        if (!hasText(row.unit.forms) || sameForms(row.unit.forms, base)) continue
        found.push({ namespace, language, row, base, isInFiles: isInFiles(id) })
      }
    }
  }
  return found
}

export type MergedBranch = {
  readonly operationId: number | null
  readonly moved: number
  readonly conflicts: number
  /** Texts of keys that the project does not have; the branch is kept because of them. */
  readonly left: number
}

export type MergeBranchRequest = {
  readonly branch: BranchRow
  /** What happens to texts that were not sent. */
  readonly texts: 'move' | 'discard'
  /** `person`: the branch does not reopen automatically for the same pull request. */
  readonly because: 'merged' | 'person'
  readonly by: Requester
  readonly at: string
  readonly origin: AuditOrigin
}

/**
 * Ends a translation branch in one transaction: texts that were not sent are merged into its project, key by
 * key and language by language, as one operation; if the project has another text by now, a conflict keeps
 * both. Then the branch is removed, unless it has texts of keys that the project does not have. Null if
 * someone else has removed it already. The sync of its files has ended before.
 */
export async function mergeBranch(
  w: Writer,
  { branch: found, texts, because, by, at, origin }: MergeBranchRequest,
): Promise<MergedBranch | null> {
  const { parentId, projectId } = found
  await lockProject(w, parentId)
  // Nothing is written there from now on: it would be removed with the branch.
  await lockProject(w, projectId)
  const branch = await branchOfProject(w, projectId)
  if (branch === null) return null
  if (because === 'person') await dismissBranch(w, branch)
  const unsent = texts === 'discard' ? [] : await unsentTexts(w, branch)
  const merged = await mergeTexts(w, { branch, unsent, by, at })
  if (merged.left > 0) {
    await closeBranch(w, branch, { because, at })
    return merged
  }
  await removeBranch(w, branch)
  const entry = { kind: 'source.removed', projectId: parentId, target: branch.branch } as const
  const details = { texts, moved: merged.moved, conflicts: merged.conflicts }
  await recordAudit(w, { ...entry, origin, details })
  return merged
}

async function mergeTexts(
  w: Writer,
  {
    branch,
    unsent,
    by,
    at,
  }: Pick<MergeBranchRequest, 'branch' | 'by' | 'at'> & { readonly unsent: readonly UnsentText[] },
): Promise<MergedBranch> {
  const { parentId, intoSourceId } = branch
  const project = await projectById(w, parentId)
  if (project === null) return { operationId: null, moved: 0, conflicts: 0, left: 0 }
  const files = await listFiles(w, { sourceId: intoSourceId })
  const rows = new Map<string, ReadonlyMap<string, UnitRow>>()
  const unitsIn = async (language: string, namespace: string) => {
    const id = `${language}\n${namespace}`
    const known =
      rows.get(id) ??
      new Map((await unitsOfFile(w, parentId, language, namespace)).map((row) => [unitId(row.unit), row]))
    rows.set(id, known)
    return known
  }
  const authorOf = await readAuthors(w, branch.projectId, unsent)
  const changes: ChangeRequest[] = []
  const added = new Map<
    string,
    { readonly text: UnsentText; readonly texts: Map<string, { forms: Forms }> }
  >()
  let [moved, conflicts, left] = [0, 0, 0]
  for (const text of unsent) {
    const { namespace, language, row, base } = text
    const { name, plural, path, forms } = row.unit
    const id = unitId(row.unit)
    const known = (await unitsIn(project.sourceLanguage, namespace)).get(id)
    if (known === undefined) {
      if (text.isInFiles) {
        left++
        continue
      }
      const key = added.get(`${namespace}\n${id}`) ?? { text, texts: new Map() }
      added.set(`${namespace}\n${id}`, key)
      key.texts.set(language, { forms })
      moved++
      continue
    }
    const here = (await unitsIn(language, namespace)).get(id)?.unit.forms ?? {}
    if (sameForms(here, forms)) continue
    const file =
      files.find((one) => one.namespace === namespace && one.language === language) ??
      files.find((one) => one.namespace === namespace)
    if (sameForms(here, base) || !hasText(here) || file === undefined) {
      const { state } = row
      changes.push({ kind: 'translate', keyId: known.keyId, language, forms, state, ...authorOf(text) })
      moved++
      continue
    }
    const { keyId } = known
    const conflict = { fileId: file.id, name, plural, path, keyId, base, theirs: forms, ours: here, at }
    await putConflict(w, { ...conflict, branch: branch.branch })
    conflicts++
  }
  for (const { text, texts } of added.values()) {
    const { name, plural, path, syntax } = text.row.unit
    const fields = { name, plural, path, ...(syntax === undefined ? {} : { syntax }) }
    changes.push({ kind: 'add-key', namespace: text.namespace, ...fields, texts })
  }
  if (changes.length === 0) return { operationId: null, moved, conflicts, left }
  const result = await applyOperation(w, {
    projectId: parentId,
    kind: 'sync',
    // The texts were reviewed in the branch: moving them is not a review.
    by: { ...by, allow: (change) => by.allow({ ...change, isOwnWork: false }) },
    at,
    origin: branch.branch,
    changes,
  })
  if (!result.ok) throw failureOfRefusals(result.refusals)
  return { operationId: result.operationId, moved, conflicts, left }
}

/** Returns what names the writer of a text in a change. */
async function readAuthors(
  r: Reader,
  projectId: number,
  unsent: readonly UnsentText[],
): Promise<(text: UnsentText) => { readonly author?: RecordedActor }> {
  const writers = new Map<string, ReadonlyMap<number, TextWriter>>()
  for (const language of new Set(unsent.map((text) => text.language))) {
    const keyIds = unsent.flatMap((text) => (text.language === language ? [text.row.keyId] : []))
    writers.set(language, await writersOfTexts(r, { projectId, language, keyIds }))
  }
  return ({ language, row }) => {
    const writer = writers.get(language)?.get(row.keyId)
    return writer === undefined ? {} : { author: { id: parseActorId(writer.actorId), name: writer.name } }
  }
}
