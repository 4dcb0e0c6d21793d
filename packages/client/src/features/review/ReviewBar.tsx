import type { ReviewItemReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { type AssignAsked, AssignButton } from '../../components/AssignButton.tsx'
import { Button } from '../../ui/Button.tsx'
import { SelectionBar } from '../../ui/SelectionBar.tsx'
import styles from './ReviewScreen.module.css'
import type { Review } from './use-review.ts'

export type ReviewBarProps = { readonly review: Review; readonly language: string }

/** Actions for all selected items, with the only primary button. */
export function ReviewBar({ review, language }: ReviewBarProps) {
  const { t } = useTranslation('review')
  const { chosen, selection } = review.cursor
  if (chosen === null) return null
  const count = chosen.length
  return (
    <div className={styles.bar}>
      <SelectionBar
        label={t('bar.label')}
        count={t('bar.count', { count })}
        end={
          <Button look="ghost" keys="Escape" onPress={selection.clear}>
            {t('bar.clear')}
          </Button>
        }
      >
        <Button
          look="primary"
          keys="a"
          refusal={review.refusalOf('approve')}
          onPress={() => review.approve(chosen)}
        >
          {t('bar.approve', { count })}
        </Button>
        <Button keys="r" refusal={review.refusalOf('reject')} onPress={() => review.askToReject(chosen)}>
          {t('bar.reject', { count })}
        </Button>
        <AssignButton asked={assignOf(chosen, language)} />
      </SelectionBar>
    </div>
  )
}

/** A string can be in the queue with its text and with suggestions, but is assigned once. */
function assignOf(chosen: readonly ReviewItemReply[], language: string): AssignAsked {
  const keys = [...new Set(chosen.map(({ key }) => key.id))]
  const namespaces = [...new Set(chosen.map(({ key }) => key.namespace))]
  return { select: { keys }, count: keys.length, languages: [language], namespaces, goal: 'reviewed' }
}
