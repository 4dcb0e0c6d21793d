import type { FormIssue } from '@dragoman/core'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import styles from './CellEditor.module.css'

const SHOWN = 3

/** Merges identical issues of one form. */
function dropRepeatedIssues(issues: readonly FormIssue[]): readonly FormIssue[] {
  const said = new Map(
    issues
      .toReversed()
      .map((issue) => [`${issue.form} ${issue.code} ${JSON.stringify(issue.params ?? {})}`, issue]),
  )
  return [...said.values()].toReversed()
}

/** The check results of the open cell: the first few; the editor lists all. */
export function CellIssues({
  issues,
  isPlural,
}: {
  readonly issues: readonly FormIssue[]
  readonly isPlural: boolean
}) {
  const { t } = useTranslation(['issues', 'translations', 'keys'])
  if (issues.length === 0) return null
  const sorted = dropRepeatedIssues(issues).toSorted(
    (a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'),
  )
  return (
    <ul className={styles.issues} aria-label={t('translations:issues.label')}>
      {sorted.slice(0, SHOWN).map((issue) => (
        <li key={`${issue.form} ${issue.code} ${issue.span.start}`} data-severity={issue.severity}>
          {issue.severity === 'error' ? (
            <CircleAlert aria-hidden="true" />
          ) : (
            <TriangleAlert aria-hidden="true" />
          )}
          <span>
            {isPlural ? <b>{t(`translations:form.${issue.form}`)} </b> : null}
            {t(issue.code, { ...issue.params })}
          </span>
        </li>
      ))}
      {sorted.length > SHOWN ? <li>{t('keys:edit.moreIssues', { count: sorted.length - SHOWN })}</li> : null}
    </ul>
  )
}
