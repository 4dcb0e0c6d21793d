import type { EditorRowReply } from '@dragoman/contract'
import { directionOf, FORM_NAMES, type Leaf } from '@dragoman/core'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Message } from '../../../components/Message.tsx'
import { useFormats } from '../../../i18n/formats.ts'
import { useMessageSyntax } from '../../../lib/text/message-syntax.ts'
import { leavesOfForm, readFrame, shownAround } from '../plural/plural-frame.ts'
import { useSlotName } from '../plural/use-slot-name.ts'
import { SourceChange } from './SourceChange.tsx'
import styles from './SourcePanel.module.css'

export type SourcePanelProps = {
  readonly row: EditorRowReply
  readonly project: string
  /** The translation is shown as the forms within its text, so the source is too. */
  readonly hasInnerForms: boolean
}

type Line = {
  readonly id: string
  readonly name: string | null
  readonly text: string
  readonly leaves?: readonly Leaf[]
}

/** The source, with all its plural forms. */
export const SourcePanel = memo(function SourcePanel({ row, project, hasInnerForms }: SourcePanelProps) {
  const { t } = useTranslation('translations')
  const formats = useFormats()
  const inner = useInnerForms(row)
  const { source } = row
  const forms = FORM_NAMES.flatMap((form): readonly Line[] => {
    const text = source.forms[form]
    return text === undefined || text === ''
      ? []
      : [{ id: form, name: row.key.plural === 'none' ? null : t(`form.${form}`), text }]
  })
  const lines = hasInnerForms && inner !== null ? inner : forms
  return (
    <section className={styles.source} aria-label={t('pane.source')}>
      <h2 className={styles.heading}>
        {formats.languageName(source.language)} <span className="muted">{t('pane.source')}</span>
      </h2>
      {lines.length === 0 ? <p className={styles.none}>{t('row.noSource')}</p> : null}
      {lines.map(({ id, name, text, leaves }) => (
        <div key={id} className={styles.form} data-plural={name !== null}>
          {name === null ? null : <span className={styles.category}>{name}</span>}
          <p dir={directionOf(source.language)}>
            <Message text={text} language={source.language} {...(leaves === undefined ? {} : { leaves })} />
          </p>
        </div>
      ))}
      <SourceChange row={row} project={project} />
    </section>
  )
})

/** Returns the forms within the source text, with the text around them; null if it is not a plural. */
function useInnerForms({ key, source }: EditorRowReply): readonly Line[] | null {
  const syntax = useMessageSyntax()
  const nameOf = useSlotName()
  const text = source.forms.other ?? ''
  const frame =
    key.plural !== 'none' || text === ''
      ? null
      : readFrame(text, { syntax, language: source.language, source: text })
  if (frame === null) return null
  const forms = frame.slots.filter((slot) => slot.selector !== '' && slot.text !== '')
  return [
    ...shownAround(frame, 'before').map((around) => ({
      id: 'before',
      name: nameOf({ kind: 'before' }),
      text: around,
    })),
    ...forms.map((slot) => ({
      id: slot.id,
      name: nameOf(slot.name),
      text: slot.text,
      leaves: leavesOfForm(frame, slot.text, syntax),
    })),
    ...shownAround(frame, 'after').map((around) => ({
      id: 'after',
      name: nameOf({ kind: 'after' }),
      text: around,
    })),
  ]
}
