import { parseJson } from '../rows.ts'
import type { Reader } from '../store.ts'
import type { ProjectRow } from '../types.ts'

export type ScopeLanguage = {
  readonly id: number
  readonly tag: string
  readonly fallback: string | null
  readonly position: number
}
export type ScopeNamespace = { readonly id: number; readonly name: string; readonly position: number }

/**
 * What an operation knows of its project from the start; languages and namespaces that it makes are added.
 */
export type Scope = {
  readonly project: ProjectRow
  readonly source: ScopeLanguage
  readonly languages: Map<string, ScopeLanguage>
  readonly languagesById: Map<number, ScopeLanguage>
  readonly namespaces: Map<string, ScopeNamespace>
  readonly namespacesById: Map<number, ScopeNamespace>
  /** Not yet in the database. */
  readonly newNamespaces: ScopeNamespace[]
  /** Last used position of a namespace, once asked for. */
  readonly lastPositions: Map<number, number>
}

/** Throws where the project does not exist: callers have looked it up in the same transaction. */
export async function loadScope({ db }: Reader, projectId: number): Promise<Scope> {
  const row = await db.selectFrom('project').selectAll().where('id', '=', projectId).executeTakeFirstOrThrow()
  const languages = await db
    .selectFrom('language')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('position')
    .execute()
  const namespaces = await db
    .selectFrom('namespace')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('position')
    .execute()
  const source = languages.find((language) => language.tag === row.source_language)
  if (!source) throw new Error(`project ${projectId} has no row for its source language`)
  return {
    project: {
      id: row.id,
      slug: row.slug,
      name: row.name,
      sourceLanguage: row.source_language,
      syntax: row.syntax,
      settings: parseJson(row.settings),
      createdAt: row.created_at,
      revision: row.revision,
    },
    source,
    languages: new Map(languages.map((language) => [language.tag, language])),
    languagesById: new Map(languages.map((language) => [language.id, language])),
    namespaces: new Map(namespaces.map((namespace) => [namespace.name, namespace])),
    namespacesById: new Map(namespaces.map((namespace) => [namespace.id, namespace])),
    newNamespaces: [],
    lastPositions: new Map(),
  }
}

/** The namespace of that name, made where there is none; it reaches the database with the next flush. */
export async function namespaceNamed(
  { db, dialect }: Reader,
  scope: Scope,
  name: string,
): Promise<ScopeNamespace> {
  const known = scope.namespaces.get(name)
  if (known) return known
  const id = await dialect.allocate(db, 'namespace', 1)
  const position = Math.max(0, ...[...scope.namespaces.values()].map((namespace) => namespace.position)) + 1
  const made = { id, name, position }
  scope.namespaces.set(name, made)
  scope.namespacesById.set(id, made)
  scope.newNamespaces.push(made)
  return made
}
