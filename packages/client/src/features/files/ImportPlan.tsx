import type { ProjectReply } from '@dragoman/contract'
import { diffWords } from '@dragoman/core'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { useFailureText } from '../../lib/failure-text.ts'
import { DiffText } from '../../ui/DiffText.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Note } from '../../ui/Note.tsx'
import { Select } from '../../ui/Select.tsx'
import { FidelityList } from './FidelityList.tsx'
import styles from './Files.module.css'
import { PlaceForm } from './PlaceForm.tsx'
import type { Placement, PlannedFile } from './use-import.ts'

const SAMPLE = 20

export type ImportPlanProps = {
  readonly planned: PlannedFile
  readonly project: ProjectReply
  readonly onPlace: (placement: Placement) => void
  /** Null: it is the only one, or on its way. */
  readonly onLeaveOut: (() => void) | null
}

/** One file: where it goes and what it would change; or why it cannot be read, with a place to say what it is. */
export function ImportPlan({ planned, project, onPlace, onLeaveOut }: ImportPlanProps) {
  const { t } = useTranslation(['files', 'issues', 'formats'])
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
          {t(`formats:name.${plan.format}`, { defaultValue: plan.format })} · {formats.languageName(plan.language)} ·{' '}
          <code>{plan.namespace}</code>
          {plan.languageKnown ? null : ` · ${t('newLanguage')}`}
        </span>
        {onLeaveOut === null ? null : (
          <IconButton label={t('leaveOut', { file: `${path} (${formats.languageName(plan.language)})` })} size="small" onPress={onLeaveOut}>
            <X aria-hidden="true" />
          </IconButton>
        )}
      </div>
      {plan.languages.length < 2 ? null : (
        <div className={styles.targets}>
          <Select
            label={t('languageOfFile')}
            value={plan.language}
            onChange={(language) => onPlace({ language })}
            options={plan.languages.map((tag) => ({ id: tag, name: formats.languageName(tag), note: tag }))}
          />
        </div>
      )}
      <p>{counts.join(' · ')}</p>
      {error === null ? null : <Note tone="error">{failureText(error)}</Note>}
      {plan.issues.slice(0, 3).map((issue) => (
        <Note key={`${issue.code}${issue.line ?? ''}`} tone={issue.severity === 'error' ? 'error' : 'warning'}>
          {issue.line === undefined ? '' : `${t('place', { line: issue.line, column: issue.column ?? 1 })} `}
          {t(`issues:${issue.code}`, { ...issue.params, defaultValue: t('issues:unreadable') })}
        </Note>
      ))}
      {plan.report.length === 0 ? null : <FidelityList report={plan.report} />}
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
