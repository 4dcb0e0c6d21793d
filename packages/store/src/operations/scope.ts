import { sql } from 'kysely'
import { projectSettings } from '../areas/projects.ts'
import { ProjectGoneError } from '../errors.ts'
import type { Reader, Writer } from '../store.ts'
import type { ProjectRow, ProjectSettings } from '../types.ts'

export type ScopeLanguage = {
  readonly id: number
  readonly tag: string
  readonly fallback: string | null
  readonly position: number
}
export type ScopeNamespace = { readonly id: number; readonly name: string; readonly position: number }

/**
 * What an operation loads about its project at the start; languages and namespaces that it creates are added.
 */
export type Scope = {
  readonly project: Pick<ProjectRow, 'id' | 'syntax' | 'revision'> & Pick<ProjectSettings, 'reviewOwn'>
  readonly source: ScopeLanguage
  readonly languages: Map<string, ScopeLanguage>
  readonly languagesById: Map<number, ScopeLanguage>
  readonly namespaces: Map<string, ScopeNamespace>
  readonly namespacesById: Map<number, ScopeNamespace>
  /** Not yet in the database. */
  readonly newNamespaces: ScopeNamespace[]
  /** Last used position of a namespace, once it was loaded. */
  readonly lastPositions: Map<number, number>
}

/** A language, a namespace, or the project itself with its source language, syntax, revision and settings. */
type PartRow = {
  readonly kind: 'project' | 'language' | 'namespace'
  readonly id: number
  readonly name: string
  readonly extra: string | null
  readonly position: number
  readonly settings: string | null
}

/**
 * Does the same as `loadScope` for callers about to write: no other transaction writes content of the project
 * until this one ends.
 */
export async function lockScope(w: Writer, projectId: number): Promise<Scope> {
  await w.dialect.lockProject(w.db, projectId)
  return loadScope(w, projectId)
}

/** Loads the scope. Throws ProjectGoneError if the project does not exist. */
export async function loadScope({ db }: Reader, projectId: number): Promise<Scope> {
  const { rows } = await sql<PartRow>`
    select 'project' as kind, id, source_language as name, syntax as extra, revision as position, settings from project
      where id = ${projectId}
    union all
    select 'language' as kind, id, tag as name, fallback as extra, position, null as settings from language
      where project_id = ${projectId}
    union all
    select 'namespace' as kind, id, name, null as extra, position, null as settings from namespace where project_id = ${projectId}
    order by position`.execute(db)
  const project = rows.find(({ kind }) => kind === 'project')
  if (project === undefined) throw new ProjectGoneError()
  const languages = rows.flatMap(({ kind, id, name, extra, position }) =>
    kind === 'language' ? [{ id, tag: name, fallback: extra, position }] : [],
  )
  const namespaces = rows.flatMap(({ kind, id, name, position }) =>
    kind === 'namespace' ? [{ id, name, position }] : [],
  )
  const source = languages.find(({ tag }) => tag === project.name)
  if (!source) throw new Error(`project ${projectId} has no row for its source language`)
  return {
    project: {
      id: projectId,
      syntax: project.extra ?? '',
      revision: project.position,
      reviewOwn: projectSettings(project.settings).reviewOwn,
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

/** Returns the namespace of that name, and creates it if there is none; it is written with the next flush. */
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
