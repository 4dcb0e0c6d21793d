import type { TaskReply } from '@dragoman/contract'
import { daysUntil } from '../../components/days-until.ts'

export function isLate({ due, doneAt }: Pick<TaskReply, 'due' | 'doneAt'>, now: Date): boolean {
  return doneAt === null && due !== null && daysUntil(due, now) < 0
}
