import type { ChannelReply, ChannelRequestsReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../i18n/formats.ts'
import { channelLook } from '../release/ReleaseMark.tsx'
import styles from '../release/Releases.module.css'
import { LINE, requestLine } from './request-line.ts'

export type ChannelRequestsProps = {
  readonly channel: ChannelReply
  /** For the last hour, by minute; undefined: not loaded yet. */
  readonly minutes: ChannelRequestsReply['minutes'] | undefined
}

/** How often files of a channel were requested in the last minute, with a line for the last hour. */
export function ChannelRequests({ channel, minutes }: ChannelRequestsProps) {
  const { t } = useTranslation('releases')
  const formats = useFormats()
  const { name } = channel
  if (minutes === undefined) return <span className={styles.requests} />
  const total = minutes.reduce((sum, count) => sum + count, 0)
  const last = formats.number(minutes.at(-1) ?? 0)
  const label =
    total === 0
      ? t('requests.noneOf', { name })
      : t('requests.label', { name, last, total: formats.number(total) })
  const look = channelLook(channel)
  return (
    <span className={styles.requests} data-none={total === 0}>
      <svg
        viewBox={`0 0 ${LINE.width} ${LINE.height}`}
        role="img"
        aria-label={label}
        data-strong={look === 'live' || look === 'some'}
      >
        <path d={requestLine(minutes)} />
      </svg>
      <span aria-hidden="true">
        {total === 0 ? t('requests.none') : last}
        {total === 0 ? null : <span className={styles.requestsUnit}>{t('requests.perMinute')}</span>}
      </span>
    </span>
  )
}
