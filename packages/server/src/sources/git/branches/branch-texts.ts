import { type Forms, hasText, sameForms, type Unit, unitId } from '@dragoman/core'
import { type Document, formatById, isWhole, pluralBasesOf, unitsOf } from '@dragoman/formats'
import {
  type BranchRow,
  fileBase,
  gitChange,
  listConflicts,
  listFiles,
  listLanguages,
  listNamespaces,
  projectById,
  type Reader,
  sourceById,
  type UnitRow,
  unitsOfFile,
} from '@dragoman/store'
import { byId } from '../../../sync/base-of-part.ts'
import { viewOf } from '../../../sync/file-parts.ts'

/** A text of a translation branch; its forms can be empty. */
export type BranchText = {
  readonly namespace: string
  readonly language: string
  readonly row: UnitRow
  /** As the branch has it; if that is in conflict, as both sides last had it. */
  readonly base: Forms
  /** Whether some file of the branch has the key. */
  readonly isInFiles: boolean
  /** It was written here, and its file does not have it yet. */
  readonly isUnsent: boolean
}

/** Returns the texts of a translation branch that were written here and are not in its files yet. */
export async function unsentTexts(r: Reader, branch: BranchRow): Promise<readonly BranchText[]> {
  return (await branchTexts(r, branch)).filter(({ isUnsent }) => isUnsent)
}

/** Returns all texts of a translation branch, by namespace and language; the source language is the first. */
export async function branchTexts(r: Reader, branch: BranchRow): Promise<readonly BranchText[]> {
  const { projectId, sourceId } = branch
  const source = await sourceById(r, sourceId)
  const format = source && formatById(source.format)
  const project = await projectById(r, projectId)
  if (!format || project === null) return []
  const { sourceLanguage } = project
  const files = await listFiles(r, { sourceId })
  const conflicts = await listConflicts(r, projectId, { state: 'open', ofFiles: true })
  const found: BranchText[] = []
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
        const isUnsent = hasText(row.unit.forms) && !sameForms(row.unit.forms, base)
        found.push({ namespace, language, row, base, isInFiles: isInFiles(id), isUnsent })
      }
    }
  }
  return found
}
