import { Failure } from '@dragoman/contract'
import {
  type KeyRow,
  keyById,
  type LanguageRow,
  listLanguages,
  type ProjectRow,
  projectBySlug,
  type Reader,
  wasRemoved,
} from '@dragoman/store'

/** Returns the project with a URL name. Throws `not-found`. */
export async function requireProject(r: Reader, slug: string): Promise<ProjectRow> {
  return foundProject(await projectBySlug(r, slug))
}

/** Throws `not-found` for a project that does not exist. */
export function foundProject(project: ProjectRow | null): ProjectRow {
  if (project === null) throw new Failure('not-found', { what: 'project' })
  return project
}

/** Returns the project's language with this tag. Throws `not-found`. */
export async function requireLanguage(
  r: Reader,
  { id }: Pick<ProjectRow, 'id'>,
  tag: string,
): Promise<LanguageRow> {
  const language = (await listLanguages(r, id)).find((row) => row.tag === tag)
  if (language === undefined) throw new Failure('not-found', { what: 'language', language: tag })
  return language
}

/** Returns the key with an id. Throws `gone` if it was deleted and `not-found` if it never existed. */
export async function requireKey(
  r: Reader,
  { id: projectId }: Pick<ProjectRow, 'id'>,
  keyId: number,
): Promise<KeyRow> {
  const key = await keyById(r, projectId, keyId)
  if (key !== null) return key
  if (await wasRemoved(r, projectId, keyId)) throw new Failure('gone', { keyId })
  throw new Failure('not-found', { what: 'key', keyId })
}
