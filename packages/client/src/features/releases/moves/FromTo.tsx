import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '../release/Releases.module.css'
import { ServedRelease, type ServedReleaseProps } from '../release/ServedRelease.tsx'

export type FromToProps = ServedReleaseProps & {
  /** What `children` is; without children it is not shown. */
  readonly label: string
  readonly children: ReactNode
}

/** What a channel serves now, and what it is to serve. */
export function FromTo({ label, children, ...now }: FromToProps) {
  const { t } = useTranslation('releases')
  return (
    <dl className={styles.fromTo}>
      <div>
        <dt>{t('move.now')}</dt>
        <dd>
          <ServedRelease {...now} />
        </dd>
      </div>
      {children === null ? null : (
        <div>
          <dt>{label}</dt>
          <dd>{children}</dd>
        </div>
      )}
    </dl>
  )
}
