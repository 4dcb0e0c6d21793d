import type {
  ChannelMoveReply,
  ChannelReply,
  ChannelRequestsReply,
  ScheduledMoveReply,
} from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { ScheduledMoves } from '../moves/ScheduledMoves.tsx'
import { ReleaseMark } from '../release/ReleaseMark.tsx'
import styles from '../release/Releases.module.css'
import { type ChannelAct, ChannelRow } from './ChannelRow.tsx'

export type ChannelListProps = {
  readonly project: string
  readonly channels: readonly ChannelReply[]
  readonly moves: readonly ChannelMoveReply[]
  readonly scheduled: readonly ScheduledMoveReply[]
  /** Undefined: not loaded yet. */
  readonly requests: readonly ChannelRequestsReply[] | undefined
  readonly titles: ReadonlyMap<number, string>
  /** The newest release; null if there is none. */
  readonly newest: number | null
  readonly refusal: string | null
  readonly onAct: (act: ChannelAct) => void
}

/** The channels of a project with what apps get from each, and the moves that are scheduled. */
export function ChannelList(props: ChannelListProps) {
  const { t } = useTranslation('releases')
  const { channels, ...rest } = props
  const names = new Set(channels.map(({ name }) => name))
  const gone = [...new Set(props.scheduled.map(({ channel }) => channel))].filter((name) => !names.has(name))
  return (
    <section className={styles.channels} aria-label={t('channels')}>
      <div className={styles.channelHead} aria-hidden="true">
        <span>{t('column.channel')}</span>
        <span>{t('column.serves')}</span>
        <span>{t('column.requests')}</span>
        <span>{t('column.lastChange')}</span>
      </div>
      <ul>
        {channels.map((channel) => (
          <ChannelRow key={channel.name} channel={channel} {...rest} />
        ))}
        {gone.map((name) => (
          <RemovedChannel key={name} name={name} {...rest} />
        ))}
      </ul>
    </section>
  )
}

/** A channel that was removed with scheduled moves: they stay until someone removes them from the list. */
function RemovedChannel({
  name,
  project,
  scheduled,
  titles,
  refusal,
}: Omit<ChannelListProps, 'channels'> & { readonly name: string }) {
  const { t } = useTranslation('releases')
  return (
    <li className={styles.channel} data-channel={name}>
      <span className={styles.channelName}>
        <ReleaseMark look="none" />
        <b dir="ltr">{name}</b>
      </span>
      <span className={`${styles.serves} muted`}>{t('serves.removed')}</span>
      <ScheduledMoves
        project={project}
        name={name}
        moves={scheduled.filter(({ channel }) => channel === name)}
        titles={titles}
        refusal={refusal}
        onChange={null}
      />
    </li>
  )
}
