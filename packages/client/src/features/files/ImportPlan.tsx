import type { PlannedPart, ProjectReply } from '@dragoman/contract'
import { FORM_NAMES, nameOfFormat } from '@dragoman/core'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DiffText } from '../../components/DiffText.tsx'
import { useFormats } from '../../i18n/formats.ts'
import { shownKeyName } from '../../lib/text/shown-key-name.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Note } from '../../ui/Note.tsx'
import { FidelityList } from './FidelityList.tsx'
import styles from './Files.module.css'
import { LocationDetails } from './LocationForm.tsx'
import type { LeftOutFile, Placement } from './use-import.ts'

const SAMPLE = 20
/** Number of files shown at first; the summary above covers all. */
const SHOWN = 100

export type ImportPlanProps = {
  readonly project: ProjectReply
  readonly parts: readonly PlannedPart[]
  readonly isDisabled: boolean
  readonly onPlace: (file: number, placement: Placement) => void
  /** Null: it is the only file. */
  readonly onLeaveOut: ((file: LeftOutFile) => void) | null
}

/**
 * One row for each language of each file: where it is imported and what it would change; details when opened.
 */
export function ImportPlan({ project, parts, isDisabled, onPlace, onLeaveOut }: ImportPlanProps) {
  const { t } = useTranslation('files')
  const [isAll, setIsAll] = useState(false)
  const shown = isAll ? parts : parts.slice(0, SHOWN)
  // A file is left out as a whole.
  const firstOf = new Map(parts.toReversed().map((part) => [part.file, part]))
  return (
    <>
      <ul className={styles.plans}>
        {shown.map((part) => (
          <PlanLine
            key={`${part.file} ${part.language}`}
            project={project}
            part={part}
            isFirst={firstOf.get(part.file) === part}
            isDisabled={isDisabled}
            onPlace={onPlace}
            onLeaveOut={onLeaveOut}
          />
        ))}
      </ul>
      {shown.length === parts.length ? null : (
        <Button onPress={() => setIsAll(true)}>{t('more', { count: parts.length - shown.length })}</Button>
      )}
    </>
  )
}

type PlanLineProps = Omit<ImportPlanProps, 'parts'> & {
  readonly part: PlannedPart
  /** It is the first one of its file. */
  readonly isFirst: boolean
}

function PlanLine({ project, part, isFirst, isDisabled, onPlace, onLeaveOut }: PlanLineProps) {
  const { t } = useTranslation(['files', 'issues', 'formats', 'common'])
  const formats = useFormats()
  const counts = [
    part.keysAdded > 0 ? t('planAdded', { count: part.keysAdded }) : null,
    part.filled > 0 ? t('planFilled', { count: part.filled }) : null,
    part.changed > 0 ? t('planChanged', { count: part.changed }) : null,
    part.outdated > 0 ? t('planOutdated', { count: part.outdated }) : null,
    part.unchanged > 0 ? t('planSame', { count: part.unchanged }) : null,
  ].filter((text) => text !== null)
  const hasMore = part.sample.length + part.report.length + part.issues.length > 0
  const isSeveral = part.languages.length > 1
  return (
    <li className={styles.plan}>
      <div className={styles.planHead}>
        <code>{part.path}</code>
        <span className="muted">
          {nameOfFormat(part.format)} · {formats.languageName(part.language)} · <code>{part.namespace}</code>
          {part.languageKnown ? null : ` · ${t('newLanguage')}`}
        </span>
        {onLeaveOut === null || !isFirst ? null : (
          <IconButton
            label={t('leaveOut', { file: part.path })}
            size="small"
            isDisabled={isDisabled}
            onPress={() => onLeaveOut(part)}
          >
            <X aria-hidden="true" />
          </IconButton>
        )}
      </div>
      <p>{counts.join(' · ')}</p>
      {part.issues.slice(0, 3).map((issue) => (
        <Note
          key={`${issue.code}${issue.line ?? ''}`}
          tone={issue.severity === 'error' ? 'error' : 'warning'}
        >
          {issue.line === undefined ? '' : `${t('place', { line: issue.line, column: issue.column ?? 1 })} `}
          {t(`issues:${issue.code}`, { ...issue.params, defaultValue: t('issues:unreadable') })}
        </Note>
      ))}
      {isSeveral && !isDisabled ? (
        <Button size="small" onPress={() => onPlace(part.file, { language: part.language })}>
          {t('onlyLanguage', { language: formats.languageName(part.language) })}
        </Button>
      ) : null}
      {isFirst && !isDisabled ? (
        <LocationDetails
          project={project}
          planned={part}
          onPlace={(placement) => onPlace(part.file, placement)}
        />
      ) : null}
      {hasMore ? (
        <details open={onLeaveOut === null}>
          <summary>{t('details')}</summary>
          {part.report.length === 0 ? null : <FidelityList report={part.report} />}
          <ul className={styles.sample}>
            {part.sample.slice(0, SAMPLE).map((one) => (
              <li key={`${one.name}/${one.plural}`}>
                <code>{shownKeyName(one.name)}</code>
                <DiffText {...changedForm(one)} language={part.language} />
                {one.state === undefined ? null : (
                  <span className="muted">{t(`common:state.${one.state}`)}</span>
                )}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </li>
  )
}

/** Returns a form that the import changes, `other` if it is one of several. */
function changedForm({ now, incoming }: PlannedPart['sample'][number]): { before: string; after: string } {
  const form = (['other', ...FORM_NAMES] as const).find((name) => now[name] !== incoming[name]) ?? 'other'
  return { before: now[form] ?? '', after: incoming[form] ?? '' }
}
