import type { api, ReplyOf } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../components/Avatar.tsx'
import { useFormats } from '../../i18n/formats.ts'
import { Button } from '../../ui/Button.tsx'
import { ReleaseMark } from './release/ReleaseMark.tsx'
import styles from './release/Releases.module.css'
import { useReleaseWords } from './release/use-release-words.ts'

export type NextItemProps = {
  /** The newest release. */
  readonly newest: number
  /** Null: not loaded yet. */
  readonly changes: number | null
  readonly work: ReplyOf<typeof api.releases.compare>['work']
  readonly isShown: boolean
  readonly onCompare: () => void
}

/** What has changed since the newest release, and who changed it. */
export function NextItem({ newest, changes, work, isShown, onCompare }: NextItemProps) {
  const { t } = useTranslation('releases')
  const formats = useFormats()
  const words = useReleaseWords()
  const release = words.number(newest)
  const others = work === null ? 0 : work.people - work.by.length
  return (
    <li className={styles.item} data-shown={isShown} data-release="next">
      <span className={styles.itemMark}>
        <ReleaseMark look="next" />
      </span>
      <p className={styles.itemTitle}>
        <b>{t('next')}</b>
        {changes === null ? null : (
          <span className="muted">
            {changes === 0
              ? t('noChangesSince', { release })
              : t('changesSince', { count: changes, release })}
          </span>
        )}
      </p>
      {work === null || changes === 0 || changes === null ? null : (
        <p className={styles.itemAbout}>
          <span className={styles.people}>
            {work.by.map(({ id, name }) => (
              <Avatar key={id ?? name} id={id} name={name} size={20} />
            ))}
          </span>
          <span>
            <bdi>
              {formats.list([
                ...work.by.map(({ name }) => name),
                ...(others > 0 ? [t('others', { count: others })] : []),
              ])}
            </bdi>{' '}
            · {t('since', { when: words.when(work.at) })}
          </span>
        </p>
      )}
      {isShown ? null : (
        <span className={styles.itemActs}>
          <Button look="ghost" size="small" aria-label={t('compareNext')} onPress={onCompare}>
            {t('compare')}
          </Button>
        </span>
      )}
    </li>
  )
}
