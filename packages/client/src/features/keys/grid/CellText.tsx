import type { GridRow } from '@dragoman/contract'
import { directionOf } from '@dragoman/core'
import { TriangleAlert } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { DraftMark } from '../../../components/DraftMark.tsx'
import { KeySyntax } from '../../../components/KeySyntax.tsx'
import { Message } from '../../../components/Message.tsx'
import { StateMark, shownState } from '../../../components/StateMark.tsx'
import { conflictOf } from '../../../lib/saving/conflict.ts'
import { pendingFor } from '../../../lib/saving/save-queue.ts'
import { useDraft, useSaving } from '../../../lib/saving/use-saving.ts'
import { shownForm } from '../../../lib/text/shown-form.ts'
import { type TextRules, withPending } from '../../../lib/text/text-rules.ts'
import { stringOf, translationOf } from '../cell/cell-text.ts'
import styles from './KeyGrid.module.css'

export type CellTextProps = {
  readonly row: GridRow
  readonly language: string
  readonly project: string
  readonly rules: TextRules
  /** Why a pasted text was left out; shown instead of the text. */
  readonly leftOut: string | undefined
}

/**
 * The content of a cell: the unsaved draft in this browser, a pending save, or the server's text; with its
 * state and issues.
 */
export function CellText({ row, language, project, rules, leftOut }: CellTextProps) {
  const { t } = useTranslation('keys')
  const address = { project, language, keyId: row.key.id }
  const draft = useDraft(address)
  const { saver } = useSaving()
  const pending = useSyncExternalStore(saver.queue.subscribe, () => pendingFor(saver.queue.get(), address))
  const translation = translationOf(row, language)
  if (leftOut !== undefined) {
    return (
      <>
        <TriangleAlert className={styles.warning} aria-hidden="true" />
        <span className={styles.text}>{leftOut}</span>
      </>
    )
  }
  if (translation === null) return <span className={styles.none}>{t('notTranslated')}</span>
  const shown = withPending(stringOf(row, rules), translation, { pending, rules })
  const text = shownForm(draft?.forms ?? shown.forms)
  const isConflict = draft !== null && conflictOf(draft, translation) !== null
  return (
    <>
      {draft === null ? <StateMark state={shownState(shown)} /> : <DraftMark named="aloud" />}
      <span
        className={text === '' ? styles.none : styles.text}
        {...(text === '' ? {} : { dir: directionOf(language) })}
      >
        {text === '' ? (
          t('notTranslated')
        ) : (
          <KeySyntax of={row.key}>
            <Message text={text} language={language} lines="line" />
          </KeySyntax>
        )}
      </span>
      {isConflict ? (
        <span className={styles.conflictSign}>{t('conflict')}</span>
      ) : shown.failing && draft === null ? (
        <TriangleAlert className={styles.warning} role="img" aria-label={t('failing')} />
      ) : null}
    </>
  )
}
