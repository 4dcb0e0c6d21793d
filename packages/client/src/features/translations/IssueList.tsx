import { applyFix, type FormIssue, type FormName } from '@dragoman/core'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import type { MessageBoxHandle } from './box/MessageBox.tsx'
import styles from './IssueList.module.css'
import { fixOf } from './issue-fix.ts'
import type { StringText } from './use-string-text.ts'

export type IssueListProps = {
  readonly issues: readonly FormIssue[]
  /** The string has several boxes: each issue then says of which it is. */
  readonly hasForms: boolean
  readonly text: StringText
  readonly handles: RefObject<Map<FormName, MessageBoxHandle>>
}

/** What the checks say, while one types: the reason, and a button where one press mends it. */
export function IssueList({ issues, hasForms, text, handles }: IssueListProps) {
  const { t } = useTranslation(['issues', 'translations'])
  const mend = (issue: FormIssue) => {
    const fix = fixOf(issue)
    const box = handles.current.get(issue.form)
    if (fix?.kind === 'insert-at-caret') box?.insert(fix.text)
    else {
      text.setForm(issue.form, applyFix(text.forms[issue.form] ?? '', issue))
      box?.focus()
    }
  }
  return (
    <ul className={styles.issues} id="string-issues" aria-label={t('translations:issues.label')}>
      {issues.map((issue) => {
        if (issue.code === 'plural-form-missing') return null // said in the empty box itself
        const fix = fixOf(issue)
        return (
          <li key={`${issue.form} ${issue.code} ${issue.span.start} ${JSON.stringify(issue.params)}`} className={styles[issue.severity]}>
            {issue.severity === 'error' ? <CircleAlert aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}
            <span className={styles.sentence}>
              {hasForms && issue.code !== 'plural-form-unused' ? (
                <b className={styles.form}>{t(`translations:form.${issue.form}`)}</b>
              ) : null}
              {t(issue.code, { ...issue.params })}
            </span>
            {fix === null ? null : (
              <Button size="small" onPress={() => mend(issue)}>
                {t(`translations:issues.${fix.name}`)}
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
