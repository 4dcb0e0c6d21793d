import type { ChannelMoveReply, ChannelReply, ReleaseReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { MoreButton, type MoreButtonProps } from '../../components/MoreButton.tsx'
import { rollBacksOf } from './moves/channel-moves.ts'
import { NextItem, type NextItemProps } from './NextItem.tsx'
import type { Side } from './queries.ts'
import { type ReleaseAct, ReleaseItem } from './ReleaseItem.tsx'
import styles from './release/Releases.module.css'

export type HistoryProps = {
  readonly releases: readonly ReleaseReply[]
  readonly channels: readonly ChannelReply[]
  readonly moves: readonly ChannelMoveReply[]
  readonly next: Omit<NextItemProps, 'isShown' | 'onCompare'>
  /** The side that is compared with an earlier one. */
  readonly shown: Side
  readonly refusal: string | null
  readonly onCompare: (to: Side) => void
  readonly onAct: (act: ReleaseAct) => void
  /** The query that loads the releases. */
  readonly list: MoreButtonProps['list']
}

/** What the next release will contain, and all releases before it. */
export function History(props: HistoryProps) {
  const { releases, channels, moves, next, shown, refusal, onCompare, onAct, list } = props
  const { t } = useTranslation('releases')
  const rollBacks = rollBacksOf(channels, moves)
  return (
    <section aria-labelledby="history-title">
      <h2 id="history-title" className={styles.partTitle}>
        {t('history')}
      </h2>
      <ol className={styles.timeline} data-more={list.hasNextPage}>
        <NextItem {...next} isShown={shown === 'catalog'} onCompare={() => onCompare('catalog')} />
        {releases.map((release) => (
          <ReleaseItem
            key={release.number}
            release={release}
            channels={channels}
            rollBack={rollBacks.get(release.number) ?? null}
            isShown={shown === release.number}
            refusal={refusal}
            onCompare={() => onCompare(release.number)}
            onAct={onAct}
          />
        ))}
      </ol>
      <MoreButton look="ghost" list={list}>
        {t('older')}
      </MoreButton>
    </section>
  )
}
