import { explain, type OnProject, type OnText, type Principal, type Question } from '@dragoman/core'
import type { Allow, AskedChange } from '@dragoman/store'

/** Returns what someone can change in a project; the write path calls it for each change. */
export function allowFor(principal: Principal | null, projectId: number): Allow {
  return (change) => {
    for (const question of questionsOf(change, principal, projectId)) {
      const refusal = explain(principal, ...question)
      if (refusal !== null) return refusal
    }
    return change.isOwnWork ? 'own-work' : null
  }
}

/** Returns every permission a change needs. To undo an action, people must also be allowed to perform it. */
function questionsOf(change: AskedChange, principal: Principal | null, projectId: number): Question[] {
  const { language, namespace, undoes } = change
  const onText: OnText = { on: 'text', projectId, language, namespace }
  const questions = questionsOfDoing(change, onText, { on: 'project', projectId })
  if (undoes === null) return questions
  const isOwn = undoes.id !== null && undoes.id === principal?.id
  return [[isOwn ? 'operations.undo' : 'operations.undo-any', onText], ...questions]
}

function questionsOfDoing(
  { operation, state, undoes }: AskedChange,
  onText: OnText,
  onProject: OnProject,
): Question[] {
  // An undo only restores an earlier state.
  const review: Question[] = state === 'reviewed' && undoes === null ? [['translations.review', onText]] : []
  switch (operation) {
    case 'save':
      return [['translations.save', onText], ...review]
    case 'bulk':
      return [['translations.bulk', onText], ...review]
    case 'review':
      // The state of an accepted suggestion if the person who accepts it cannot review.
      return state === null || state === 'translated'
        ? [['suggestions.decide', onText]]
        : [['translations.review', onText]]
    case 'import':
      return [['files.import', onText]]
    case 'resolve':
      return [['conflicts.resolve', onText]]
    case 'keys':
      return [['keys.edit', onText]]
    case 'languages':
      return [['languages.manage', onProject]]
    case 'sync':
      return [['files.sync', onProject]]
    default:
      return operation satisfies never
  }
}
