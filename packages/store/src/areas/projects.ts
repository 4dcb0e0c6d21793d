import { AUDIENCES, areNamesAlike, i18nextSyntax, LIMITS, SHARED_ROLES, type Sharing } from '@dragoman/core'
import { type Kysely, sql } from 'kysely'
import { NameTakenError } from '../errors.ts'
import { parseJson, sanitizeForStorage } from '../rows.ts'
import type { Reader, Writer } from '../store.ts'
import type { Tables } from '../tables.ts'
import type { ProjectRow, ProjectSettings } from '../types.ts'
import { leaveContent } from './removed-content.ts'

const DEFAULT_SETTINGS: ProjectSettings = {
  deliverFallback: false,
  deliverPublic: false,
  isSample: false,
  reviewOwn: true,
  visitorAddress: 'given',
  showNames: false,
  indexed: false,
  editOrigins: [],
  description: '',
  website: null,
}

/** Returns projects, without their translation branches. */
export async function listProjects({ db }: Reader): Promise<readonly ProjectRow[]> {
  const rows = await projects(db).where('parent_id', 'is', null).orderBy('id').execute()
  return rows.map(projectRow)
}

/** Returns projects and their translation branches, except closed ones: these need no one. */
export async function listProjectsAndBranches({ db }: Reader): Promise<readonly ProjectRow[]> {
  const closed = db.selectFrom('project_branch').select('project_id').where('state', '=', 'closed')
  const rows = await projects(db).where('id', 'not in', closed).orderBy('id').execute()
  return rows.map(projectRow)
}

export async function projectBySlug({ db }: Reader, slug: string): Promise<ProjectRow | null> {
  const row = await projects(db).where('slug', '=', slug).executeTakeFirst()
  return row ? projectRow(row) : null
}

/** Returns the projects that are translation branches of a project. */
export async function branchIdsOf({ db }: Reader, parentId: number): Promise<readonly number[]> {
  const rows = await db.selectFrom('project').select('id').where('parent_id', '=', parentId).execute()
  return rows.map(({ id }) => id)
}

export async function projectById({ db }: Reader, id: number): Promise<ProjectRow | null> {
  const row = await projects(db).where('id', '=', id).executeTakeFirst()
  return row ? projectRow(row) : null
}

/**
 * Creates a project with its source language; its files are private unless `deliverPublic`. The default
 * syntax is that of i18next. Throws NameTakenError if the slug is in use, or a project has a name that looks the same.
 */
export async function createProject(
  w: Writer,
  project: {
    readonly slug: string
    readonly name: string
    readonly sourceLanguage: string
    readonly syntax?: string
    /** Whether anyone can load its translations. */
    readonly deliverPublic?: boolean
    /** The project that it is a translation branch of. */
    readonly parentId?: number
    readonly at: string
  },
): Promise<ProjectRow> {
  const { db, dialect } = w
  if (await projectBySlug(w, project.slug)) throw new NameTakenError(project.slug)
  const id = await dialect.allocate(db, 'project', 1)
  // Translation branches are named after their project.
  if (project.parentId === undefined) await requireFreeName(w, project.name, id)
  await db
    .insertInto('project')
    .values({
      id,
      slug: project.slug,
      name: sanitizeForStorage(project.name),
      source_language: project.sourceLanguage,
      syntax: project.syntax ?? i18nextSyntax.id,
      settings: JSON.stringify({
        ...DEFAULT_SETTINGS,
        deliverPublic: project.deliverPublic ?? DEFAULT_SETTINGS.deliverPublic,
      }),
      created_at: project.at,
      revision: 0,
      shared_with: 'members',
      shared_role: 'reader',
      parent_id: project.parentId ?? null,
    })
    .execute()
  const languageId = await dialect.allocate(db, 'language', 1)
  await db
    .insertInto('language')
    .values({ id: languageId, project_id: id, tag: project.sourceLanguage, fallback: null, position: 1 })
    .execute()
  w.emit({ kind: 'project.created', projectId: id, payload: {} })
  const made = await projectById(w, id)
  if (!made) throw new Error('a project that was just made is not there')
  return made
}

/** Changes a project; null if it does not exist. Throws NameTakenError like `createProject`. */
export async function updateProject(
  w: Writer,
  id: number,
  fields: {
    readonly name?: string
    readonly slug?: string
    readonly settings?: Partial<ProjectSettings>
    readonly sharing?: Sharing
  },
): Promise<ProjectRow | null> {
  // Settings that another request writes at the same time must not be lost.
  await w.dialect.lockProject(w.db, id)
  const found = await projectById(w, id)
  if (!found) return null
  const slug = fields.slug ?? found.slug
  if (slug !== found.slug && (await projectBySlug(w, slug))) throw new NameTakenError(slug)
  if (fields.name !== undefined && fields.name !== found.name) await requireFreeName(w, fields.name, id)
  const settings = { ...found.settings, ...fields.settings }
  await w.db
    .updateTable('project')
    .set({
      name: fields.name === undefined ? found.name : sanitizeForStorage(fields.name),
      slug,
      settings: JSON.stringify(settings),
      shared_with: fields.sharing?.with ?? found.sharing.with,
      shared_role: fields.sharing?.role ?? found.sharing.role,
    })
    .where('id', '=', id)
    .execute()
  w.emit({ kind: 'project.changed', projectId: id, payload: {} })
  if (slug !== found.slug)
    // Windows of its branches link to it by this name.
    for (const projectId of await branchIdsOf(w, id))
      w.emit({ kind: 'project.changed', projectId, payload: {} })
  return projectById(w, id)
}

