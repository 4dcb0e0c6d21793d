import type { EditorRowReply } from '@dragoman/contract'
import { directionOf, FORM_NAMES } from '@dragoman/core'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { Message } from '../../ui/Message.tsx'
import { SourceChange } from './SourceChange.tsx'
import styles from './SourcePanel.module.css'

/** The source, with all its plural forms at once. */
export const SourcePanel = memo(function SourcePanel({ row, project }: { readonly row: EditorRowReply; readonly project: string }) {
  const { t } = useTranslation('translations')
  const formats = useFormats()
  const { source } = row
  const forms = FORM_NAMES.flatMap((form) => {
    const text = source.forms[form]
    return text === undefined || text === '' ? [] : [{ form, text }]
  })
  return (
    <section className={styles.source} aria-label={t('pane.source')}>
      <h2 className={styles.heading}>
        {formats.languageName(source.language)} <span className="muted">{t('pane.source')}</span>
      </h2>
      {forms.length === 0 ? <p className={styles.none}>{t('row.noSource')}</p> : null}
      {forms.map(({ form, text }) => (
        <div key={form} className={styles.form} data-plural={row.key.plural !== 'none'}>
          {row.key.plural === 'none' ? null : <span className={styles.category}>{t(`form.${form}`)}</span>}
          <p dir={directionOf(source.language)}>
            <Message text={text} language={source.language} />
          </p>
        </div>
      ))}
      <SourceChange row={row} project={project} />
    </section>
  )
})
