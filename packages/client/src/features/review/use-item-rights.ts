import type { ProjectReply, ReviewItemReply, SuggestionReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { useAccess } from '../../lib/access/access.ts'
import { suggestionWork, textWork } from '../../lib/text/reviewed-work.ts'
import { bestOf, idOf } from './review-item.ts'

/** Reasons why someone cannot do something with an item; null: they can. */
export type ItemRights = {
  readonly approve: string | null
  readonly edit: string | null
  readonly reject: string | null
  readonly vote: string | null
  readonly decide: (suggestion: SuggestionReply) => string | null
}

/** Returns what the person can do with items of the queue; `gone`: the id of one that is no longer in it. */
export function useItemRights(
  project: ProjectReply,
  gone: string | null,
): (item: ReviewItemReply) => ItemRights {
  const access = useAccess()
  const { t } = useTranslation('review')
  return (item) => {
    if (idOf(item) === gone) {
      const reason = t('gone')
      return { approve: reason, edit: reason, reject: reason, vote: reason, decide: () => reason }
    }
    const { target, key } = item
    const on = { language: target.language, namespace: key.namespace, reviewOwn: project.settings.reviewOwn }
    const best = bestOf(item)
    const work = best === undefined ? textWork(target) : suggestionWork(best, target)
    return {
      approve: access.onReview(work, 'approve', on),
      edit:
        best === undefined
          ? access.onText('translations.save', on)
          : access.onReview(suggestionWork(best, target, true), 'approve', on),
      reject: access.onReview(work, 'reject', on),
      vote: access.onText('suggestions.add', on),
      decide: (suggestion) => access.onReview(suggestionWork(suggestion, target), 'approve', on),
    }
  }
}
