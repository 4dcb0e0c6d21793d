import type { EditorRowReply } from '@dragoman/contract'
import { directionOf, type Forms } from '@dragoman/core'
import { memo, useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../i18n/formats.ts'
import { exampleNumber, type FormBox } from '../../../lib/text/form-boxes.ts'
import { useMessageSyntax } from '../../../lib/text/message-syntax.ts'
import styles from './Preview.module.css'
import { type PreviewRun, previewCounts, previewRuns } from './preview.ts'

export type PreviewProps = {
  readonly row: EditorRowReply
  readonly boxes: readonly FormBox[]
  readonly forms: Forms
}

type Line = { readonly name: string; readonly message: string; readonly count: number | null }

/** Previews what the app would show: every form with one of its numbers, other values made up. */
export function Preview(props: PreviewProps) {
  // Deferred until the typed letter, or the next string, is on the screen.
  return <RestedPreview {...useDeferredValue(props)} />
}

const RestedPreview = memo(function RestedPreview({ row, boxes, forms }: PreviewProps) {
  const { t } = useTranslation('translations')
  const formats = useFormats()
  const syntax = useMessageSyntax()
  const { language } = row.target
  const lines = boxes.flatMap((box): readonly Line[] => {
    const message = forms[box.form] ?? ''
    if (message === '') return []
    const counts = row.key.plural === 'none' ? previewCounts(message, { syntax, language }) : []
    if (counts.length > 0) return counts.map((count) => ({ name: `${box.form} ${count}`, message, count }))
    return [{ name: box.form, message, count: exampleNumber(row.key, language, box.form) }]
  })
  if (lines.length === 0) return null
  return (
    <section className={styles.preview} aria-label={t('preview.title')}>
      <h2>{t('preview.title')}</h2>
      {lines.map(({ name, message, count }) => (
        <div key={name} className={styles.example}>
          {(boxes.length === 1 && lines.length === 1) || count === null ? null : (
            <span className={styles.number}>{formats.number(count)}</span>
          )}
          <PreviewText message={message} language={language} count={count} />
        </div>
      ))}
    </section>
  )
})

function PreviewText({
  message,
  language,
  count,
}: {
  readonly message: string
  readonly language: string
  readonly count: number | null
}) {
  const syntax = useMessageSyntax()
  return (
    <p lang={language} dir={directionOf(language)} className={styles.text}>
      {previewRuns(message, { syntax, language, count }).map((run, index) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: the runs have no identity but their position
        return <Run key={index} run={run} />
      })}
    </p>
  )
}

function Run({ run }: { readonly run: PreviewRun }) {
  const content = run.kind === 'text' ? run.text : <bdi className={styles[run.kind]}>{run.text}</bdi>
  return run.strong ? <strong>{content}</strong> : content
}
