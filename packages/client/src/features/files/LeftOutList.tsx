import type { LeftOutReply } from '@dragoman/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import styles from './FileSection.module.css'

const AT_FIRST = 50

/** Files in the connected folders that are neither read nor written, each with the reason. */
export function LeftOutList({
  leftOut,
  more,
}: {
  readonly leftOut: readonly LeftOutReply[]
  /** Number of further files, which are not listed. */
  readonly more: number
}) {
  const { t } = useTranslation(['files', 'issues'])
  const [shown, setShown] = useState(AT_FIRST)
  if (leftOut.length === 0 && more === 0) return null
  return (
    <section className={styles.section} aria-labelledby="left-out">
      <h2 id="left-out">{t('leftOut')}</h2>
      <ul className={styles.list}>
        {leftOut.slice(0, shown).map(({ path, reason }) => (
          <li key={path}>
            <code>{path}</code>
            <span className="muted">{t(`issues:${reason}`)}</span>
          </li>
        ))}
      </ul>
      {more === 0 ? null : <p className="muted">{t('leftOutMore', { count: more })}</p>}
      {leftOut.length > shown ? (
        <Button size="small" onPress={() => setShown(shown + 1000)}>
          {t('more', { count: leftOut.length - shown })}
        </Button>
      ) : null}
    </section>
  )
}
