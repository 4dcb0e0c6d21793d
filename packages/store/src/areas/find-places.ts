import type { Reader } from '../store.ts'

/** Returns the id of a language; null if the project does not have it. */
export async function findLanguageId(
  { db }: Pick<Reader, 'db'>,
  projectId: number,
  tag: string,
): Promise<number | null> {
  const row = await db
    .selectFrom('language')
    .select('id')
    .where('project_id', '=', projectId)
    .where('tag', '=', tag)
    .executeTakeFirst()
  return row?.id ?? null
}

/** The texts of a namespace in one language, by names. */
export type TextsLocation = {
  readonly projectId: number
  readonly language: string
  readonly namespace: string
}

/** The same by numbers. */
export type TextsPlace = {
  readonly languageId: number
  readonly namespaceId: number
  /** Of the namespace; `positionRange` returns the positions of its keys. */
  readonly position: number
}

/** Returns where texts are; null if the project does not have the language or the namespace. */
export async function findTextsPlace(
  { db }: Pick<Reader, 'db'>,
  { projectId, language, namespace }: TextsLocation,
): Promise<TextsPlace | null> {
  const row = await db
    .selectFrom('language')
    .innerJoin('namespace', 'namespace.project_id', 'language.project_id')
    .select(['language.id as languageId', 'namespace.id as namespaceId', 'namespace.position'])
    .where('language.project_id', '=', projectId)
    .where('language.tag', '=', language)
    .where('namespace.name', '=', namespace)
    .executeTakeFirst()
  return row ?? null
}
