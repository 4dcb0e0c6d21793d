import type { ChannelReply, ProjectReply } from '@dragoman/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CopyLine } from '../../../ui/CopyLine.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { releaseQueries } from '../queries.ts'
import { MissingKeyList } from './MissingKeyList.tsx'
import styles from './MissingKeys.module.css'
import { missingKeyRows } from './missing-key-rows.ts'
import { missingKeysSnippet } from './missing-keys-snippet.ts'

export type MissingKeysProps = {
  readonly project: ProjectReply
  readonly channels: readonly ChannelReply[]
}

/** The keys that apps requested and did not find; shown if a channel collects them or some are listed. */
export function MissingKeys({ project, channels }: MissingKeysProps) {
  const { t } = useTranslation('releases')
  const collecting = channels.find(({ settings }) => settings.collectsMissing)
  const isCollected = collecting !== undefined
  const { data, error, refetch } = useQuery(releaseQueries.missingKeys(project.slug, isCollected))
  if (!isCollected && (data === undefined || data.keys.length === 0)) return null
  return (
    <section className={styles.section} aria-labelledby="missing-keys">
      <h2 id="missing-keys">{t('missing.title')}</h2>
      {data === undefined ? (
        <Loading error={error} onRetry={refetch} rows={3} height={44} />
      ) : data.keys.length === 0 && collecting !== undefined ? (
        <EmptyState title={t('missing.none')} action={null}>
          <p>{t('missing.noneAbout')}</p>
          <CopyLine text={missingKeysSnippet(project.slug, collecting.name)} />
        </EmptyState>
      ) : (
        <MissingKeyList project={project.slug} rows={missingKeyRows(data.keys, project.sourceLanguage)} />
      )}
    </section>
  )
}
