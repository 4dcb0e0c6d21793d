import type { Actor } from '@dragoman/core'
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { sanitizeForStorage, stateNumber } from '../rows.ts'
import type { Reader, Writer } from '../store.ts'
import { type Tables, translationIdSql } from '../tables.ts'
import { type TaskAssignee, type TaskGoal, type TaskProgress, type TaskRow, taskRow } from './task-row.ts'

export type TaskFields = {
  readonly title: string
  readonly note: string
  readonly goal: TaskGoal
  readonly due: string | null
  readonly languages: readonly string[]
  readonly assignees: readonly TaskAssignee[]
}

const AT_ONCE = 1000

/** Creates a task for these keys, which do not change later. */
export async function createTask(
  w: Writer,
  task: TaskFields & {
    readonly projectId: number
    readonly keyIds: readonly number[]
    readonly by: Actor
    readonly at: string
  },
): Promise<TaskRow> {
  const id = await w.dialect.allocate(w.db, 'task', 1)
  const row = {
    id,
    project_id: task.projectId,
    title: sanitizeForStorage(task.title),
    note: sanitizeForStorage(task.note),
    goal: task.goal,
    due: task.due,
    created_by: task.by.id,
    created_by_label: task.by.name,
    created_at: task.at,
    done_at: null,
    done_by: null,
    version: 1,
    removed_at: null,
  }
  await w.db.insertInto('task').values(row).execute()
  const keyIds = [...new Set(task.keyIds)]
  for (let from = 0; from < keyIds.length; from += AT_ONCE)
    await w.db
      .insertInto('task_key')
      .values(keyIds.slice(from, from + AT_ONCE).map((key_id) => ({ task_id: id, key_id })))
      .execute()
  await putParts(w, id, task)
  emitTask(w, row, 'added', task.by)
  return taskRow(row)
}

