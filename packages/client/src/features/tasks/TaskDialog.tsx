import { isFailure, type TaskReply } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AssignAsked } from '../../components/AssignButton.tsx'
import { FormDialog } from '../../components/FormDialog.tsx'
import { endonym, useFormats } from '../../i18n/formats.ts'
import { useAccess } from '../../lib/access/access.ts'
import { showToast, undoAction } from '../../lib/notices/toast.ts'
import { useFailureText, useFailureToast } from '../../lib/server/failure-text.ts'
import { fieldProblem, removesRefusal } from '../../lib/server/field-problem.ts'
import { foundQuery } from '../../lib/server/found-query.ts'
import { projectKey } from '../../lib/server/project-key.ts'
import { useRefresh } from '../../lib/server/use-refresh.ts'
import { useFields } from '../../lib/use-fields.ts'
import { CheckboxGroup } from '../../ui/CheckboxGroup.tsx'
import { DayField } from '../../ui/DayField.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { AssigneeChoice } from './AssigneeChoice.tsx'
import { type TaskStrings, taskMutations } from './queries.ts'
import { TaskConflict } from './TaskConflict.tsx'
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

/**
 * Counts the strings: of a search, what it finds now, since the list can be from before. `count` is null while they are
 * counted, and if that failed.
 */
function useCount(project: string, of: TaskDialogProps['of']) {
  const search = 'select' in of && 'q' in of.select ? of.select : null
  const { data, error, refetch } = useQuery({
    ...foundQuery(project, search?.language ?? '', search?.q ?? ''),
    enabled: search !== null,
    staleTime: 0,
  })
  const retry = () => void refetch()
  if (!('select' in of)) return { count: of.languages[0]?.total ?? 0, problem: null, retry }
  const problem = data === undefined ? error : null
  return { count: problem === null ? (data ?? of.count) : null, problem, retry }
}

function stringsOf({ namespaces, ...of }: TaskDialogProps['of']): TaskStrings {
  return 'select' in of && 'q' in of.select
    ? { search: of.select.q, searchLanguage: of.select.language }
    : { namespaces }
}

/** Assigns strings to people and groups, or changes such a task. What was typed is kept on any error. */
export function TaskDialog(props: TaskDialogProps) {
  const { project, targets, of, onClose } = props
  const { t } = useTranslation(['tasks', 'common'])
  const formats = useFormats()
  const task = 'select' in of ? null : of
  const own = useManagedLanguages(targets, of.namespaces)
  const { fields: draft, set, bind } = useFields(() => startOf(of, own))
  const [version, setVersion] = useState(task?.version ?? 0)
  // A language that was removed while the dialog was open is not listed any more.
  const languages = draft.languages.filter((tag) => targets.includes(tag))
  const ownTitle = t(`ownTitle.${draft.goal}`, { languages: formats.list(languages.map(endonym)) })
  const { count, problem, retry } = useCount(project, of)
  const { save, stale, assigneeProblem, error } = useSaveTask(
    props,
    fieldsOf({ ...draft, languages }, ownTitle),
  )
  const isEmpty = languages.length === 0
  // Who can be assigned depends on the goal and the languages, so each of these removes the refusal of an assignee.
  const bindAssignment: typeof bind = (name) => {
    const { value, onChange } = bind(name)
    return { value, onChange: removesRefusal(save, assigneeProblem !== undefined, onChange) }
  }
  return (
    <FormDialog
      title={t(task === null ? 'create' : 'edit')}
      onClose={onClose}
      {...(count === null
        ? problem === null
          ? { act: t('which.counting'), request: { isPending: true, mutate: retry } }
          : { act: t('common:tryAgain'), onAct: retry, error: problem }
        : {
            act: t(task === null ? 'assign' : 'common:save', { count }),
            request: save,
            refusal: isEmpty ? t('chooseLanguage') : null,
            onAct: () => save.mutate(version),
            error,
          })}
    >
      {count === null ? null : (
        <p className="muted">
          {'select' in of && 'q' in of.select && of.select.q !== ''
            ? t('foundStrings', { count, search: of.select.q })
            : t('strings', { count })}
        </p>
      )}
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
            set(draftOf(stale))
            save.reset()
          }}
        />
      )}
      <TextField
        label={t('field.title')}
        placeholder={ownTitle}
        {...bind('title')}
        maxLength={LIMITS.nameMax}
        dir="auto"
      />
      <Select
        label={t('field.goal')}
        {...bindAssignment('goal')}
        options={GOALS.map((id) => ({ id, name: t(`goal.${id}`), note: t(`goalAbout.${id}`) }))}
      />
      <CheckboxGroup
        legend={t('field.languages')}
        options={own.map((tag) => ({ id: tag, name: endonym(tag), lang: tag }))}
        {...bindAssignment('languages')}
      />
      <AssigneeChoice
        project={project}
        goal={draft.goal}
        languages={languages}
        strings={stringsOf(of)}
        {...bindAssignment('assignees')}
        problem={assigneeProblem}
      />
      <DayField label={t('field.due')} {...bind('due')} clearLabel={t('clearDue')} />
      <TextField
        label={t('field.note')}
        {...bind('note')}
        rows={3}
        maxLength={LIMITS.descriptionMax}
        dir="auto"
      />
    </FormDialog>
  )
}

/** Returns those languages in which the person can assign texts of these namespaces. */
function useManagedLanguages(tags: readonly string[], namespaces: readonly string[]): readonly string[] {
  const access = useAccess()
  return tags.filter((tag) => access.inAll('tasks.manage', { languages: [tag], namespaces }) === null)
}

/** Creates the task or changes it: what is wrong is a newer version, the assignees, or another error. */
function useSaveTask(
  { project, of, onClose }: Pick<TaskDialogProps, 'project' | 'of' | 'onClose'>,
  fields: ReturnType<typeof fieldsOf>,
) {
  const { t } = useTranslation(['tasks', 'common'])
  const failureText = useFailureText()
  const showFailure = useFailureToast()
  const changed = useRefresh(projectKey(project, 'tasks'))
  const save = useMutation({
    mutationFn: (baseVersion: number) => {
      if (!('select' in of)) return taskMutations.update(project, of.id, { ...fields, baseVersion })
      const { select } = of
      const chosen = 'keys' in select ? { keys: [...select.keys] } : select
      return taskMutations.create(project, { ...fields, select: chosen })
    },
    onSuccess: (made) => {
      onClose()
      void changed()
      if (!('select' in of)) return showToast(t('said.changed'))
      const undo = () => taskMutations.remove(project, made.id).catch(showFailure).then(changed)
      showToast(t('said.created', { title: made.title }), {
        action: undoAction(t('common:undo'), () => void undo()),
      })
    },
  })
  const stale = isFailure(save.error, 'stale-task') ? save.error.current?.task : undefined
  const assigneeProblem =
    fieldProblem(save.error, 'assignees') === undefined ? undefined : failureText(save.error)
  const error = stale === undefined && assigneeProblem === undefined ? save.error : null
  return { save, stale, assigneeProblem, error }
}

function startOf(of: TaskReply | AssignAsked, targets: readonly string[]): TaskDraft {
  if (!('select' in of)) return draftOf(of)
  const languages = of.languages.filter((tag) => targets.includes(tag))
  return { title: '', note: '', goal: of.goal, due: null, languages, assignees: [] }
}
