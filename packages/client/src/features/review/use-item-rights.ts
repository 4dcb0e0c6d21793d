import type { ProjectReply, ReviewItemReply, SuggestionReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { useAccess } from '../../lib/access/access.ts'
import { authorOf } from './review-item.ts'

/** Reasons why someone may not do something with an item; null: they may. */
export type ItemRights = {
  readonly approve: string | null
  readonly edit: string | null
  readonly reject: string | null
  readonly vote: string | null
  readonly decide: (suggestion: SuggestionReply) => string | null
}

/** Returns what the person may do with items of the queue. */
export function useItemRights(project: ProjectReply): (item: ReviewItemReply) => ItemRights {
  const { t } = useTranslation('failures')
  const access = useAccess()
  return (item) => {
    const on = { language: item.target.language, namespace: item.key.namespace }
    const isOwn = (id: string | null) => !project.settings.reviewOwn && access.isOwn(id)
    const ownWork = t('reason.own-work')
    const decide = access.onText('suggestions.decide', on)
    const act = item.on === 'text' ? access.onText('translations.review', on) : decide
    return {
      approve: act ?? (isOwn(authorOf(item)?.id ?? null) ? ownWork : null),
      edit: item.on === 'text' ? access.onText('translations.save', on) : decide,
      reject: act,
      vote: access.onText('suggestions.add', on),
      decide: ({ author }) => decide ?? (isOwn(author.id) ? ownWork : null),
    }
  }
}
