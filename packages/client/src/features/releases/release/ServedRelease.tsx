import type { ChannelReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import styles from './Releases.module.css'
import { useReleaseWords } from './use-release-words.ts'

export type ServedReleaseProps = {
  readonly channel: Pick<ChannelReply, 'kind' | 'release' | 'next'>
  /** Titles of releases by number, as far as they are loaded. */
  readonly titles: ReadonlyMap<number, string>
}

/** What the readers of a channel get. */
export function ServedRelease({ channel: { kind, release, next }, titles }: ServedReleaseProps) {
  const { t } = useTranslation('releases')
  const words = useReleaseWords()
  if (kind === 'catalog') return <span>{t('serves.catalog')}</span>
  if (kind === 'pseudo')
    return (
      <span>
        {t('serves.pseudo')}{' '}
        <small lang="en-x-pseudo" dir="ltr" translate="no" aria-hidden="true">
          ⟦Ýöûŕ çåŕţ···⟧
        </small>
      </span>
    )
  if (release === null) return <span className="muted">{t('serves.nothing')}</span>
  if (next === null) {
    const title = titles.get(release) ?? ''
    return (
      <span>
        {words.number(release)} {title === '' ? null : <small dir="auto">{title}</small>}
      </span>
    )
  }
  const [first, others] = [words.share(next.percent), words.share(100 - next.percent)]
  const [newer, older] = [words.number(next.release), words.number(release)]
  return (
    <span className={styles.share}>
      <span className={styles.bar} role="img" aria-label={t('shareLabel', { first, newer, others, older })}>
        <i style={{ inlineSize: `${next.percent}%` }} />
      </span>
      <span aria-hidden="true">
        <bdi>
          <b>{first}</b> {newer}
        </bdi>{' '}
        <small>
          ·{' '}
          <bdi>
            {others} {older}
          </bdi>
        </small>
      </span>
    </span>
  )
}
