import type { ProjectReply, SessionReply } from '@dragoman/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Package } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccess } from '../../lib/access/access.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ChannelList } from './ChannelList.tsx'
import { Difference } from './Difference.tsx'
import { History } from './History.tsx'
import { MissingKeys } from './MissingKeys.tsx'
import { type Comparison, releaseQueries, type Side } from './queries.ts'
import { type OpenDialog, ReleaseDialogs } from './ReleaseDialogs.tsx'
import styles from './Releases.module.css'
import { useNextChanges } from './use-next-changes.ts'

export type ReleasesScreenProps = {
  readonly project: ProjectReply
  readonly delivery: SessionReply['delivery']
  /** What the URL says to compare. */
  readonly asked: { readonly from: Side | undefined; readonly to: number | undefined }
  readonly onCompare: (comparison: { readonly from: Side | null; readonly to: Side }) => void
}

/** What apps load from each channel, the releases, and what the next one will contain. */
export function ReleasesScreen({ project, delivery, asked, onCompare }: ReleasesScreenProps) {
  const { t } = useTranslation('releases')
  const { slug } = project
  const refusal = useAccess().onProject('releases.publish')
  const [open, setOpen] = useState<OpenDialog | null>(null)
  useNextChanges(slug)
  const list = useInfiniteQuery(releaseQueries.list(slug))
  const channels = useQuery(releaseQueries.channels(slug))
  const requests = useQuery(releaseQueries.requests(slug))
  const releases = list.data?.pages.flatMap((page) => page.releases) ?? []
  const newest = releases[0]?.number ?? null
  const sinceNewest: Comparison = { from: newest ?? 'nothing', to: 'catalog' }
  const next = useQuery({ ...releaseQueries.compare(slug, sinceNewest), enabled: newest !== null })
  const changes =
    next.data === undefined || next.isPlaceholderData
      ? null
      : next.data.languages.reduce((sum, one) => sum + one.added + one.changed + one.removed, 0)
  const titles = new Map(releases.map(({ number, title }) => [number, title]))
  const to: Side = asked.to ?? 'catalog'
  const comparison: Comparison = { from: asked.from ?? sideBefore(to, newest), to }
  const error = list.error ?? channels.error
  const retry = () => {
    void list.refetch()
    void channels.refetch()
  }
  const act =
    newest === null
      ? t('publishFirst')
      : changes === null || changes === 0
        ? t('publish')
        : t('publishChanges', { count: changes })
  const publishRefusal = refusal ?? (changes === 0 ? t('nothingNew') : null)
  const publishButton = (
    <Button look="primary" refusal={publishRefusal} onPress={() => setOpen({ what: 'publish' })}>
      <Package aria-hidden="true" />
      {act}
    </Button>
  )
  const isHere = list.data !== undefined && channels.data !== undefined
  const all = channels.data?.channels ?? []
  const moves = channels.data?.moves ?? []
  const scheduled = channels.data?.scheduled ?? []
  return (
    <Page
      title={t('title')}
      about={t('about')}
      actions={
        <>
          <Button refusal={refusal} onPress={() => setOpen({ what: 'new-channel' })}>
            {t('newChannel')}
          </Button>
          {isHere ? publishButton : null}
        </>
      }
    >
      {!isHere ? (
        error === null ? (
          <Skeleton rows={5} height={48} />
        ) : (
          <ErrorState error={error} onRetry={retry} />
        )
      ) : (
        <>
          <ChannelList
            project={slug}
            channels={all}
            moves={moves}
            scheduled={scheduled}
            requests={requests.data?.channels}
            titles={titles}
            newest={newest}
            refusal={refusal}
            onAct={setOpen}
          />
          {newest === null ? (
            <EmptyState title={t('none')} action={null}>
              <p>{t('noneAbout')}</p>
              <p>{t('noneLive')}</p>
            </EmptyState>
          ) : (
            <div className={styles.parts}>
              <History
                releases={releases}
                channels={all}
                moves={moves}
                next={{ newest, changes, work: next.data?.work ?? null }}
                shown={to}
                refusal={refusal}
                onCompare={(side) => onCompare({ from: null, to: side })}
                onAct={(chosen) =>
                  setOpen(chosen.what === 'edit' ? chosen : { ...chosen, channel: chosen.channel.name })
                }
                onMore={list.hasNextPage ? () => void list.fetchNextPage() : null}
                isLoadingMore={list.isFetchingNextPage}
              />
              <Difference
                key={`${comparison.from} ${comparison.to}`}
                project={project}
                comparison={comparison}
                releases={releases}
                channels={all}
                onCompare={onCompare}
              />
            </div>
          )}
          <MissingKeys project={project} channels={all} />
        </>
      )}
      {open === null ? null : (
        <ReleaseDialogs
          project={project}
          delivery={delivery}
          open={open}
          channels={all}
          scheduled={scheduled}
          releases={releases}
          titles={titles}
          act={act}
          onClose={() => setOpen(null)}
        />
      )}
    </Page>
  )
}

/** Returns what a side is compared with by default: the release before it. */
function sideBefore(to: Side, newest: number | null): Side {
  if (to === 'catalog') return newest ?? 'nothing'
  return typeof to === 'number' && to > 1 ? to - 1 : 'nothing'
}
