import type { ProjectReply } from '@dragoman/contract'
import { diffWords } from '@dragoman/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { useFailureText } from '../../lib/failure-text.ts'
import { Button } from '../../ui/Button.tsx'
import { DiffText } from '../../ui/DiffText.tsx'
import { Note } from '../../ui/Note.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './Files.module.css'
import type { Placement, PlannedFile } from './use-import.ts'

const SAMPLE = 20

export type ImportPlanProps = {
  readonly planned: PlannedFile
  readonly project: ProjectReply
  readonly onPlace: (placement: Placement) => void
}

/** One file: where it goes and what it would change; or why it cannot be read, with a place to say what it is. */
export function ImportPlan({ planned, project, onPlace }: ImportPlanProps) {
  const { t } = useTranslation(['files', 'issues'])
  const formats = useFormats()
  const failureText = useFailureText()
  const { plan, error, path } = planned
  if (plan === null) {
    return (
      <li className={styles.plan}>
        <code>{path}</code>
        <Note tone="error">{failureText(error)}</Note>
        <PlaceForm project={project} onPlace={onPlace} />
      </li>
    )
  }
  const counts = [
    plan.keysAdded > 0 ? t('planAdded', { count: plan.keysAdded }) : null,
    plan.filled > 0 ? t('planFilled', { count: plan.filled }) : null,
    plan.changed > 0 ? t('planChanged', { count: plan.changed }) : null,
    plan.unchanged > 0 ? t('planSame', { count: plan.unchanged }) : null,
  ].filter((text) => text !== null)
  return (
    <li className={styles.plan}>
      <div className={styles.planHead}>
        <code>{path}</code>
        <span className="muted">
          {formats.languageName(plan.language)} · <code>{plan.namespace}</code>
          {plan.languageKnown ? null : ` · ${t('newLanguage')}`}
        </span>
      </div>
      <p>{counts.join(' · ')}</p>
      {error === null ? null : <Note tone="error">{failureText(error)}</Note>}
      {plan.issues.slice(0, 3).map((issue) => (
        <Note key={`${issue.code}${issue.line ?? ''}`} tone={issue.severity === 'error' ? 'error' : 'warning'}>
          {issue.line === undefined ? '' : `${t('place', { line: issue.line, column: issue.column ?? 1 })} `}
          {t(`issues:${issue.code}`, { ...issue.params, defaultValue: t('issues:unreadable') })}
        </Note>
      ))}
      {plan.sample.length === 0 ? null : (
        <ul className={styles.sample}>
          {plan.sample.slice(0, SAMPLE).map((one) => (
            <li key={`${one.name}/${one.plural}`}>
              <code>{one.name}</code>
              <DiffText
                parts={diffWords(one.now.other ?? '', one.incoming.other ?? Object.values(one.incoming)[0] ?? '')}
                language={plan.language}
              />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

function PlaceForm({ project, onPlace }: { readonly project: ProjectReply; readonly onPlace: (placement: Placement) => void }) {
  const { t } = useTranslation('files')
  const [language, setLanguage] = useState(project.sourceLanguage)
  const [namespace, setNamespace] = useState(project.namespaces[0]?.name ?? 'common')
  return (
    <form
      className={styles.targets}
      onSubmit={(event) => {
        event.preventDefault()
        onPlace({ language: language.trim(), namespace: namespace.trim() })
      }}
    >
      <TextField label={t('language')} value={language} onChange={setLanguage} code />
      <TextField label={t('namespace')} value={namespace} onChange={setNamespace} code />
      <Button type="submit">{t('lookAgain')}</Button>
    </form>
  )
}
