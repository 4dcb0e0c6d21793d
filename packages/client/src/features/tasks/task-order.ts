import type { TaskReply } from '@dragoman/contract'
import { daysUntil } from '../../components/days-until.ts'

/**
 * Returns the first language with strings left in which the person can do the task, otherwise the first with strings
 * left, otherwise the first.
 */
export function languageToDo(
  { languages }: Pick<TaskReply, 'languages'>,
  canDo: (language: string) => boolean,
): string | undefined {
  const left = languages.filter(({ done, total }) => done < total)
  return (left.find(({ language }) => canDo(language)) ?? left[0] ?? languages[0])?.language
}

export function isLate({ due, doneAt }: Pick<TaskReply, 'due' | 'doneAt'>, now: Date): boolean {
  return doneAt === null && due !== null && daysUntil(due, now) < 0
}
