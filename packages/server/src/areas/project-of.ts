import { Failure } from '@dragoman/contract'
import { type LanguageRow, listLanguages, type ProjectRow, projectBySlug, type Reader } from '@dragoman/store'

/** The project an address names. Throws `not-found`. */
export async function projectOf(r: Reader, slug: string): Promise<ProjectRow> {
  const project = await projectBySlug(r, slug)
  if (project === null) throw new Failure('not-found', { what: 'project' })
  return project
}

/** The project's language of a tag. Throws `not-found`. */
export async function languageOf(r: Reader, project: ProjectRow, tag: string): Promise<LanguageRow> {
  const language = (await listLanguages(r, project.id)).find((row) => row.tag === tag)
  if (language === undefined) throw new Failure('not-found', { what: 'language', language: tag })
  return language
}
