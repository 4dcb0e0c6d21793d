import type { GitStateReply } from '@dragoman/contract'
import { matchPattern } from '@dragoman/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../components/FormDialog.tsx'
import { showToast } from '../../../lib/notices/toast.ts'
import { useFailureText } from '../../../lib/server/failure-text.ts'
import { projectKey } from '../../../lib/server/project-key.ts'
import { Note } from '../../../ui/Note.tsx'
import { RadioChoice } from '../../../ui/RadioChoice.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { branchQueries, gitMutations, gitQueries } from '../queries.ts'
import styles from './Branches.module.css'

export type OpeningDialogProps = {
  readonly project: string
  readonly state: GitStateReply
  readonly onClose: () => void
}

/** Number of branches shown as examples of what a pattern matches. */
const NAMED = 5

/** Configures which branches are opened as translation branches automatically. */
export function OpeningDialog({ project, state, onClose }: OpeningDialogProps) {
  const { t } = useTranslation(['branches', 'common'])
  const client = useQueryClient()
  const now = state.settings.openBranches ?? { by: 'hand' }
  const [by, setBy] = useState<'hand' | 'pull-requests' | 'pattern'>(now.by)
  const [pattern, setPattern] = useState(now.by === 'pattern' ? now.pattern : 'feature/*')
  const isWrong = by === 'pattern' && pattern.trim() === ''
  const save = useMutation({
    mutationFn: () =>
      gitMutations.update(project, state.id, {
        settings: { openBranches: by === 'pattern' ? { by, pattern: pattern.trim() } : { by } },
      }),
    onSuccess: async (changed) => {
      client.setQueryData(gitQueries.state(project, state.id).queryKey, changed)
      showToast(t('way.saved'))
      onClose()
      await client.invalidateQueries({ queryKey: projectKey(project) })
    },
  })
  const hasForge = state.forge.kind !== 'none'
  return (
    <FormDialog
      title={t('way.title')}
      onClose={onClose}
      act={t('common:save')}
      isDisabled={isWrong}
      request={save}
    >
      <RadioChoice
        label={t('way.label')}
        value={by}
        onChange={setBy}
        options={(['hand', 'pull-requests', 'pattern'] as const).map((id) => ({
          id,
          name: t(`way.name.${id}`),
          hint: t(`way.hint.${id}`),
        }))}
      />
      {by === 'pull-requests' && !hasForge ? <Note tone="warning">{t('way.noForge')}</Note> : null}
      {by === 'pattern' ? (
        <>
          <TextField
            label={t('way.patternLabel')}
            hint={t('way.patternHint')}
            value={pattern}
            onChange={setPattern}
            problem={isWrong ? t('way.patternMissing') : undefined}
            code
            autoFocus
          />
          <PatternPreview project={project} source={state.id} pattern={pattern.trim()} />
        </>
      ) : null}
    </FormDialog>
  )
}

type PatternPreviewProps = {
  readonly project: string
  readonly source: number
  readonly pattern: string
}

/** The current branches that a pattern matches. */
function PatternPreview({ project, source, pattern }: PatternPreviewProps) {
  const { t } = useTranslation('branches')
  const failureText = useFailureText()
  const { data, error } = useQuery(branchQueries.ofRepository(project, source))
  if (error !== null) return <p className={styles.small}>{failureText(error)}</p>
  if (data === undefined || pattern === '') return null
  const fitting = data.branches.filter((name) => matchPattern(pattern, name))
  // Others can match too, so that the number is not known.
  const isCut = data.branchCount > data.branches.length
  return (
    <div role="status" className={styles.preview}>
      {isCut ? null : (
        <p className={styles.small}>
          {fitting.length === 0 ? t('way.fitsNone') : t('way.fits', { count: fitting.length })}
        </p>
      )}
      <ul>
        {fitting.slice(0, NAMED).map((name) => (
          <li key={name}>
            <code dir="ltr">{name}</code>
          </li>
        ))}
      </ul>
    </div>
  )
}
