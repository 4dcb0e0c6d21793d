import type { EditorRowReply, TranslationReply } from '@dragoman/contract'
import { directionOf, FORM_NAMES } from '@dragoman/core'
import { useQuery } from '@tanstack/react-query'
import { memo, useEffect, useRef, useState } from 'react'
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
  readonly project: string
  readonly sourceLanguage: string
  readonly onOpen: (keyId: number) => void
}

/**
 * What stands around the string: the keys beside it, the key it is a variant of, and the same key in the
 * other languages.
 */
export function ContextTab({ row, project, sourceLanguage, onOpen }: ContextTabProps) {
  const { language } = row.target
  const relatives = useQuery(
    translationQueries.relatives({ project, language, keyId: row.key.id }, relativesQuery(row.key)),
  )
  const everywhere = useQuery(translationQueries.key(project, row.key.id))
  const isWaiting = relatives.isPending || everywhere.isPending
  const context = { row, relatives: relatives.data?.rows, everywhere: everywhere.data?.translations }
  // What stood around the string before stays for a moment, so that nothing flickers.
  const shown = useRef<typeof context | null>(null)
  if (!isWaiting) shown.current = context
  const isLate = useIsLate(isWaiting)
  if (shown.current === null || isLate)
    return (
      <div className={styles.waiting}>
        <Skeleton rows={4} height={48} />
      </div>
    )
  return <ShownContext {...shown.current} sourceLanguage={sourceLanguage} onOpen={onOpen} />
}

const LATE_MS = 300

/** True when it has been waited for that long. */
function useIsLate(isWaiting: boolean): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (!isWaiting) return setIsLate(false)
    const timer = setTimeout(() => setIsLate(true), LATE_MS)
    return () => clearTimeout(timer)
  }, [isWaiting])
  return isWaiting && isLate
}

type ShownContextProps = Pick<ContextTabProps, 'row' | 'sourceLanguage' | 'onOpen'> & {
  readonly relatives?: readonly EditorRowReply[] | undefined
  readonly everywhere?: readonly TranslationReply[] | undefined
}

const ShownContext = memo(function ShownContext({
  row,
  relatives = [],
  everywhere = [],
  sourceLanguage,
  onOpen,
}: ShownContextProps) {
  const { t } = useTranslation('translations')
  const formats = useFormats()
  const { language } = row.target
  const rows = relatives.filter((other) => other.key.id !== row.key.id)
  const bases = rows.filter((other) => isRelative(row.key, other.key))
  const beside = nearest(
    rows.filter((other) => !bases.includes(other)),
    row,
  )
  const others = everywhere.filter((one) => one.language !== language && one.language !== sourceLanguage)
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
})

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
          <Neighbour key={other.key.id} row={other} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  )
}

type NeighbourProps = { readonly row: EditorRowReply; readonly onOpen: (keyId: number) => void }

/** Most neighbours of a string are neighbours of the next one too, in another answer of the server. */
const Neighbour = memo(function Neighbour({ row, onOpen }: NeighbourProps) {
  const { key, source, target } = row
  return (
    <li className={styles.neighbour}>
      <Button look="quiet" onPress={() => onOpen(key.id)}>
        <span className={styles.neighbourTexts}>
          <KeyName namespace={key.namespace} name={key.name} />
          {source.language === target.language ? null : <TranslationTexts translation={source} />}
          <TranslationTexts translation={target} />
        </span>
      </Button>
    </li>
  )
}, saysTheSame)

function saysTheSame(before: NeighbourProps, after: NeighbourProps): boolean {
  const [a, b] = [before.row, after.row]
  return (
    before.onOpen === after.onOpen &&
    a.key.namespace === b.key.namespace &&
    a.key.name === b.key.name &&
    a.source.version === b.source.version &&
    a.target.language === b.target.language &&
    a.target.version === b.target.version
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
