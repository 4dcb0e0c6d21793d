import { sql } from 'kysely'
import { ProjectGoneError } from '../errors.ts'
import { parseJson } from '../rows.ts'
import type { Reader, Writer } from '../store.ts'
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

type PartRow = {
  readonly kind: 'language' | 'namespace'
  readonly id: number
  readonly name: string
  readonly fallback: string | null
  readonly position: number
}

/** Throws ProjectGoneError where the project does not exist. */
export function loadScope(r: Reader, projectId: number): Promise<Scope> {
  return scopeFrom(r, projectId, (project) => project)
}

/**
 * The same for whoever is about to write: nobody else writes content of the project until the transaction
 * ends.
 */
export function lockScope(w: Writer, projectId: number): Promise<Scope> {
  // SQLite has one writer anyway.
  return scopeFrom(w, projectId, (project) => (w.dialect.name === 'sqlite' ? project : project.forUpdate()))
}

type ProjectQuery = ReturnType<typeof projectQuery>

function projectQuery({ db }: Reader, projectId: number) {
  return db.selectFrom('project').selectAll().where('id', '=', projectId)
}

async function scopeFrom(
  r: Reader,
  projectId: number,
  reading: (project: ProjectQuery) => ProjectQuery,
): Promise<Scope> {
  const row = await reading(projectQuery(r, projectId)).executeTakeFirstOrThrow(() => new ProjectGoneError())
  const { rows } = await sql<PartRow>`
    select 'language' as kind, id, tag as name, fallback, position from language where project_id = ${projectId}
    union all
    select 'namespace' as kind, id, name, null as fallback, position from namespace where project_id = ${projectId}
    order by position`.execute(r.db)
  const languages = rows.flatMap(({ kind, id, name, fallback, position }) =>
    kind === 'language' ? [{ id, tag: name, fallback, position }] : [],
  )
  const namespaces = rows.flatMap(({ kind, id, name, position }) =>
    kind === 'namespace' ? [{ id, name, position }] : [],
  )
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
