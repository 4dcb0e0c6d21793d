import { actorId, type Forms, type TranslationState } from '@dragoman/core'
import {
  addLanguage,
  allowAll,
  applyOperation,
  type ChangeRequest,
  createProject,
  type OperationResult,
  type ProjectRow,
  type Requester,
  type Store,
} from '../src/index.ts'

export const AT = '2026-01-02T03:04:05.000Z'

/** People who can do everything. */
export const MARA = person(1, 'Mara')
export const JAN = person(2, 'Jan')
export const ANN = person(3, 'Ann')

export function person(id: number, name: string): Requester {
  return { actor: { id: actorId('user', id), name }, allow: allowAll }
}

/** Creates a project with a source language and some others. */
export async function sampleProject(
  store: Store,
  languages: readonly string[] = ['de', 'pl'],
  slug = 'sample',
): Promise<ProjectRow> {
  return store.write(async (w) => {
    const name = slug.replace(/^./, (letter) => letter.toUpperCase())
    const project = await createProject(w, { slug, name, sourceLanguage: 'en', at: AT })
    for (const tag of languages) await addLanguage(w, { projectId: project.id, tag, by: MARA, at: AT })
    return project
  })
}

/** Returns the addition of a plain key with texts by language. */
export function newKey(
  namespace: string,
  name: string,
  texts: Record<string, string>,
): ChangeRequest & { kind: 'add-key' } {
  const forms = Object.entries(texts).map(
    ([tag, other]): [string, { forms: Forms; state?: TranslationState }] => [tag, { forms: { other } }],
  )
  return { kind: 'add-key', namespace, name, plural: 'none', path: name.split('.'), texts: new Map(forms) }
}

export function apply(
  store: Store,
  projectId: number,
  changes: readonly ChangeRequest[],
  by = MARA,
): Promise<OperationResult> {
  return store.write((w) => applyOperation(w, { projectId, kind: 'save', by, at: AT, changes }))
}

/** Applies changes that must not be refused. */
export async function applied(
  store: Store,
  projectId: number,
  changes: readonly ChangeRequest[],
): Promise<OperationResult & { ok: true }> {
  const result = await apply(store, projectId, changes)
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.refusals)}`)
  return result
}
