import type { NotificationReply } from '@dragoman/contract'
import type { TextAction } from '@dragoman/core'
import { taskLanguage } from '../../lib/access/task-language.ts'

/** Returns the language in which the reader works on a notification: its own, or that of the reader in a task. */
export function languageOfItem(
  { language, task }: Pick<NotificationReply, 'language' | 'task'>,
  may: (action: TextAction, language: string) => boolean,
): string | undefined {
  return language ?? (task === null ? undefined : taskLanguage(task, may))
}
