import type {
  EditorRowReply,
  KeyServedReply,
  KeyUsesReply,
  ScreenshotReply,
  TranslationReply,
} from '@dragoman/contract'
import { useQuery } from '@tanstack/react-query'
import { memo, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StateMark, shownState } from '../../../components/StateMark.tsx'
import { useFormats } from '../../../i18n/formats.ts'
import { useAccess } from '../../../lib/access/access.ts'
import { keyServedQuery, keyUsesQuery } from '../../../lib/server/queries.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { translationQueries } from '../queries.ts'
import { FormTexts } from './FormTexts.tsx'
import { Neighbour } from './Neighbour.tsx'
import { relativesQuery, variantsOf } from './relatives.ts'
import { Screenshots } from './Screenshots.tsx'
import { ServedIn } from './ServedIn.tsx'
import styles from './SidePanel.module.css'
import { UsedIn } from './UsedIn.tsx'

export type ContextTabProps = {
  readonly row: EditorRowReply
  readonly project: string
  readonly sourceLanguage: string
  readonly onOpen: (keyId: number) => void
}

/** The context of the string: neighbouring keys, variants of the key, and the key in other languages. */
export function ContextTab({ row, project, sourceLanguage, onOpen }: ContextTabProps) {
  const { language } = row.target
  const relatives = useQuery(
    translationQueries.relatives({ project, language, keyId: row.key.id }, relativesQuery(row.key)),
  )
  const everywhere = useQuery(translationQueries.key(project, row.key.id))
  // The contents of the repository are for members only.
  const canRead = useAccess().onProject('files.read') === null
  const used = useQuery({ ...keyUsesQuery(project, row.key.id), enabled: canRead })
  const served = useQuery({ ...keyServedQuery(project, row.key.id), enabled: canRead })
  const screenshots = useQuery(translationQueries.screenshots(project, row.key.id))
  const isWaiting = relatives.isPending || everywhere.isPending
  const context = {
    row,
    relatives: relatives.data?.rows,
    everywhere: everywhere.data?.translations,
    used: used.data,
    served: served.data,
    screenshots: screenshots.data?.screenshots,
  }
  const failed = [relatives, everywhere].find(({ data, error }) => data === undefined && error !== null)
  // The previous context stays for a moment, so that nothing flickers.
  const shown = useRef<typeof context | null>(null)
  if (!isWaiting && failed === undefined) shown.current = context
  const isLate = useIsLate(isWaiting)
  if (failed !== undefined) {
    const retry = () => Promise.all([relatives.refetch(), everywhere.refetch()])
    return <Loading error={failed.error} onRetry={retry} rows={4} height={48} frame={styles.waiting} />
  }
  if (shown.current === null || isLate)
    return (
      <div className={styles.waiting}>
        <Skeleton rows={4} height={48} />
      </div>
    )
  return <ShownContext {...shown.current} project={project} sourceLanguage={sourceLanguage} onOpen={onOpen} />
}

const LATE_MS = 300

/** Returns true after waiting for that long. */
function useIsLate(isWaiting: boolean): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (!isWaiting) return setIsLate(false)
    const timer = setTimeout(() => setIsLate(true), LATE_MS)
    return () => clearTimeout(timer)
  }, [isWaiting])
  return isWaiting && isLate
}

type ShownContextProps = Pick<ContextTabProps, 'row' | 'project' | 'sourceLanguage' | 'onOpen'> & {
  readonly relatives?: readonly EditorRowReply[] | undefined
  readonly everywhere?: readonly TranslationReply[] | undefined
  readonly used?: KeyUsesReply | undefined
  readonly served?: KeyServedReply | undefined
  readonly screenshots?: readonly ScreenshotReply[] | undefined
}

const NONE: readonly ScreenshotReply[] = []

const ShownContext = memo(function ShownContext({
  row,
  relatives = [],
  everywhere = [],
  used,
  served,
  screenshots = NONE,
  project,
  sourceLanguage,
  onOpen,
}: ShownContextProps) {
  const { t } = useTranslation('translations')
  const formats = useFormats()
  const { language } = row.target
  const rows = relatives.filter((other) => other.key.id !== row.key.id)
  const variants = variantsOf(
    row.key,
    rows.map(({ key }) => key),
  )
  const bases = rows.filter(({ key }) => variants.includes(key))
  const beside = nearest(
    rows.filter((other) => !bases.includes(other)),
    row,
  )
  const others = everywhere.filter((one) => one.language !== language && one.language !== sourceLanguage)
  return (
    <>
      <Screenshots
        key={`screenshots of ${row.key.id}`}
        project={project}
        keyId={row.key.id}
        language={language}
        screenshots={screenshots}
        onOpen={onOpen}
      />
      <UsedIn key={row.key.id} found={used} />
      <ServedIn served={served} />
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
                <FormTexts translation={one} none={t('row.untranslated')} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {bases.length + beside.length + others.length + screenshots.length === 0 &&
      !used?.scan &&
      !served?.countedSince ? (
        <p className={styles.nothing}>{t('context.nothing')}</p>
      ) : null}
    </>
  )
})

const NEAREST = 6

/** Returns the rows closest to one, in order. */
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
