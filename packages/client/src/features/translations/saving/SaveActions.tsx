import { Ellipsis } from 'lucide-react'
import { memo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccess } from '../../../lib/access/access.ts'
import { SUBMIT, useShortcuts } from '../../../lib/shortcuts/shortcuts.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Menu, MenuRow } from '../../../ui/Menu.tsx'
import { useFolded } from '../../../ui/use-folded.ts'
import styles from './SaveActions.module.css'

/** `approve` moves to the next string, `review` stays. */
export type SaveKind = 'next' | 'stay' | 'draft' | 'review' | 'approve'

export type SaveActionsProps = {
  readonly language: string
  readonly namespace: string
  readonly isBlocked: boolean
  /** Reviewed, and unchanged since. */
  readonly isReviewed: boolean
  readonly onSave: (kind: SaveKind) => void
  /** Suggests what was typed, for others to accept. */
  readonly onSuggest: () => void
  /** Absent when the source itself is edited. */
  readonly onCopySource?: () => void
}

/** Why the person cannot save, approve or suggest the text. */
type Refusals = Readonly<Record<'save' | 'approve' | 'suggest', string | null>>

/** The save buttons and their shortcuts. The first is the most frequent action. */
export const SaveActions = memo(function SaveActions(props: SaveActionsProps) {
  const { language, namespace, isBlocked, onSuggest, onCopySource } = props
  const { t } = useTranslation('translations')
  const access = useAccess()
  const onText = { language, namespace }
  const save = access.onText('translations.save', onText)
  const approve = save ?? access.onText('translations.review', onText)
  const refusals = { save, approve, suggest: access.onText('suggestions.add', onText) }
  useSaveShortcuts(props, refusals)
  if (!suggestsOnly(refusals)) return <SaveButtons {...props} refusals={refusals} />
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
})

/** For people who cannot save but can suggest, suggesting is the primary action. */
function suggestsOnly({ save, suggest }: Refusals): boolean {
  return save !== null && suggest === null
}

function useSaveShortcuts({ onSave, onSuggest, onCopySource }: SaveActionsProps, refusals: Refusals): void {
  const suggests = suggestsOnly(refusals)
  const shared = { group: 'translations:shortcuts.group', inFields: true }
  const refusal = suggests ? null : refusals.save
  useShortcuts([
    {
      ...SUBMIT,
      ...shared,
      label: suggests ? 'translations:save.suggest' : 'translations:save.next',
      refusal,
      run: () => (suggests ? onSuggest() : onSave('next')),
    },
    {
      ...shared,
      id: 'save',
      keys: 'mod+s',
      label: 'translations:shortcuts.save',
      refusal: refusals.save,
      run: () => onSave('stay'),
    },
    {
      ...shared,
      id: 'approve',
      keys: 'mod+shift+Enter',
      label: 'translations:shortcuts.approve',
      refusal: refusals.approve,
      run: () => onSave('approve'),
    },
    ...(onCopySource === undefined
      ? []
      : [
          {
            ...shared,
            id: 'copy-source',
            keys: 'mod+shift+c',
            label: 'translations:save.copySource',
            refusal,
            run: onCopySource,
          },
        ]),
  ])
}

type SaveButtonsProps = SaveActionsProps & { readonly refusals: Refusals }

function SaveButtons({ isBlocked, isReviewed, onSave, onSuggest, onCopySource, refusals }: SaveButtonsProps) {
  const { t } = useTranslation('translations')
  const row = useRef<HTMLDivElement>(null)
  const isFolded = useFolded(row, t('save.next'))
  const { save: refusal, approve: review, suggest } = refusals
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
          { id: 'asDraft', isShown: isFolded && refusal === null, isDisabled: isBlocked, run: saveDraft },
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
}

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
