import { applyFixes, type FormIssue } from '@dragoman/core'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../i18n/formats.ts'
import { Button } from '../../../ui/Button.tsx'
import type { MessageBoxHandle } from '../box/MessageBox.tsx'
import { useSlotName } from '../plural/use-slot-name.ts'
import type { FieldsText } from '../saving/use-string-text.ts'
import styles from './IssueList.module.css'
import { fixOf, withAppended } from './issue-fix.ts'
import { type IssueGroup, issueGroups } from './issue-groups.ts'
import { isMissingPart } from './quiet-issues.ts'

export type IssueListProps = {
  readonly issues: readonly FormIssue[]
  /** The string has several fields, so each issue says which one it belongs to. */
  readonly hasForms: boolean
  readonly text: FieldsText
  readonly handles: RefObject<Map<string, MessageBoxHandle>>
  readonly focused: string | null
  /** Keeps the room of one line, so that the buttons below do not move. */
  readonly keepsRoom: boolean
}

/** The issues while typing: the reason, and a button if there is an automatic fix. */
export function IssueList({ issues, hasForms, text, handles, focused, keepsRoom }: IssueListProps) {
  const { t } = useTranslation(['issues', 'translations'])
  const nameOf = useSlotName()
  const formats = useFormats()
  const mend = ({ first, issues: same, forms }: IssueGroup) => {
    const fix = fixOf(first)
    const box = handles.current.get(boxIdOf(first, text, focused)) ?? handles.current.get(text.firstBox)
    if (fix?.kind === 'insert-at-caret' && forms.length === 1) return box?.insert(fix.text)
    const mended = forms.map((form) => {
      const written = text.forms[form] ?? ''
      const own = same.filter((issue) => issue.form === form)
      return [
        form,
        fix?.kind === 'insert-at-caret' ? withAppended(written, fix.text) : applyFixes(written, own),
      ]
    })
    text.setForms({ ...text.forms, ...Object.fromEntries(mended) })
    box?.focus()
  }
  const groups = issueGroups(issues)
  // In the forms within a text, each part goes to its own field.
  const missing = text.plural?.isShown === true ? [] : groups.filter(({ first }) => isMissingPart(first))
  const inOneLine = missing.length > 1 ? missing : []
  const insertAll = () => {
    const next: Record<string, string> = { ...text.forms }
    for (const { first, forms } of inOneLine) {
      const fix = fixOf(first)
      if (fix?.kind === 'insert-at-caret')
        for (const form of forms) next[form] = withAppended(next[form] ?? '', fix.text)
    }
    text.setForms(next)
    handles.current.get(focused ?? text.firstBox)?.focus()
  }
  return (
    <ul
      className={styles.issues}
      data-keeps-room={keepsRoom}
      id="string-issues"
      aria-label={t('translations:issues.label')}
    >
      {inOneLine.length === 0 ? null : (
        <li className={styles.error}>
          <CircleAlert aria-hidden="true" />
          <span className={styles.sentence}>
            {t('translations:issues.missing', { count: inOneLine.length })}{' '}
            {inOneLine.map(({ id, first }) => {
              const fix = fixOf(first)
              return fix?.kind === 'insert-at-caret' ? (
                <code key={id} className={styles.part} dir="ltr">
                  {fix.text}
                </code>
              ) : null
            })}
          </span>
          <Button size="small" refusal={text.refusal} onPress={insertAll}>
            {t('translations:issues.insertMissing')}
          </Button>
        </li>
      )}
      {groups
        .filter((group) => !inOneLine.includes(group))
        .map((group) => {
          const { id, first, issues: same, forms } = group
          const fix = fixOf(first)
          const inner = text.plural?.isShown === true ? text.plural.boxOf(first) : null
          return (
            <li key={id} className={styles[first.severity]}>
              {first.severity === 'error' ? (
                <CircleAlert aria-hidden="true" />
              ) : (
                <TriangleAlert aria-hidden="true" />
              )}
              <span className={styles.sentence}>
                {hasForms && first.code !== 'plural-form-unused' ? (
                  <b className={styles.form}>
                    {forms.length > 1 && forms.length === text.boxes.length
                      ? t('translations:issues.allForms', { count: forms.length })
                      : formats.list(forms.map((form) => t(`translations:form.${form}`)))}
                  </b>
                ) : null}
                {inner === null ? null : <b className={styles.form}>{nameOf(inner.name)}</b>}
                {t(first.code, { ...first.params })}
                {same.length > forms.length ? (
                  <span className="muted"> {t('translations:issues.times', { count: same.length })}</span>
                ) : null}
              </span>
              {fix === null ? null : (
                <Button size="small" refusal={text.refusal} onPress={() => mend(group)}>
                  {fix.name === 'replaceWith' && forms.length === 1
                    ? t('translations:issues.replaceWith', { text: fix.text })
                    : t(
                        `translations:issues.${fix.name === 'replaceWith' ? 'replace' : fix.name}${forms.length > 1 ? 'All' : ''}`,
                      )}
                </Button>
              )}
            </li>
          )
        })}
    </ul>
  )
}

/**
 * Returns the field in which to fix an issue: its own, or the last focused one if the issue is in all forms
 * of a text.
 */
function boxIdOf(issue: FormIssue, { plural }: FieldsText, focused: string | null): string {
  if (plural?.isShown !== true) return issue.form
  return plural.boxOf(issue)?.id ?? focused ?? ''
}
