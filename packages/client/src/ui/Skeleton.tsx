import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './Skeleton.module.css'

const SHOWN_AFTER_MS = 300

export type SkeletonProps = { readonly rows?: number; readonly height?: number }

/**
 * A placeholder for loading content; invisible for the first 300 ms, because most things have loaded by then.
 */
export function Skeleton({ rows = 6, height = 38 }: SkeletonProps) {
  const { t } = useTranslation()
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), SHOWN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div
      className={styles.skeleton}
      role="status"
      aria-label={isShown ? t('loading') : undefined}
      data-shown={isShown}
    >
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are identical and never reordered
        <i key={row} style={{ blockSize: height }} />
      ))}
    </div>
  )
}
