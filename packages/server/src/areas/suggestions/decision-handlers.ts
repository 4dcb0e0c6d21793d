import type { ChosenItem, RefusedItem } from '@dragoman/contract'
import { requesterOf } from '../../access/requester-of.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { presentTranslation, suggestionPresenterFor } from '../present.ts'
import { approveItems, rejectItems } from '../review/decide.ts'
import { suggestionOf } from './find-suggestion.ts'
import { failureOfItem } from './suggestion-failure.ts'

/** What reviewers decide about suggestions. */
export function suggestionDecisionHandlers(deps: Deps): Pick<Handlers['suggestions'], 'accept' | 'reject'> {
  const { now } = deps
  return {
    accept: ({ params, body, caller, write }) =>
      write(async (w, { project }) => {
        const { id, language } = await suggestionOf(w, project, params.suggestion)
        const { version, baseVersion, sourceVersion, forms, approveFailing } = body
        const item: ChosenItem = {
          on: 'suggestion',
          id,
          version,
          baseVersion,
          sourceVersion,
          ...(forms === undefined ? {} : { forms }),
        }
        const { operation, approved, refused } = await approveItems(w, {
          project,
          language,
          items: [item],
          approveFailing: approveFailing === true,
          by: requesterOf(caller, project.id),
          at: now().toISOString(),
        })
        requirePassed(refused)
        const [text] = approved
        if (text === undefined) throw new Error('a text that was written is not there')
        const suggestion = suggestionPresenterFor(caller.actor, project)(await suggestionOf(w, project, id))
        return { operation, suggestion, translation: presentTranslation(text) }
      }),

    reject: ({ params, body, caller, write }) =>
      write(async (w, { project }) => {
        const { id, language } = await suggestionOf(w, project, params.suggestion)
        const { operation, refused } = await rejectItems(w, {
          project,
          language,
          items: [{ on: 'suggestion', id, version: body.version, baseVersion: 0 }],
          reason: body.reason,
          proposed: null,
          by: requesterOf(caller, project.id),
          at: now().toISOString(),
        })
        requirePassed(refused)
        return {
          operation,
          suggestion: suggestionPresenterFor(caller.actor, project)(await suggestionOf(w, project, id)),
        }
      }),
  }
}

function requirePassed(refused: readonly RefusedItem[]): void {
  const [first] = refused
  if (first !== undefined) throw failureOfItem(first)
}
