import { useQuery } from '@tanstack/react-query'
import { Circle, CircleCheck, CircleMinus, CircleX, LoaderCircle } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../i18n/formats.ts'
import { gitQueries } from '../queries.ts'
import { progressOf } from './progress-of.ts'
import styles from './Sync.module.css'

const SIGNS = {
  waiting: Circle,
  running: LoaderCircle,
  passed: CircleCheck,
  failed: CircleX,
  skipped: CircleMinus,
} as const

/** The CI checks of the open pull request. Hidden if the forge does not respond; they are shown there too. */
export function Checks({ project, source }: { readonly project: string; readonly source: number }) {
  const { t } = useTranslation('git')
  const formats = useFormats()
  const { data } = useQuery(gitQueries.checks(project, source))
  if (data === undefined || data.checks.length === 0) return null
  const progress = progressOf(data.checks)
  return (
    <ul className={styles.checks} aria-label={t('pull.checks')}>
      {data.checks.map(({ name, state, seconds, url }) => {
        const Sign = SIGNS[state]
        return (
          <li key={name} className={styles.line}>
            <span className={styles.check} data-state={state}>
              <Sign role="img" aria-label={t(`pull.check.${state}`)} />
            </span>
            {url === null ? (
              <bdi>{name}</bdi>
            ) : (
              <a href={url} target="_blank" rel="noreferrer">
                <bdi>{name}</bdi>
              </a>
            )}
            {seconds !== null || name === progress?.at ? (
              <span className={`${styles.small} ${styles.grow}`}>
                {seconds !== null
                  ? formats.duration(seconds)
                  : t('pull.checksDone', {
                      done: formats.number(progress?.done ?? 0),
                      total: formats.number(data.checks.length),
                    })}
              </span>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}