/**
 * Throws NameTakenError if another project has a name that people would take for this one. Waits for others who give a
 * name, so that two cannot take similar names at the same time. Names from before this rule stay.
 */
async function requireFreeName(w: Writer, name: string, of: number): Promise<void> {
  await w.dialect.allocate(w.db, 'project', 0)
  const isTaken = (await namesOfProjects(w)).some((one) => one.id !== of && areNamesAlike(one.name, name))
  if (isTaken) throw new NameTakenError(name, 'project')
}

/** Returns a name that no project has: the given one, or with a number behind it. */
export async function freeProjectName(r: Reader, name: string): Promise<string> {
  const names = await namesOfProjects(r)
  const isFree = (wanted: string) => !names.some((one) => areNamesAlike(one.name, wanted))
  for (let number = 2, wanted = name; ; number += 1) {
    if (isFree(wanted)) return wanted
    const end = ` ${number}`
    wanted = `${name.slice(0, LIMITS.nameMax - end.length)}${end}`
  }
}

function namesOfProjects({ db }: Reader): Promise<readonly { readonly id: number; readonly name: string }[]> {
  return db.selectFrom('project').select(['id', 'name']).where('parent_id', 'is', null).execute()
}

/**
 * Locks a project until the end of the transaction, so that no other transaction writes its content; returns
 * its revision. Null if there is no such project.
 */
export async function lockProject(w: Writer, id: number): Promise<number | null> {
  await w.dialect.lockProject(w.db, id)
  return (await projectById(w, id))?.revision ?? null
}

/** Gives a project without texts the syntax of the files that will be imported. */
export async function setSyntaxOfEmpty({ db, emit }: Writer, id: number, syntax: string): Promise<void> {
  const key = await db.selectFrom('key').select('id').where('project_id', '=', id).limit(1).executeTakeFirst()
  if (key !== undefined) return
  await db.updateTable('project').set({ syntax }).where('id', '=', id).execute()
  emit({ kind: 'project.changed', projectId: id, payload: {} })
}

/**
 * Removes the project with its whole history and its translation branches; this cannot be undone. What can be large and
 * has no foreign key is removed after the commit, in short transactions.
 */
export async function deleteProject(w: Writer, id: number): Promise<boolean> {
  const { db, dialect } = w
  await dialect.lockProject(db, id)
  await dialect.keepNumbers(db)
  for (const branchId of await branchIdsOf(w, id)) await deleteProject(w, branchId)
  await leaveContent(w, id)
  // Sources before the keys that they use: PostgreSQL would delete these first in a database from pg_restore, and refuse it.
  for (const table of ['conflict', 'file', 'source'] as const)
    await db.deleteFrom(table).where('project_id', '=', id).execute()
  const done = await db.deleteFrom('project').where('id', '=', id).executeTakeFirst()
  const isDeleted = Number(done.numDeletedRows) > 0
  if (isDeleted) w.emit({ kind: 'project.deleted', projectId: id, payload: {} })
  return isDeleted
}

/** Parses the settings column; missing settings have the defaults of a new project. */
export function projectSettings(column: string | null): ProjectSettings {
  return { ...DEFAULT_SETTINGS, ...parseJson<Partial<ProjectSettings>>(column ?? '{}') }
}

/**
 * Returns the revision of a project: the number of the last write to its content. Most writes are operations, whose rows
 * say so; `revision` is the last of the others.
 */
export function projectRevision({
  revision,
  last_operation,
}: {
  readonly revision: number
  readonly last_operation: number | null
}): number {
  return Math.max(revision, last_operation ?? 0)
}

/** SQL for the last operation of a row of `project`. */
export const LAST_OPERATION = sql<
  number | null
>`(select max(o.id) from operation o where o.project_id = project.id)`

function projects(db: Kysely<Tables>) {
  return db.selectFrom('project').selectAll().select(LAST_OPERATION.as('last_operation'))
}

function projectRow(row: Tables['project'] & { readonly last_operation: number | null }): ProjectRow {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    sourceLanguage: row.source_language,
    syntax: row.syntax,
    settings: projectSettings(row.settings),
    sharing: {
      // An audience that this program does not know shares with no one.
      with: AUDIENCES.find((one) => one === row.shared_with) ?? 'members',
      role: SHARED_ROLES.find((one) => one === row.shared_role) ?? 'reader',
    },
    parentId: row.parent_id,
    createdAt: row.created_at,
    revision: projectRevision(row),
  }
}
