import { type api, type BodyOf, Failure } from '@dragoman/contract'
import { explainInAll, readMemberRef } from '@dragoman/core'
import {
  createTask,
  groupsOfPerson,
  keysInProject,
  listLanguages,
  mentionableGroups,
  mentionablePeople,
  namespacesOfKeys,
  namespacesOfTasks,
  type ProjectRow,
  partsOfTasks,
  type Reader,
  removeTask,
  restoreTask,
  setTaskDone,
  type TaskAssignee,
  type TaskRow,
  taskById,
  updateTask,
} from '@dragoman/store'
import { requireActor } from '../../access/require-actor.ts'
import { requireLanguage } from '../../access/require-rows.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount.ts'
import { refusedField } from '../../refused-field.ts'
import { personOf } from '../notifications/person-of.ts'
import { textsOfSearch } from '../translations/bulk-edit.ts'
import { listTasksHandlers } from './list-handlers.ts'
import { presentTasks } from './present.ts'
import { assigneeId, refusalsOf, type TaskAsked } from './task-candidates.ts'

type Body = BodyOf<typeof api.tasks.create>

type AbleAsked = TaskAsked & { readonly assignees: readonly TaskAssignee[] }

export function tasksHandlers(deps: Deps): Handlers['tasks'] {
  const { now } = deps
  const at = () => now().toISOString()
  return {
    async create({ body, caller, project: asked, write }) {
      const selected = await keysOf(deps, asked, body.select)
      return write(async (w, { project }) => {
        const { id, name } = requireActor(caller)
        const keyIds = await keysInProject(w, project.id, selected)
        if (keyIds.length === 0) throw refusedField('/select', 'empty')
        const fields = await fieldsOf(w, project, { ...body, before: [] })
        const namespaces = await namespacesOfKeys(w, keyIds)
        requireManager(caller, { projectId: project.id, languages: fields.languages, namespaces })
        await requireAble(w, project, { ...fields, namespaces })
        const task = await createTask(w, {
          ...fields,
          projectId: project.id,
          keyIds,
          by: { id, name },
          at: at(),
        })
        return presentOne(w, task, project)
      })
    },

    update: ({ params, body, caller, write }) =>
      write(async (w, { project }) => {
        const task = await taskOf(w, project, params.task)
        const { id, name } = requireActor(caller)
        const before = (await partsOfTasks(w, [task.id])).get(task.id)?.assignees ?? []
        const fields = await fieldsOf(w, project, { ...body, before })
        const places = await placesOf(w, task)
        requireManager(caller, places)
        requireManager(caller, { ...places, languages: fields.languages })
        // Present assignees can have lost the right since then, which is no reason to refuse another note.
        const isNew = (one: TaskAssignee) => !before.some((other) => assigneeId(other) === assigneeId(one))
        const { namespaces } = places
        await requireAble(w, project, { ...fields, namespaces, assignees: fields.assignees.filter(isNew) })
        const { baseVersion } = body
        const row = await updateTask(w, task, { ...fields, baseVersion, by: { id, name } })
        // Someone changed it in the meantime, so the caller must see that version first.
        if (row === null) {
          const now = await taskOf(w, project, params.task)
          throw new Failure('stale-task', {}, { current: { task: await presentOne(w, now, project) } })
        }
        return presentOne(w, row, project)
      }),

    get: ({ params, read }) =>
      read(async (r, { project }) => presentOne(r, await taskOf(r, project, params.task), project)),

    finish: ({ params, body, caller, write }) =>
      write(async (w, { project }) => {
        const task = await taskOf(w, project, params.task)
        const { id, name } = requireActor(caller)
        await requireFinisher(w, caller, task)
        const done = body.done ? ({ at: at(), how: 'self' } as const) : null
        const row = await setTaskDone(w, task, done, { id, name })
        return presentOne(w, row ?? task, project)
      }),

    remove: ({ params, caller, write }) =>
      write(async (w, { project }) => {
        const task = await taskOf(w, project, params.task)
        const { id, name } = requireActor(caller)
        requireManager(caller, await placesOf(w, task))
        await removeTask(w, task, { at: at(), by: { id, name } })
        return {}
      }),

    restore: ({ params, caller, write }) =>
      write(async (w, { project }) => {
        const { id, name } = requireActor(caller)
        const row = await restoreTask(w, { projectId: project.id, id: params.task, by: { id, name } })
        if (row === null) throw new Failure('not-found', { what: 'task' })
        requireManager(caller, await placesOf(w, row))
        return presentOne(w, row, project)
      }),

    ...listTasksHandlers(deps),
  }
}

