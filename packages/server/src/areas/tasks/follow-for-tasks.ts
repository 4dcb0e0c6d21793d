import type { DomainEvent } from '@dragoman/contract'
import {
  haveWorkLeft,
  openTasksOf,
  type Reader,
  setTaskDone,
  taskById,
  tasksEndedSinceUndone,
  type Writer,
} from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import { type ContentChanges, contentByProject } from '../../events/content-by-project.ts'
import { type Follower, openFollower } from '../../events/open-follower.ts'

/** Tasks that might be done now, or an undo that might have brought back what is left of some. */
type Effect =
  | { readonly kind: 'worked'; readonly taskIds: readonly number[] }
  | { readonly kind: 'undone'; readonly projectId: number; readonly operationId: number }

/**
 * Follows the events: ends tasks whose strings are all done, and reopens those that ended because of an operation that
 * was undone.
 */
export function followForTasks({
  store,
  now,
  log,
  leases,
  timings,
}: Pick<Deps, 'store' | 'now' | 'log' | 'leases' | 'timings'>): Follower {
  return openFollower<Effect>({
    name: 'tasks',
    store,
    log,
    leases,
    async effectsOf(r, events) {
      const taskIds = new Set<number>()
      const undone: Effect[] = []
      for (const event of events) {
        for (const id of await tasksChangedBy(r, event)) taskIds.add(id)
        undone.push(...(await undoneBy(r, event)))
      }
      for (const changes of contentByProject(events))
        for (const id of await tasksWithTexts(r, changes)) taskIds.add(id)
      return taskIds.size === 0 ? undone : [...undone, { kind: 'worked', taskIds: [...taskIds] }]
    },
    async apply(w, effects) {
      for (const effect of effects)
        if (effect.kind === 'undone') await reopenTasks(w, await tasksEndedSinceUndone(w, effect))
        else await finishTasks(w, effect.taskIds, now().toISOString())
    },
    skipsFailing: true,
    ignores: new Set(['notifications.changed']),
    pauseMs: timings.followerPauseMs,
    pollMs: timings.followerPollMs,
  })
}

/** Returns open tasks that contain texts that were saved, or lost strings or languages. */
export function tasksWithTexts(r: Reader, { projectId, events }: ContentChanges): Promise<readonly number[]> {
  const payloads = events.map(({ payload }) => payload)
  const texts = payloads.flatMap(({ translations }) => translations ?? [])
  // A source text that is written or removed changes what is left in languages whose files stay the same.
  const inFiles = payloads.flatMap(({ files }) => files)
  const languages = [...new Set([...inFiles, ...texts].map(({ language }) => language))]
  const keyIds = [...new Set(texts.map(({ keyId }) => keyId))]
  const changedKeyIds = [...new Set(payloads.flatMap(({ keys }) => keys ?? []))]
  // A language that was removed takes texts of all keys with it.
  const areAllNamed = payloads.every(({ translations, keys }) => translations !== null && keys !== null)
  return openTasksOf(r, projectId, areAllNamed ? { keyIds, languages, changedKeyIds } : null)
}

/**
 * Returns a task that got another goal or other languages, because all of its strings can be done now. One that was
 * added or reopened stays open until work on it continues.
 */
async function tasksChangedBy(r: Reader, event: DomainEvent): Promise<readonly number[]> {
  if (event.kind !== 'task.changed' || event.projectId === null) return []
  const { taskId, isWorkChanged = false } = event.payload
  if (!isWorkChanged) return []
  const task = await taskById(r, event.projectId, taskId)
  return task === null || task.doneAt !== null ? [] : [taskId]
}

/** Returns the undo that an event reports, if tasks ended since the operation that it undoes. */
async function undoneBy(r: Reader, event: DomainEvent): Promise<readonly Effect[]> {
  if (event.kind !== 'content.changed' || event.projectId === null) return []
  const { operation, operationId } = event.payload
  if (operation?.kind !== 'undo') return []
  const undo = { projectId: event.projectId, operationId }
  return (await tasksEndedSinceUndone(r, undo)).length === 0 ? [] : [{ kind: 'undone', ...undo }]
}

/** Reopens tasks that have something left to do. */
async function reopenTasks(w: Writer, ids: readonly number[]): Promise<void> {
  for (const [id, hasWorkLeft] of await haveWorkLeft(w, ids))
    if (hasWorkLeft) await setTaskDone(w, { id }, null, null)
}

/** Ends tasks whose strings are all done. Strings without a source text are not counted, and finish nothing. */
async function finishTasks(w: Writer, ids: readonly number[], at: string): Promise<void> {
  for (const [id, hasWorkLeft] of await haveWorkLeft(w, ids))
    if (!hasWorkLeft) await setTaskDone(w, { id }, { at, how: 'work' }, null)
}
