import type { ProjectReply, SessionReply } from '@dragoman/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Package } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccess } from '../../lib/access/access.ts'
import { channelsQuery } from '../../lib/server/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Page } from '../../ui/Page.tsx'
import { ChannelList } from './channels/ChannelList.tsx'
import { changesInReply } from './count-changes.ts'
import { Difference } from './Difference.tsx'
import { History } from './History.tsx'
import { MissingKeys } from './missing-keys/MissingKeys.tsx'
import { type Comparison, releaseQueries, type Side } from './queries.ts'
import { type OpenDialog, ReleaseDialogs } from './ReleaseDialogs.tsx'
import styles from './release/Releases.module.css'
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
  useNextChanges(slug, project.sourceLanguage)
  const shown = useReleases(slug)
  const { newest, changes } = shown
  const act =
    newest === null
      ? t('publishFirst')
      : changes === null || changes === 0
        ? t('publish')
        : t('publishChanges', { count: changes })
  return (
    <Page
      title={t('title')}
      about={t('about')}
      actions={
        <>
          <Button refusal={refusal} onPress={() => setOpen({ what: 'new-channel' })}>
            {t('newChannel')}
          </Button>
          {shown.isLoaded ? (
            <Button
              look="primary"
              refusal={refusal ?? (changes === 0 ? t('nothingNew') : null)}
              onPress={() => setOpen({ what: 'publish' })}
            >
              <Package aria-hidden="true" />
              {act}
            </Button>
          ) : null}
        </>
      }
    >
      {shown.isLoaded ? (
        <>
          <ChannelList {...shown} project={slug} refusal={refusal} onAct={setOpen} />
          {newest === null ? (
            <EmptyState title={t('none')} action={null}>
              <p>{t('noneAbout')}</p>
              <p>{t('noneLive')}</p>
            </EmptyState>
          ) : (
            <HistoryAndDifference
              {...{ project, shown, newest, asked, refusal, onCompare }}
              onOpen={setOpen}
            />
          )}
          <MissingKeys project={project} channels={shown.channels} />
        </>
      ) : (
        <Loading error={shown.error} onRetry={shown.retry} rows={5} height={48} />
      )}
      {open === null ? null : (
        <ReleaseDialogs
          {...shown}
          project={project}
          delivery={delivery}
          open={open}
          act={act}
          onClose={() => setOpen(null)}
        />
      )}
    </Page>
  )
}

/** The releases and channels of a project. */
function useReleases(project: string) {
  const list = useInfiniteQuery(releaseQueries.list(project))
  const channels = useQuery(channelsQuery(project))
  const requests = useQuery(releaseQueries.requests(project))
  const releases = list.data?.pages.flatMap((page) => page.releases) ?? []
  const newest = releases[0]?.number ?? null
  const sinceNewest: Comparison = { from: newest ?? 'nothing', to: 'catalog' }
  const next = useQuery({ ...releaseQueries.compare(project, sinceNewest), enabled: newest !== null })
  return {
    list,
    releases,
    titles: new Map(releases.map(({ number, title }) => [number, title])),
    newest,
    channels: channels.data?.channels ?? [],
    moves: channels.data?.moves ?? [],
    scheduled: channels.data?.scheduled ?? [],
    requests: requests.data?.channels,
    /** Number of changes since the newest release; null: not known yet. */
    changes: next.data === undefined || next.isPlaceholderData ? null : changesInReply(next.data),
    work: next.data?.work ?? null,
    isLoaded: list.data !== undefined && channels.data !== undefined,
    error: list.error ?? channels.error,
    retry: () => Promise.all([list.refetch(), channels.refetch()]),
  }
}

type HistoryAndDifferenceProps = Pick<ReleasesScreenProps, 'project' | 'asked' | 'onCompare'> & {
  readonly shown: ReturnType<typeof useReleases>
  readonly newest: number
  readonly refusal: string | null
  readonly onOpen: (dialog: OpenDialog) => void
}

function HistoryAndDifference(props: HistoryAndDifferenceProps) {
  const { project, asked, onCompare, shown, newest, refusal, onOpen } = props
  const { changes, work, list, releases, channels, moves } = shown
  const to: Side = asked.to ?? 'catalog'
  const comparison: Comparison = { from: asked.from ?? sideBefore(to, newest), to }
  return (
    <div className={styles.parts}>
      <History
        list={list}
        releases={releases}
        channels={channels}
        moves={moves}
        next={{ newest, changes, work }}
        shown={to}
        refusal={refusal}
        onCompare={(side) => onCompare({ from: null, to: side })}
        onAct={(act) => onOpen(act.what === 'edit' ? act : { ...act, channel: act.channel.name })}
      />
      <Difference
        key={`${comparison.from} ${comparison.to}`}
        project={project}
        comparison={comparison}
        releases={releases}
        channels={channels}
        onCompare={onCompare}
      />
    </div>
  )
}

/** Returns what a side is compared with by default: the release before it. */
function sideBefore(to: Side, newest: number | null): Side {
  if (to === 'catalog') return newest ?? 'nothing'
  return typeof to === 'number' && to > 1 ? to - 1 : 'nothing'
}
