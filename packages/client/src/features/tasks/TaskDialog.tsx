import { isFailure, type TaskReply } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AssignAsked } from '../../components/AssignButton.tsx'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { endonym, useFormats } from '../../i18n/formats.ts'
import { useAccess } from '../../lib/access/access.ts'
import { showToast, undoAction } from '../../lib/notices/toast.ts'
import { useFailureText } from '../../lib/server/failure-text.ts'
import { fieldProblem } from '../../lib/server/field-problem.ts'
import { projectKey } from '../../lib/server/project-key.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { DayField } from '../../ui/DayField.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { AssigneeChoice } from './AssigneeChoice.tsx'
import { taskMutations } from './queries.ts'
import { TaskConflict } from './TaskConflict.tsx'
import styles from './TaskDialog.module.css'
import { draftOf, fieldsOf, type TaskDraft } from './task-draft.ts'

export type TaskDialogProps = {
  readonly project: string
  /** Codes of the languages that strings are translated into. */
  readonly targets: readonly string[]
  /** A task to change, or strings to create one for. */
  readonly of: TaskReply | AssignAsked
  readonly onClose: () => void
}

const GOALS = ['translated', 'reviewed'] as const

/** Assigns strings to people and groups, or changes such a task. What was typed is kept on any error. */
export function TaskDialog({ project, targets, of, onClose }: TaskDialogProps) {
  const { t } = useTranslation(['tasks', 'common'])
  const formats = useFormats()
  const failureText = useFailureText()
  const client = useQueryClient()
  const task = 'select' in of ? null : of
  const access = useAccess()
  const own = targets.filter(
    (tag) => access.inAll('tasks.manage', { languages: [tag], namespaces: of.namespaces }) === null,
  )
  const [draft, setDraft] = useState<TaskDraft>(() => startOf(of, own))
  const [version, setVersion] = useState(task?.version ?? 0)
  const set = (part: Partial<TaskDraft>) => setDraft((now) => ({ ...now, ...part }))
  const ownTitle = t(`ownTitle.${draft.goal}`, { languages: formats.list(draft.languages.map(endonym)) })
  const count = 'select' in of ? of.count : (task?.languages[0]?.total ?? 0)
  const changed = () => client.invalidateQueries({ queryKey: projectKey(project, 'tasks') })

  const save = useMutation({
    mutationFn: (baseVersion: number) => {
      const fields = fieldsOf(draft, ownTitle)
      if (!('select' in of)) return taskMutations.update(project, of.id, { ...fields, baseVersion })
      const { select } = of
      const chosen = 'keys' in select ? { keys: [...select.keys] } : select
      return taskMutations.create(project, { ...fields, select: chosen })
    },
    onSuccess: (made) => {
      onClose()
      void changed()
      if (task !== null) return showToast(t('said.changed'))
      const undo = () => void taskMutations.remove(project, made.id).then(changed)
      showToast(t('said.created', { title: made.title }), { action: undoAction(t('common:undo'), undo) })
    },
  })
  const stale = isFailure(save.error, 'stale-task') ? save.error.current?.task : undefined
  const assigneeProblem =
    fieldProblem(save.error, 'assignees') === undefined ? undefined : failureText(save.error)
  const general = stale === undefined && assigneeProblem === undefined ? save.error : null
  const isEmpty = draft.languages.length === 0
  return (
    <Dialog
      title={t(task === null ? 'create' : 'edit')}
      isOpen
      onClose={onClose}
      actions={
        <Button
          look="primary"
          isPending={save.isPending}
          refusal={isEmpty ? t('chooseLanguage') : null}
          onPress={() => save.mutate(version)}
        >
          {t(task === null ? 'assign' : 'common:save', { count })}
        </Button>
      }
    >
      <div className="form">
        <p className="muted">
          {'select' in of && 'q' in of.select && of.select.q !== ''
            ? t('foundStrings', { count, search: of.select.q })
            : t('strings', { count })}
        </p>
        <ErrorLine error={general} />
        {stale === undefined ? null : (
          <TaskConflict
            mine={draft}
            theirs={draftOf(stale)}
            onMine={() => {
              setVersion(stale.version)
              save.mutate(stale.version)
            }}
            onTheirs={() => {
              setVersion(stale.version)
              setDraft(draftOf(stale))
              save.reset()
            }}
          />
        )}
        <TextField
          label={t('field.title')}
          placeholder={ownTitle}
          value={draft.title}
          onChange={(title) => set({ title })}
          maxLength={LIMITS.nameMax}
          dir="auto"
        />
        <Select
          label={t('field.goal')}
          value={draft.goal}
          onChange={(id) => set({ goal: GOALS.find((goal) => goal === id) ?? draft.goal })}
          options={GOALS.map((id) => ({ id, name: t(`goal.${id}`), note: t(`goalAbout.${id}`) }))}
        />
        <fieldset className={styles.choices}>
          <legend>{t('field.languages')}</legend>
          <div className={styles.languages}>
            {own.map((tag) => (
              <Checkbox
                key={tag}
                isSelected={draft.languages.includes(tag)}
                onChange={(isIn) =>
                  set({
                    languages: isIn
                      ? [...draft.languages, tag]
                      : draft.languages.filter((language) => language !== tag),
                  })
                }
              >
                <bdi lang={tag}>{endonym(tag)}</bdi>
              </Checkbox>
            ))}
          </div>
        </fieldset>
        <AssigneeChoice
          project={project}
          goal={draft.goal}
          languages={draft.languages}
          value={draft.assignees}
          onChange={(assignees) => set({ assignees })}
          problem={assigneeProblem}
        />
        <DayField
          label={t('field.due')}
          value={draft.due}
          onChange={(due) => set({ due })}
          clearLabel={t('clearDue')}
        />
        <TextField
          label={t('field.note')}
          value={draft.note}
          onChange={(note) => set({ note })}
          rows={3}
          maxLength={LIMITS.descriptionMax}
          dir="auto"
        />
      </div>
    </Dialog>
  )
}

function startOf(of: TaskReply | AssignAsked, targets: readonly string[]): TaskDraft {
  if (!('select' in of)) return draftOf(of)
  const languages = of.languages.filter((tag) => targets.includes(tag))
  return { title: '', note: '', goal: of.goal, due: null, languages, assignees: [] }
}
