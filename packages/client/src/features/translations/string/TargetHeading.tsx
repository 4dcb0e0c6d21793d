import type { EditorRowReply } from '@dragoman/contract'
import { FAILURE_CODES, Failure } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { DraftMark } from '../../../components/DraftMark.tsx'
import { StateMark, shownState } from '../../../components/StateMark.tsx'
import { useFormats } from '../../../i18n/formats.ts'
import { useIsUnstored } from '../../../lib/saving/use-saving.ts'
import { useFailureText } from '../../../lib/server/failure-text.ts'
import { Button } from '../../../ui/Button.tsx'
import type { StringText } from '../saving/use-string-text.ts'
import styles from './TargetHeading.module.css'

export type TargetHeadingProps = {
  readonly row: EditorRowReply
  readonly text: StringText
  readonly onDiscard: () => void
}

/**
 * Language and state of the translation; while something typed is not saved, that is said instead, with a way
 * to drop it.
 */
export function TargetHeading({ row, text, onDiscard }: TargetHeadingProps) {
  const { t } = useTranslation('translations')
  const { t: common } = useTranslation()
  const formats = useFormats()
  const failureText = useFailureText()
  const { draft, target } = text
  const isUnstored = useIsUnstored(text.address)
  const failure = FAILURE_CODES.find((code) => code === draft?.failure)
  const shown = shownState(target)
  return (
    <>
      <h2 className={styles.heading}>
        {formats.languageName(row.target.language)}
        {draft === null ? (
          <span className={styles.state} data-state={shown}>
            <StateMark state={shown} named="beside" />
            {common(`state.${shown}`)}
          </span>
        ) : (
          <span className={styles.state} data-state="unsaved">
            <DraftMark />
            {isUnstored ? t('save.notKept') : t('save.draftKept')}
            <Button look="quiet" size="small" onPress={onDiscard}>
              {t('save.discard')}
            </Button>
          </span>
        )}
      </h2>
      {failure === undefined || failure === 'stale-edit' ? null : (
        <p className={styles.failure} role="alert">
          {t('save.refused')} {failureText(new Failure(failure))}
        </p>
      )}
    </>
  )
}
