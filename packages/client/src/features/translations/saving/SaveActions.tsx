import { Ellipsis } from 'lucide-react'
import { memo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccess } from '../../../lib/access/access.ts'
import { SUBMIT } from '../../../lib/shortcuts/shortcuts.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Menu, MenuRow } from '../../../ui/Menu.tsx'
import { useFolded } from '../../../ui/use-folded.ts'
import styles from './SaveActions.module.css'

export type SaveActionsProps = {
  readonly language: string
  readonly namespace: string
  readonly isBlocked: boolean
  /** Reviewed, and unchanged since. */
  readonly isReviewed: boolean
  readonly onSave: (kind: 'next' | 'stay' | 'draft' | 'review') => void
  /** Suggests what was typed, for others to accept. */
  readonly onSuggest: () => void
  /** Absent when the source itself is edited. */
  readonly onCopySource?: () => void
}

/** The save buttons. The first is the most frequent action. */
export const SaveActions = memo(function SaveActions({
  language,
  namespace,
  isBlocked,
  isReviewed,
  onSave,
  onSuggest,
  onCopySource,
}: SaveActionsProps) {
  const { t } = useTranslation('translations')
  const access = useAccess()
  const row = useRef<HTMLDivElement>(null)
  const isFolded = useFolded(row, t('save.next'))
  const onText = { language, namespace }
  const refusal = access.onText('translations.save', onText)
  const review = refusal ?? access.onText('translations.review', onText)
  const suggest = access.onText('suggestions.add', onText)
  // For people who cannot save but can suggest, suggesting is the primary action.
  if (refusal !== null && suggest === null)
    return (
      <div className={styles.actions}>
        <Button look="primary" keys={SUBMIT.keys} isDisabled={isBlocked} onPress={onSuggest}>
          {t('save.suggest')}
        </Button>
        {onCopySource === undefined ? null : (
          <Button look="ghost" onPress={onCopySource}>
            {t('save.copySource')}
          </Button>
        )}
      </div>
    )
  const saveDraft = () => onSave('draft')
  const approve = () => onSave('review')
  return (
    <div ref={row} className={styles.actions}>
      <Button
        look="primary"
        keys={SUBMIT.keys}
        refusal={refusal}
        isDisabled={isBlocked}
        onPress={() => onSave('next')}
      >
        {t('save.next')}
      </Button>
      <Button refusal={refusal} isDisabled={isBlocked} onPress={() => onSave('stay')}>
        {t('save.save')}
      </Button>
      {isFolded ? null : (
        <>
          <Button refusal={refusal} isDisabled={isBlocked} onPress={saveDraft}>
            {t('save.asDraft')}
          </Button>
          <Button look="ghost" refusal={review} isDisabled={isBlocked || isReviewed} onPress={approve}>
            {t('save.approve')}
          </Button>
        </>
      )}
      <MoreActions
        actions={[
          {
            id: 'asDraft',
            isShown: isFolded && refusal === null,
            isDisabled: isBlocked,
            run: saveDraft,
          },
          {
            id: 'approve',
            isShown: isFolded && review === null,
            isDisabled: isBlocked || isReviewed,
            run: approve,
          },
          {
            id: 'copySource',
            isShown: refusal === null && onCopySource !== undefined,
            isDisabled: false,
            run: () => onCopySource?.(),
          },
          { id: 'suggestInstead', isShown: suggest === null, isDisabled: isBlocked, run: onSuggest },
        ]}
      />
    </div>
  )
})

type MoreAction = {
  readonly id: 'asDraft' | 'approve' | 'copySource' | 'suggestInstead'
  readonly isShown: boolean
  readonly isDisabled: boolean
  readonly run: () => void
}

/** The less frequent actions, and those for which there is no room. */
function MoreActions({ actions }: { readonly actions: readonly MoreAction[] }) {
  const { t } = useTranslation('translations')
  const shown = actions.filter(({ isShown }) => isShown)
  if (shown.length === 0) return null
  return (
    <Menu
      label={t('save.more')}
      onAction={(key) => shown.find(({ id }) => id === key)?.run()}
      trigger={
        <IconButton label={t('save.more')}>
          <Ellipsis aria-hidden="true" />
        </IconButton>
      }
    >
      {shown.map(({ id, isDisabled }) => (
        <MenuRow key={id} id={id} textValue={t(`save.${id}`)} isDisabled={isDisabled}>
          {t(`save.${id}`)}
        </MenuRow>
      ))}
    </Menu>
  )
}
