import type { TaskReply } from '@dragoman/contract'
import type { Assignee } from './AssigneeChoice.tsx'
import type { TaskFields, TaskGoal } from './queries.ts'

/** A task as it is typed. */
export type TaskDraft = {
  readonly title: string
  readonly note: string
  readonly goal: TaskGoal
  readonly due: string | null
  readonly languages: readonly string[]
  readonly assignees: readonly Assignee[]
}

export function draftOf({ title, note, goal, due, languages, assignees }: TaskReply): TaskDraft {
  return { title, note, goal, due, languages: languages.map(({ language }) => language), assignees }
}

/** Returns the fields for the server; without a title, `ownTitle` is used. */
export function fieldsOf(draft: TaskDraft, ownTitle: string): TaskFields {
  return {
    ...draft,
    title: draft.title.trim() || ownTitle,
    note: draft.note.trim(),
    languages: [...draft.languages],
    assignees: draft.assignees.map(({ id }) => id),
  }
}

export const DRAFT_FIELDS = ['title', 'goal', 'languages', 'assignees', 'due', 'note'] as const

/** Returns the fields in which two drafts differ. */
export function differencesOf(one: TaskDraft, other: TaskDraft): readonly (typeof DRAFT_FIELDS)[number][] {
  const plain = (draft: TaskDraft) => ({
    ...draft,
    note: draft.note.trim(),
    languages: [...draft.languages].sort(),
    assignees: draft.assignees.map(({ id }) => id).sort(),
  })
  const [first, second] = [plain(one), plain(other)]
  return DRAFT_FIELDS.filter((field) => JSON.stringify(first[field]) !== JSON.stringify(second[field]))
}