/** Changes a task; null if it was changed since the version the user had seen, or removed. */
export async function updateTask(
  w: Writer,
  task: TaskRow,
  fields: TaskFields & { readonly baseVersion: number; readonly by: Actor },
): Promise<TaskRow | null> {
  const languages = (await partsOfTasks(w, [task.id])).get(task.id)?.languages ?? []
  const row = await w.db
    .updateTable('task')
    .set({
      title: sanitizeForStorage(fields.title),
      note: sanitizeForStorage(fields.note),
      goal: fields.goal,
      due: fields.due,
      version: fields.baseVersion + 1,
    })
    .where('id', '=', task.id)
    .where('version', '=', fields.baseVersion)
    .where('removed_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return null
  await w.db.deleteFrom('task_language').where('task_id', '=', task.id).execute()
  await w.db.deleteFrom('task_assignee').where('task_id', '=', task.id).execute()
  await putParts(w, task.id, fields)
  const isWorkChanged =
    task.goal !== fields.goal ||
    languages.toSorted().join() !== [...new Set(fields.languages)].toSorted().join()
  emitTask(w, row, 'changed', fields.by, { isWorkChanged })
  return taskRow(row)
}

async function putParts({ db }: Writer, id: number, { languages, assignees }: TaskFields): Promise<void> {
  for (const language of new Set(languages))
    await db.insertInto('task_language').values({ task_id: id, language }).execute()
  const rows = assignees.map((one) => ({
    task_id: id,
    user_id: 'userId' in one ? one.userId : null,
    group_id: 'groupId' in one ? one.groupId : null,
  }))
  if (rows.length > 0) await db.insertInto('task_assignee').values(rows).execute()
}

/** Marks a task as done, or reopens it; null if nothing changes. */
export async function setTaskDone(
  w: Writer,
  task: Pick<TaskRow, 'id'>,
  done: { readonly at: string; readonly how: 'self' | 'work' } | null,
  by: Actor | null,
): Promise<TaskRow | null> {
  const row = await w.db
    .updateTable('task')
    .set({ done_at: done?.at ?? null, done_by: done?.how ?? null })
    .where('id', '=', task.id)
    .where('done_at', done === null ? 'is not' : 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return null
  emitTask(w, row, done === null ? 'reopened' : 'done', by)
  return taskRow(row)
}

/** Hides a task from everyone; it is kept so that *Undo* can restore it. */
export async function removeTask(
  w: Writer,
  task: TaskRow,
  { at, by }: { readonly at: string; readonly by: Actor },
): Promise<void> {
  await w.db.updateTable('task').set({ removed_at: at }).where('id', '=', task.id).execute()
  emitTask(w, { id: task.id, project_id: task.projectId }, 'removed', by)
}

/** Restores a removed task; null if there is none. */
export async function restoreTask(
  w: Writer,
  { projectId, id, by }: { readonly projectId: number; readonly id: number; readonly by: Actor },
): Promise<TaskRow | null> {
  const row = await w.db
    .updateTable('task')
    .set({ removed_at: null })
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .where('removed_at', 'is not', null)
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return null
  emitTask(w, row, row.done_at === null ? 'reopened' : 'changed', by)
  return taskRow(row)
}

function emitTask(
  w: Writer,
  row: { readonly id: number; readonly project_id: number },
  what: 'added' | 'changed' | 'done' | 'reopened' | 'removed',
  by: Actor | null,
  more: { readonly isWorkChanged?: boolean } = {},
): void {
  const payload = { taskId: row.id, what, ...more }
  w.emit({ kind: 'task.changed', projectId: row.project_id, payload, ...(by ? { actorId: by.id } : {}) })
}

export async function taskById({ db }: Reader, projectId: number, id: number): Promise<TaskRow | null> {
  const row = await db
    .selectFrom('task')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row ? taskRow(row) : null
}

/** `late`: open tasks that were due before a date. */
export type TaskList = 'open' | 'late' | 'done'

/** Returns a page of a project's tasks: open ones, soonest due first; or those that are done, newest first. */
export async function listTasks(
  r: Reader,
  of: {
    readonly projectId: number
    readonly state: TaskList
    /** `2026-11-30` */
    readonly today: string
    readonly limit: number
    readonly cursor?: string | undefined
  },
): Promise<{ readonly rows: readonly TaskRow[]; readonly next: string | null }> {
  const isDone = of.state === 'done'
  const place = isDone ? sql<string>`coalesce(done_at, '')` : DUE
  const after = readPlace(of.cursor)
  const rows = await tasksIn(r, of)
    .selectAll()
    .select(place.as('place'))
    .$if(after !== null, (found) =>
      found.where(
        isDone
          ? sql<boolean>`(${place}, id) < (${after?.place}, ${after?.id})`
          : sql<boolean>`(${place}, id) > (${after?.place}, ${after?.id})`,
      ),
    )
    .orderBy(place, isDone ? 'desc' : 'asc')
    .orderBy('id', isDone ? 'desc' : 'asc')
    .limit(of.limit + 1)
    .execute()
  const page = rows.slice(0, of.limit)
  const last = rows.length > of.limit ? page.at(-1) : undefined
  return { rows: page.map(taskRow), next: last === undefined ? null : `${last.place} ${last.id}` }
}

/** Where tasks are in the order of their due dates: those without one are last. */
const DUE = sql<string>`coalesce(due, '9999')`

function readPlace(cursor: string | undefined): { readonly place: string; readonly id: number } | null {
  const [, place, id] = /^(\S{1,40}) (\d{1,15})$/.exec(cursor ?? '') ?? []
  return place === undefined ? null : { place, id: Number(id) }
}

function tasksIn(
  { db }: Reader,
  {
    projectId,
    state,
    today,
  }: { readonly projectId: number; readonly state: TaskList; readonly today: string },
) {
  return db
    .selectFrom('task')
    .where('project_id', '=', projectId)
    .where('removed_at', 'is', null)
    .where('done_at', state === 'done' ? 'is not' : 'is', null)
    .$if(state === 'late', (found) => found.where('due', '<', today))
}

/** Returns how many tasks of a project are in each list. */
export async function countTasks(
  r: Reader,
  of: { readonly projectId: number; readonly today: string },
): Promise<Record<TaskList, number>> {
  const count = async (state: TaskList) =>
    (
      await tasksIn(r, { ...of, state })
        .select(COUNT)
        .executeTakeFirstOrThrow()
    ).count
  return { open: await count('open'), late: await count('late'), done: await count('done') }
}

const COUNT = ({ fn }: ExpressionBuilder<Tables, 'task'>) => fn.countAll<number>().as('count')

/** Returns open tasks of some projects assigned to a person or one of their groups, soonest due first. */
export async function tasksOfPerson(
  { db, dialect }: Reader,
  {
    userId,
    groupIds,
    projectIds,
    limit,
  }: {
    readonly userId: number
    readonly groupIds: readonly number[]
    readonly projectIds: readonly number[]
    readonly limit: number
  },
): Promise<{ readonly rows: readonly TaskRow[]; readonly total: number }> {
  const own = db
    .selectFrom('task')
    .where('done_at', 'is', null)
    .where('removed_at', 'is', null)
    .where(dialect.inIds(sql.ref('project_id'), projectIds))
    .where('id', 'in', (select) =>
      select
        .selectFrom('task_assignee')
        .select('task_id')
        .where((where) =>
          where.or([
            where('user_id', '=', userId),
            ...(groupIds.length === 0 ? [] : [where('group_id', 'in', groupIds)]),
          ]),
        ),
    )
  const rows = await own.selectAll().orderBy(DUE).orderBy('id').limit(limit).execute()
  const { count } = await own.select(COUNT).executeTakeFirstOrThrow()
  return { rows: rows.map(taskRow), total: count }
}

/** Returns the open tasks of a group in a project and its translation branches. */
export async function openTasksOfGroup(
  { db }: Reader,
  { groupId, projectId }: { readonly groupId: number; readonly projectId: number },
): Promise<readonly TaskRow[]> {
  const rows = await db
    .selectFrom('task')
    .innerJoin('task_assignee', 'task_assignee.task_id', 'task.id')
    .innerJoin('project', 'project.id', 'task.project_id')
    .selectAll('task')
    .where('task_assignee.group_id', '=', groupId)
    .where('task.done_at', 'is', null)
    .where('task.removed_at', 'is', null)
    .where((where) =>
      where.or([where('project.id', '=', projectId), where('project.parent_id', '=', projectId)]),
    )
    .orderBy('task.id')
    .execute()
  return rows.map(taskRow)
}

/** Takes all tasks from a group; open windows and its people are notified of those that are open. */
export async function removeAssignedGroup(w: Writer, groupId: number): Promise<void> {
  const taskIds = await w.db
    .deleteFrom('task_assignee')
    .where('group_id', '=', groupId)
    .returning('task_id')
    .execute()
  const open = await w.db
    .selectFrom('task')
    .select(['id', 'project_id'])
    .where(
      w.dialect.inIds(
        sql.ref('id'),
        taskIds.map(({ task_id }) => task_id),
      ),
    )
    .where('done_at', 'is', null)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()
  for (const task of open) emitTask(w, task, 'changed', null)
}

/** Returns the assignees and languages of tasks. */
export async function partsOfTasks(
  { db, dialect }: Reader,
  ids: readonly number[],
): Promise<
  ReadonlyMap<number, { readonly languages: readonly string[]; readonly assignees: readonly TaskAssignee[] }>
> {
  if (ids.length === 0) return new Map()
  const isOne = dialect.inIds(sql.ref('task_id'), ids)
  const languages = await db
    .selectFrom('task_language')
    .selectAll()
    .where(isOne)
    .orderBy('language')
    .execute()
  // Rows of accounts and groups that earlier versions deleted are left out.
  const assignees = await db
    .selectFrom('task_assignee')
    .selectAll()
    .where(isOne)
    .where((where) =>
      where.or([
        where('user_id', 'in', where.selectFrom('user').select('id')),
        where('group_id', 'in', where.selectFrom('person_group').select('id')),
      ]),
    )
    .execute()
  return new Map(
    ids.map((id) => [
      id,
      {
        languages: languages.filter((row) => row.task_id === id).map(({ language }) => language),
        assignees: assignees
          .filter((row) => row.task_id === id)
          .flatMap(({ user_id, group_id }): TaskAssignee[] =>
            user_id !== null ? [{ userId: user_id }] : group_id !== null ? [{ groupId: group_id }] : [],
          ),
      },
    ]),
  )
}

/** Returns the names of the namespaces that the keys of tasks are in, also for removed tasks. */
export async function namespacesOfTasks(
  { db, dialect }: Reader,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('task_key')
    .innerJoin('key', 'key.id', 'task_key.key_id')
    .innerJoin('namespace', 'namespace.id', 'key.namespace_id')
    .select(['task_key.task_id', 'namespace.name'])
    .distinct()
    .where(dialect.inIds(sql.ref('task_key.task_id'), ids))
    .orderBy('namespace.name')
    .execute()
  return new Map(ids.map((id) => [id, rows.filter(({ task_id }) => task_id === id).map(({ name }) => name)]))
}

/** Returns the names of the namespaces that some keys are in. */
export async function namespacesOfKeys(
  { db, dialect }: Reader,
  keyIds: readonly number[],
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('key')
    .innerJoin('namespace', 'namespace.id', 'key.namespace_id')
    .select('namespace.name')
    .distinct()
    .where(dialect.inIds(sql.ref('key.id'), keyIds))
    .orderBy('namespace.name')
    .execute()
  return rows.map(({ name }) => name)
}

/**
 * SQL for whether a text `t` of a task `x` is done, 1 or 0: it has the state of the goal and is not outdated. To translate
 * one in which a check finds an issue means to save it: the issue can stay, because checks can be wrong.
 */
const IS_DONE = sql<number>`case when t.outdated = 1 then 0
  when x.goal = 'reviewed' then case when t.state >= ${sql.lit(stateNumber('reviewed'))} then 1 else 0 end
  when t.state < ${sql.lit(stateNumber('translated'))} then 0
  when t.failing = 1 and not exists (select 1 from operation o where o.id = t.operation_id and o.at > x.created_at) then 0
  else 1 end`

/** Joins the texts `t` of a task `x` in its languages `l` to `tl`; those of removed keys and languages are gone. */
const JOINED_TEXTS = sql`
  join language l on l.project_id = x.project_id and l.tag = tl.language
  join task_key k on k.task_id = tl.task_id
  join translation t on t.id = ${translationIdSql(sql.ref('l.id'), sql.ref('k.key_id'))}`

/** Returns the progress of tasks by language; removed keys, removed languages and sourceless texts do not count. */
export async function progressOfTasks(
  { db, dialect }: Reader,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly TaskProgress[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; language: string; done: number; total: number }>`
    select x.id as id, l.tag as language, sum(1 - t.sourceless) as total, sum(${IS_DONE}) as done
    from task x join task_language tl on tl.task_id = x.id ${JOINED_TEXTS}
    where ${dialect.inIds(sql.ref('x.id'), ids)}
    group by x.id, l.tag order by x.id, l.tag`.execute(db)
  const found = new Map<number, TaskProgress[]>(ids.map((id) => [id, []]))
  for (const { id, language, done, total } of rows)
    found.get(id)?.push({ language, done: Number(done), total: Number(total) })
  return found
}

/**
 * Returns by task whether something is left to do; tasks without texts that count are left out. Unlike `progressOfTasks`
 * it reads texts only up to the first one that is left.
 */
export async function haveWorkLeft(
  { db, dialect }: Reader,
  ids: readonly number[],
): Promise<ReadonlyMap<number, boolean>> {
  if (ids.length === 0) return new Map()
  // With a limit, because PostgreSQL can replace `exists` by a join of all texts.
  const first = (condition: RawBuilder<unknown>) => sql`(select 1 from task_language tl ${JOINED_TEXTS}
    where tl.task_id = x.id and t.sourceless = 0 ${condition} limit 1)`
  const { rows } = await sql<{ id: number; counted: number | null; left: number | null }>`
    select x.id as id, ${first(sql``)} as counted, ${first(sql`and ${IS_DONE} = 0`)} as "left"
    from task x where ${dialect.inIds(sql.ref('x.id'), ids)} order by x.id`.execute(db)
  return new Map(rows.flatMap(({ id, counted, left }) => (counted === null ? [] : [[id, left !== null]])))
}

/** Returns whether a text is left to do in an open task only because a check finds an issue in it. */
export async function isLeftByIssues(
  { db }: Reader,
  {
    projectId,
    keyId,
    language,
  }: { readonly projectId: number; readonly keyId: number; readonly language: string },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from task x join task_language tl on tl.task_id = x.id and tl.language = ${language} ${JOINED_TEXTS}
    where x.project_id = ${projectId} and k.key_id = ${keyId} and x.done_at is null and x.removed_at is null
      and x.goal = 'translated' and t.state >= ${sql.lit(stateNumber('translated'))} and t.failing = 1
      and t.outdated = 0 and ${IS_DONE} = 0 limit 1`.execute(db)
  return rows.length > 0
}

/** Texts that tasks can contain, and keys: of those, the ones that are removed. */
export type TextsOfTasks = {
  readonly keyIds: readonly number[]
  readonly languages: readonly string[]
  readonly changedKeyIds: readonly number[]
}

/** Returns open tasks that contain some of these texts or removed keys; without texts: all of the project. */
export async function openTasksOf(
  { db, dialect }: Reader,
  projectId: number,
  texts: TextsOfTasks | null,
): Promise<readonly number[]> {
  const open = db
    .selectFrom('task')
    .select('id')
    .where('project_id', '=', projectId)
    .where('done_at', 'is', null)
    .where('removed_at', 'is', null)
  if (texts === null) return (await open.execute()).map(({ id }) => id)
  const { keyIds, languages, changedKeyIds } = texts
  if (keyIds.length === 0 && changedKeyIds.length === 0) return []
  const withTexts = db
    .selectFrom('task_key')
    .innerJoin('task_language', 'task_language.task_id', 'task_key.task_id')
    .select('task_key.task_id')
    .where(dialect.inIds(sql.ref('task_key.key_id'), keyIds))
    .where('task_language.language', 'in', languages)
  const withRemovedKeys = db
    .selectFrom('task_key')
    .select('task_id')
    .where(dialect.inIds(sql.ref('key_id'), changedKeyIds))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('key').select('key.id').whereRef('key.id', '=', 'task_key.key_id'))),
    )
  const rows = await open
    .where((where) =>
      where.or([
        ...(keyIds.length === 0 ? [] : [where('id', 'in', withTexts)]),
        ...(changedKeyIds.length === 0 ? [] : [where('id', 'in', withRemovedKeys)]),
      ]),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Returns tasks that ended since an operation because all their strings were done, and contain strings or languages that
 * an undo of it has changed.
 */
export async function tasksEndedSinceUndone(
  { db }: Reader,
  undo: { readonly projectId: number; readonly operationId: number },
): Promise<readonly number[]> {
  const ofTask = sql`select tl.language from task_language tl where tl.task_id = t.id`
  const { rows } = await sql<{ id: number }>`
    select t.id from operation u join operation o on o.id = u.undoes
    join task t on t.project_id = u.project_id and t.done_by = 'work' and t.done_at >= o.at and t.removed_at is null
    join project p on p.id = u.project_id
    where u.id = ${undo.operationId} and u.project_id = ${undo.projectId} and exists (
      select 1 from change c left join language l on l.id = c.language_id
      where c.operation_id = u.id
        and (c.key_id = 0 or c.key_id in (select tk.key_id from task_key tk where tk.task_id = t.id))
        and (c.language_id is null or l.tag = p.source_language or l.tag in (${ofTask})))
    order by t.id`.execute(db)
  return rows.map(({ id }) => id)
}
