import { sql } from 'kysely'
import { LAST_OPERATION, projectRevision, projectSettings } from '../areas/projects.ts'
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
  /** Some of its files limit their texts. */
  readonly hasTextLimits: boolean
}

/** The numbers of a new operation: its own, and that of the first row it adds to the history. */
export type OperationNumbers = { readonly operation: number; readonly change: number }

/** A language, a namespace, or the project itself with its source language, syntax, revision and settings. */
type PartRow = {
  readonly kind: 'project' | 'language' | 'namespace'
  readonly id: number
  readonly name: string
  readonly extra: string | null
  readonly position: number
  readonly settings: string | null
  readonly last_operation: number | null
  readonly limited: number
  readonly operation: number
  readonly change: number
}

/**
 * Loads the scope for a new operation, with its numbers: no other transaction writes content of the project
 * until this one ends.
 */
export async function scopeForOperation(
  w: Writer,
  projectId: number,
): Promise<{ readonly scope: Scope; readonly numbers: OperationNumbers }> {
  await w.dialect.beginOperation(w.db, projectId)
  return load(w, projectId)
}

/** Does the same for callers that write content without an operation. */
export async function lockScope(w: Writer, projectId: number): Promise<Scope> {
  await w.dialect.lockProject(w.db, projectId)
  return loadScope(w, projectId)
}

/** Loads the scope. Throws ProjectGoneError if the project does not exist. */
export async function loadScope(r: Reader, projectId: number): Promise<Scope> {
  return (await load(r, projectId)).scope
}

async function load(
  { db, dialect }: Reader,
  projectId: number,
): Promise<{ readonly scope: Scope; readonly numbers: OperationNumbers }> {
  const nothing = sql`null as settings, null as last_operation, 0 as limited, 0 as operation, 0 as change`
  const { rows } = await sql<PartRow>`
    select 'project' as kind, id, source_language as name, syntax as extra, revision as position, settings,
      ${LAST_OPERATION} as last_operation,
      case when exists (select 1 from file f where f.project_id = project.id and f.limits is not null)
        or exists (select 1 from uploaded_part u where u.project_id = project.id and u.limits is not null)
        then 1 else 0 end as limited,
      ${dialect.operationNumber} as operation, ${dialect.changeNumber} as change
      from project where id = ${projectId}
    union all
    select 'language' as kind, id, tag as name, fallback as extra, position, ${nothing} from language
      where project_id = ${projectId}
    union all
    select 'namespace' as kind, id, name, null as extra, position, ${nothing} from namespace
      where project_id = ${projectId}
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
  const scope: Scope = {
    project: {
      id: projectId,
      syntax: project.extra ?? '',
      revision: projectRevision({ ...project, revision: project.position }),
      reviewOwn: projectSettings(project.settings).reviewOwn,
    },
    source,
    languages: new Map(languages.map((language) => [language.tag, language])),
    languagesById: new Map(languages.map((language) => [language.id, language])),
    namespaces: new Map(namespaces.map((namespace) => [namespace.name, namespace])),
    namespacesById: new Map(namespaces.map((namespace) => [namespace.id, namespace])),
    newNamespaces: [],
    lastPositions: new Map(),
    hasTextLimits: project.limited === 1,
  }
  return { scope, numbers: { operation: project.operation, change: project.change } }
}

/** Returns the namespace of that name, and creates it if there is none; it is written with the next chunk. */
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

/** Returns the name of a namespace; '' if there is none with that id. */
export function namespaceName(scope: Scope, id: number): string {
  return scope.namespacesById.get(id)?.name ?? ''
}