async function presentOne(r: Reader, row: TaskRow, project: ProjectRow) {
  const [task] = await presentTasks(r, [row], [project])
  if (task === undefined) throw new Failure('not-found', { what: 'task' })
  return task
}

/** Returns a task of the project in the URL. Throws `not-found`. */
async function taskOf(r: Reader, project: ProjectRow, id: number): Promise<TaskRow> {
  const task = await taskById(r, project.id, id)
  if (task === null) throw new Failure('not-found', { what: 'task' })
  return task
}

/** The texts of a task. */
type TaskLocations = {
  readonly projectId: number
  readonly languages: readonly string[]
  readonly namespaces: readonly string[]
}

async function placesOf(r: Reader, { id, projectId }: TaskRow): Promise<TaskLocations> {
  const languages = (await partsOfTasks(r, [id])).get(id)?.languages ?? []
  return { projectId, languages, namespaces: (await namespacesOfTasks(r, [id])).get(id) ?? [] }
}

/** Throws `not-allowed` unless the caller manages tasks in all these languages and namespaces. */
function requireManager({ actor }: Caller, places: TaskLocations): void {
  const reason = explainInAll(actor, 'tasks.manage', places)
  if (reason !== null) throw new Failure('not-allowed', { reason })
}

/** Throws `not-allowed` unless the caller manages its tasks, or is an assignee with a session of their own. */
async function requireFinisher(r: Reader, caller: Caller, task: TaskRow): Promise<void> {
  const reason = explainInAll(caller.actor, 'tasks.manage', await placesOf(r, task))
  if (reason === null) return
  const { userId } = personOf(caller)
  const groups = await groupsOfPerson(r, userId)
  const assignees = (await partsOfTasks(r, [task.id])).get(task.id)?.assignees ?? []
  const isGiven = assignees.some((one) =>
    'userId' in one ? one.userId === userId : groups.includes(one.groupId),
  )
  if (!isGiven || caller.actor?.token !== null) throw new Failure('not-allowed', { reason })
}

/**
 * Returns the fields for the store: languages of the project, and people and groups who can see it, or to whom the
 * task was assigned before.
 */
async function fieldsOf(
  r: Reader,
  project: ProjectRow,
  { before, ...body }: Omit<Body, 'select'> & { readonly before: readonly TaskAssignee[] },
) {
  const known = new Set((await listLanguages(r, project.id)).map(({ tag }) => tag))
  const unknown = body.languages.find((tag) => !known.has(tag) || tag === project.sourceLanguage)
  if (unknown !== undefined) throw new Failure('not-found', { what: 'language', language: unknown })
  const people = new Set((await mentionablePeople(r, project.id, 'suspended too')).map(({ id }) => id))
  const groups = new Set((await mentionableGroups(r, project.id)).map(({ id }) => id))
  const assignees = body.assignees.map((ref): TaskAssignee => {
    const { kind, id } = readMemberRef(ref)
    const known = before.find((one) => assigneeId(one) === ref)
    if (known !== undefined) return known
    if (!(kind === 'user' ? people : groups).has(id)) throw new Failure('not-found', { what: 'person' })
    return kind === 'user' ? { userId: id } : { groupId: id }
  })
  const { title, note, goal, due, languages } = body
  return { title, note, goal, due, languages, assignees }
}

/** Throws `invalid-input` unless each assignee can do some of the task: in one of its languages and namespaces. */
async function requireAble(
  r: Reader,
  project: ProjectRow,
  task: Omit<AbleAsked, 'projectId'>,
): Promise<void> {
  for (const one of task.assignees) {
    const refusals = await refusalsOf(r, assigneeId(one), { ...task, projectId: project.id })
    if (refusals.every(({ refusal }) => refusal !== null)) throw refusedField('/assignees', 'not-able')
  }
}

/**
 * Returns the keys of the strings that a task consists of, as they are now. A search takes too long for a transaction.
 * Throws `too-large`.
 */
async function keysOf(
  { store }: Pick<Deps, 'store'>,
  project: ProjectRow,
  select: Body['select'],
): Promise<readonly number[]> {
  if ('keys' in select) return select.keys
  const { tag: language } = await store.read((r) => requireLanguage(r, project, select.language))
  const texts = await textsOfSearch(store, { project, language }, select.q)
  return texts.map(([keyId]) => keyId)
}
