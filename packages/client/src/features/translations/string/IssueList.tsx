import { applyFixes, type FormIssue } from '@dragoman/core'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../i18n/formats.ts'
import { Button } from '../../../ui/Button.tsx'
import type { MessageBoxHandle } from '../box/MessageBox.tsx'
import { withAppended } from '../box/with-appended.ts'
import { useSlotName } from '../plural/use-slot-name.ts'
import type { FieldsText } from '../saving/use-string-text.ts'
import styles from './IssueList.module.css'
import { fixOf, missingPart } from './issue-fix.ts'
import { type IssueGroup, issueGroups } from './issue-groups.ts'

export type IssueListProps = {
  readonly issues: readonly FormIssue[]
  readonly text: FieldsText
  readonly handles: RefObject<Map<string, MessageBoxHandle>>
  readonly focused: string | null
  /** Keeps the room of one line, so that the buttons below do not move. */
  readonly keepsRoom: boolean
}

/** The issues while typing: the reason, and a button if there is an automatic fix. */
export function IssueList({ issues, text, handles, focused, keepsRoom }: IssueListProps) {
  const { t } = useTranslation(['issues', 'translations'])
  const fix = ({ first, issues: same, forms }: IssueGroup) => {
    const part = missingPart(first)
    const box = handles.current.get(boxIdOf(first, text, focused)) ?? handles.current.get(text.firstBox)
    if (part !== null && forms.length === 1) return box?.insert(part)
    const fixed = forms.map((form) => {
      const written = text.forms[form] ?? ''
      const own = same.filter((issue) => issue.form === form)
      return [form, part === null ? applyFixes(written, own) : withAppended(written, part)]
    })
    text.setForms({ ...text.forms, ...Object.fromEntries(fixed) })
    box?.focus()
  }
  const groups = issueGroups(issues)
  // In the forms within a text, each part goes to its own field.
  const missing =
    text.plural?.isShown === true ? [] : groups.filter(({ first }) => missingPart(first) !== null)
  const inOneLine = missing.length > 1 ? missing : []
  const insertAll = () => {
    const next: Record<string, string> = { ...text.forms }
    for (const { first, forms } of inOneLine)
      for (const form of forms) next[form] = withAppended(next[form] ?? '', missingPart(first) ?? '')
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
            {inOneLine.map(({ id, first }) => (
              <code key={id} className={styles.part} dir="ltr">
                {missingPart(first)}
              </code>
            ))}
          </span>
          <Button size="small" refusal={text.refusal} onPress={insertAll}>
            {t('translations:issues.insertMissing')}
          </Button>
        </li>
      )}
      {groups
        .filter((group) => !inOneLine.includes(group))
        .map((group) => (
          <IssueLine key={group.id} group={group} text={text} onFix={() => fix(group)} />
        ))}
    </ul>
  )
}

type IssueLineProps = {
  readonly group: IssueGroup
  readonly text: FieldsText
  readonly onFix: () => void
}

/** One issue: where it is, the reason, and its fix. */
function IssueLine({ group, text, onFix }: IssueLineProps) {
  const { t } = useTranslation(['issues', 'translations'])
  const nameOf = useSlotName()
  const formats = useFormats()
  const { first, issues: same, forms } = group
  const fix = fixOf(first)
  const inner = text.plural?.isShown === true ? text.plural.boxOf(first) : null
  return (
    <li className={styles[first.severity]}>
      {first.severity === 'error' ? <CircleAlert aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}
      <span className={styles.sentence}>
        {text.boxes.length > 1 && first.code !== 'plural-form-unused' ? (
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
        <Button size="small" refusal={text.refusal} onPress={onFix}>
          {fix.name === 'replaceWith' && forms.length === 1
            ? t('translations:issues.replaceWith', { text: fix.text })
            : t(
                `translations:issues.${fix.name === 'replaceWith' ? 'replace' : fix.name}${forms.length > 1 ? 'All' : ''}`,
              )}
        </Button>
      )}
    </li>
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
