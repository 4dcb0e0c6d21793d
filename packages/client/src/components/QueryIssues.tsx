import { useTranslation } from 'react-i18next'
import styles from './QueryIssues.module.css'

export type QueryIssuesProps = {
  /** From the reply to the search. */
  readonly issues: readonly {
    readonly code: string
    readonly params?: Readonly<Record<string, string | number>> | undefined
  }[]
}

/** The parts of a search that were not understood, and were searched for as text. */
export function QueryIssues({ issues }: QueryIssuesProps) {
  const { t } = useTranslation('translations')
  return issues.map((issue) => (
    <p key={JSON.stringify(issue)} className={styles.issue} role="status">
      {t(`search.${issue.code}`, { ...issue.params })}
    </p>
  ))
}
