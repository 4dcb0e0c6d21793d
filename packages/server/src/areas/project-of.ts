import { Failure } from '@dragoman/contract'
import {
  type LanguageRow,
  listLanguages,
  lockProject,
  type ProjectRow,
  projectBySlug,
  type Reader,
  type Writer,
} from '@dragoman/store'

/** Returns the project with this URL name. Throws `not-found`. */
export async function projectOf(r: Reader, slug: string): Promise<ProjectRow> {
  const project = await projectBySlug(r, slug)
  if (project === null) throw new Failure('not-found', { what: 'project' })
  return project
}

/**
 * Like `projectOf`, for callers who change what they read: of several at the same time, each sees what the
 * one before has written. Throws `not-found`.
 */
export async function lockedProjectOf(w: Writer, slug: string): Promise<ProjectRow> {
  await lockProject(w, (await projectOf(w, slug)).id)
  return projectOf(w, slug)
}

/** Returns the project's language with this tag. Throws `not-found`. */
export async function languageOf(r: Reader, project: ProjectRow, tag: string): Promise<LanguageRow> {
  const language = (await listLanguages(r, project.id)).find((row) => row.tag === tag)
  if (language === undefined) throw new Failure('not-found', { what: 'language', language: tag })
  return language
}
