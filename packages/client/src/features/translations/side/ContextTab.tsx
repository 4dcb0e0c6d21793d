import type { EditorRowReply, ProjectReply, TranslationReply } from '@dragoman/contract'
import { directionOf, FORM_NAMES } from '@dragoman/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { KeyName } from '../../../components/KeyName.tsx'
import { Message } from '../../../components/Message.tsx'
import { StateMark, shownState } from '../../../components/StateMark.tsx'
import { useFormats } from '../../../i18n/formats.ts'
import { Button } from '../../../ui/Button.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { translationQueries } from '../queries.ts'
import { isRelative, relativesQuery } from './relatives.ts'
import styles from './SidePanel.module.css'

export type ContextTabProps = {
  readonly row: EditorRowReply
  readonly project: Pick<ProjectReply, 'slug' | 'sourceLanguage'>
  readonly onOpen: (keyId: number) => void
}

/**
 * What stands around the string: the keys beside it, the key it is a variant of, and the same key in the
 * other languages.
 */
export function ContextTab({ row, project, onOpen }: ContextTabProps) {
  const { t } = useTranslation('translations')
  const formats = useFormats()
  const { language } = row.target
  const relatives = useQuery(
    translationQueries.relatives(
      { project: project.slug, language, keyId: row.key.id },
      relativesQuery(row.key),
    ),
  )
  const everywhere = useQuery(translationQueries.key(project.slug, row.key.id))
  const rows = relatives.data?.rows.filter((other) => other.key.id !== row.key.id) ?? []
  const bases = rows.filter((other) => isRelative(row.key, other.key))
  const beside = nearest(
    rows.filter((other) => !bases.includes(other)),
    row,
  )
  const others =
    everywhere.data?.translations.filter(
      (one) => one.language !== language && one.language !== project.sourceLanguage,
    ) ?? []
  if (relatives.isPending && everywhere.isPending)
    return (
      <div className={styles.waiting}>
        <Skeleton rows={4} height={48} />
      </div>
    )
  return (
    <>
      <Rows title={t('context.variants')} rows={bases} onOpen={onOpen} />
      <Rows title={t('context.beside')} rows={beside} onOpen={onOpen} />
      {others.length === 0 ? null : (
        <section>
          <h3 className={styles.heading}>{t('context.languages')}</h3>
          <ul>
            {others.map((one) => (
              <li key={one.language} className={styles.language}>
                <span className={styles.languageName}>
                  <StateMark state={shownState(one)} />
                  {formats.languageName(one.language)}
                </span>
                <TranslationTexts translation={one} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {bases.length + beside.length + others.length === 0 ? (
        <p className={styles.nothing}>{t('context.nothing')}</p>
      ) : null}
    </>
  )
}

const NEAREST = 6

/** The rows that stand closest to one, in their order. */
function nearest(rows: readonly EditorRowReply[], row: EditorRowReply): readonly EditorRowReply[] {
  const after = rows.findIndex((other) => other.key.id > row.key.id)
  const middle = after === -1 ? rows.length : after
  const start = Math.max(0, Math.min(middle - NEAREST / 2, rows.length - NEAREST))
  return rows.slice(start, start + NEAREST)
}

function Rows({
  title,
  rows,
  onOpen,
}: {
  readonly title: string
  readonly rows: readonly EditorRowReply[]
  readonly onOpen: (keyId: number) => void
}) {
  if (rows.length === 0) return null
  return (
    <section>
      <h3 className={styles.heading}>{title}</h3>
      <ul>
        {rows.map((other) => (
          <li key={other.key.id} className={styles.neighbour}>
            <Button look="quiet" onPress={() => onOpen(other.key.id)}>
              <span className={styles.neighbourTexts}>
                <KeyName namespace={other.key.namespace} name={other.key.name} />
                {other.source.language === other.target.language ? null : (
                  <TranslationTexts translation={other.source} />
                )}
                <TranslationTexts translation={other.target} />
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function TranslationTexts({ translation }: { readonly translation: TranslationReply }) {
  const { t } = useTranslation('translations')
  const texts = FORM_NAMES.flatMap((form) => translation.forms[form] ?? [])
  if (texts.length === 0) return <i className={styles.none}>{t('row.untranslated')}</i>
  return texts.map((text, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the forms are always in the same order
    <span key={index} className={styles.text} dir={directionOf(translation.language)}>
      <Message text={text} language={translation.language} lines="line" />
    </span>
  ))
}
