import { type Forms, hasText, sameForms, unitId } from '@dragoman/core'
import {
  type BranchRow,
  listConflicts,
  listLanguages,
  listNamespaces,
  type Reader,
  type UnitRow,
  unitsOfFile,
} from '@dragoman/store'
import { filesOfBranch, NOTHING_PREPARED, openTextsInFiles, type PreparedTexts } from './texts-in-files.ts'

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
export async function unsentTexts(
  r: Reader,
  branch: BranchRow,
  prepared?: PreparedTexts,
): Promise<readonly BranchText[]> {
  return (await branchTexts(r, branch, prepared)).filter(({ isUnsent }) => isUnsent)
}

/**
 * Returns all texts of a translation branch, by namespace and language; the source language is the first. A transaction
 * passes what was prepared before it.
 */
export async function branchTexts(
  r: Reader,
  branch: BranchRow,
  prepared: PreparedTexts = NOTHING_PREPARED,
): Promise<readonly BranchText[]> {
  const { projectId } = branch
  const files = await filesOfBranch(r, branch)
  if (files === null) return []
  const textsInFiles = await openTextsInFiles(r, files, prepared)
  const bases = await basesInConflict(r, projectId)
  const languages = await listLanguages(r, projectId)
  const found: BranchText[] = []
  for (const { name: namespace } of await listNamespaces(r, projectId)) {
    const { forms } = await textsInFiles(namespace)
    const inFiles = new Set([...forms.values()].flatMap((ofLanguage) => [...ofLanguage.keys()]))
    for (const { tag: language } of languages)
      for (const row of await unitsOfFile(r, projectId, language, namespace)) {
        const id = unitId(row.unit)
        const base = bases.get(placeOf(language, namespace, id)) ?? forms.get(language)?.get(id) ?? {}
        const isUnsent = hasText(row.unit.forms) && !sameForms(row.unit.forms, base)
        found.push({ namespace, language, row, base, isInFiles: inFiles.has(id), isUnsent })
      }
  }
  return found
}

/** Returns the texts in conflict as both sides last had them. */
async function basesInConflict(r: Reader, projectId: number): Promise<ReadonlyMap<string, Forms>> {
  const conflicts = await listConflicts(r, projectId, { state: 'open', ofFiles: true })
  const bases = new Map<string, Forms>()
  for (const one of conflicts) {
    const place = placeOf(one.language, one.namespace, unitId(one))
    if (!bases.has(place)) bases.set(place, one.base)
  }
  return bases
}

function placeOf(language: string, namespace: string, id: string): string {
  return JSON.stringify([language, namespace, id])
}
