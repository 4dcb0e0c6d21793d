import type { ChannelReply } from '@dragoman/contract'
import styles from './Releases.module.css'

export type MarkLook = 'live' | 'whole' | 'some' | 'none' | 'pseudo' | 'next'

export function channelLook({ kind, release, next }: ChannelReply): MarkLook {
  if (kind !== 'release') return kind === 'pseudo' ? 'pseudo' : 'live'
  return next !== null ? 'some' : release === null ? 'none' : 'whole'
}

/** A mark next to words that say the same. */
export function ReleaseMark({ look }: { readonly look: MarkLook }) {
  return <i className={styles.mark} data-look={look} aria-hidden="true" />
}
