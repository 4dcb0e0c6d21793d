import type { TaskReply } from '@dragoman/contract'
import type { TextAction } from '@dragoman/core'

/** The actions that count for each goal, the one that counts directly first. */
const ACTIONS: Readonly<Record<TaskReply['goal'], readonly TextAction[]>> = {
  translated: ['translations.save', 'suggestions.add'],
  reviewed: ['translations.review', 'suggestions.decide'],
}

/**
 * Returns the language in which someone does a task: the first one with strings left in which they can, otherwise the
 * first in which they can, otherwise the first with strings left. Undefined if the task has none.
 */
export function taskLanguage(
  { goal, languages }: Pick<TaskReply, 'goal' | 'languages'>,
  may: (action: TextAction, language: string) => boolean,
): string | undefined {
  const isLeft = ({ done, total }: (typeof languages)[number]) => done < total
  const ofReader = ACTIONS[goal].flatMap((action) =>
    languages.filter(({ language }) => may(action, language)),
  )
  return (ofReader.find(isLeft) ?? ofReader[0] ?? languages.find(isLeft) ?? languages[0])?.language
}
