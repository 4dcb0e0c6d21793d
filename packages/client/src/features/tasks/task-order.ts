import type { TaskReply } from '@dragoman/contract'
import { daysUntil } from '../../components/days-until.ts'

/** Returns the first language with strings left, otherwise the first. */
export function languageToDo({ languages }: Pick<TaskReply, 'languages'>): string | undefined {
  return (languages.find(({ done, total }) => done < total) ?? languages[0])?.language
}

export function isLate({ due, doneAt }: Pick<TaskReply, 'due' | 'doneAt'>, now: Date): boolean {
  return doneAt === null && due !== null && daysUntil(due, now) < 0
}
