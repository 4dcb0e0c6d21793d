import type { RecordedActor } from '@dragoman/core'
import { recordedActor } from '../rows.ts'
import type { Tables } from '../tables.ts'

/** When a string of a task counts as done. */
export const TASK_GOALS = ['translated', 'reviewed'] as const
export type TaskGoal = (typeof TASK_GOALS)[number]

export type TaskRow = {
  readonly id: number
  readonly projectId: number
  readonly title: string
  readonly note: string
  readonly goal: TaskGoal
  /** Due date, `2026-11-30`; null: none. */
  readonly due: string | null
  readonly createdBy: RecordedActor
  readonly createdAt: string
  readonly doneAt: string | null
  /** `work`: all its strings were done. */
  readonly doneBy: 'self' | 'work' | null
  readonly version: number
}

/** Person or group that a task is assigned to. */
export type TaskAssignee = { readonly userId: number } | { readonly groupId: number }

/** Progress of a task in one language. */
export type TaskProgress = { readonly language: string; readonly done: number; readonly total: number }

export function taskRow(row: Tables['task']): TaskRow {
  return {
    id: row.id,
    projectId: row.project_id,
    title: row.title,
    note: row.note,
    goal: row.goal === 'reviewed' ? 'reviewed' : 'translated',
    due: row.due,
    createdBy: recordedActor(row.created_by, row.created_by_label),
    createdAt: row.created_at,
    doneAt: row.done_at,
    doneBy: row.done_by === 'self' || row.done_by === 'work' ? row.done_by : null,
    version: row.version,
  }
}
