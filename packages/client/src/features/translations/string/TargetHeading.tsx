import { FAILURE_CODES, Failure } from '@dragoman/contract'
import { memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DraftMark } from '../../../components/DraftMark.tsx'
import { type ShownState, StateMark } from '../../../components/StateMark.tsx'
import { useFormats } from '../../../i18n/formats.ts'
import { useFailureText } from '../../../lib/server/failure-text.ts'
import { Button } from '../../../ui/Button.tsx'
import styles from './TargetHeading.module.css'

export type TargetHeadingProps = {
  readonly language: string
  readonly state: ShownState
  /** Where the draft is stored; null if there is none. */
  readonly draft: 'stored' | 'not-stored' | null
  /** Code of the failure of the last save. */
  readonly failure: string | null
  /** Why the text cannot be changed. */
  readonly refusal: string | null
  /** Says more about it than the reason. */
  readonly readOnlyNote: ReactNode
  readonly onDiscard: () => void
}

/**
 * Language and state of the translation; while there is unsaved text, that is shown instead, with a button to
 * discard it. If the text cannot be changed, shows the reason, and the fields refer to it.
 */
export const TargetHeading = memo(function TargetHeading({
  language,
  state,
  draft,
  failure,
  refusal,
  readOnlyNote,
  onDiscard,
}: TargetHeadingProps) {
  const { t } = useTranslation('translations')
  const { t: common } = useTranslation()
  const formats = useFormats()
  const failureText = useFailureText()
  const refused = FAILURE_CODES.find((code) => code === failure)
  return (
    <>
      <h2 className={styles.heading}>
        {formats.languageName(language)}
        {draft === null ? (
          <span className={styles.state} data-state={state}>
            <StateMark state={state} named="beside" />
            {common(`state.${state}`)}
          </span>
        ) : (
          <span className={styles.state} data-state="unsaved">
            <DraftMark />
            {draft === 'stored' ? t('save.draftKept') : t('save.notKept')}
            <Button look="quiet" size="small" onPress={onDiscard}>
              {t('save.discard')}
            </Button>
          </span>
        )}
      </h2>
      {refusal === null ? null : (
        <p id="string-refusal" className={draft === null ? styles.refusal : styles.failure}>
          {draft === null ? null : `${t('save.draftRefused')} `}
          {readOnlyNote}
        </p>
      )}
      {refusal !== null || refused === undefined || refused === 'stale-edit' ? null : (
        <p className={styles.failure} role="alert">
          {t('save.refused')} {failureText(new Failure(refused))}
        </p>
      )}
    </>
  )
})
