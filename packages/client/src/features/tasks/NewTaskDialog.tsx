import type { ProjectReply } from '@dragoman/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../components/FormDialog.tsx'
import { useFormats } from '../../i18n/formats.ts'
import { useAccess } from '../../lib/access/access.ts'
import { foundQuery } from '../../lib/server/found-query.ts'
import { overviewQuery } from '../../lib/server/overview-query.ts'
import { Select } from '../../ui/Select.tsx'
import { choiceCount, choiceQuery, STRING_CHOICES, type StringChoice, selectionOf } from './string-choices.ts'
import { TaskDialog } from './TaskDialog.tsx'

/** Creates a task from the list of tasks: first which strings, then for whom. */
export function NewTaskDialog({
  project,
  targets,
  onClose,
}: {
  readonly project: ProjectReply
  /** Codes of the languages that strings are translated into; not empty. */
  readonly targets: readonly string[]
  readonly onClose: () => void
}) {
  const { t } = useTranslation(['tasks', 'common'])
  const formats = useFormats()
  const [choice, setChoice] = useState<StringChoice>('untranslated')
  const [language, setLanguage] = useState(targets[0] ?? '')
  const [isChosen, setIsChosen] = useState(false)
  const namespaces = useAccess().namespacesIn('tasks.manage', language)
  const { count, error, retry } = useCount(project.slug, { choice, language, namespaces })
  const asked = selectionOf(choice, { language, namespaces, count })
  if (isChosen && asked !== null)
    return <TaskDialog project={project.slug} targets={targets} of={asked} onClose={onClose} />
  return (
    <FormDialog
      title={t('newTask')}
      onClose={onClose}
      {...(asked === null
        ? error === null
          ? { act: t('which.counting'), request: { isPending: true, mutate: retry } }
          : { act: t('common:tryAgain'), onAct: retry, error }
        : {
            act: t('which.choose', { count: asked.count }),
            refusal: asked.count === 0 ? t('which.none', { language: formats.languageName(language) }) : null,
            onAct: () => setIsChosen(true),
          })}
    >
      <Select
        label={t('which.label')}
        value={choice}
        onChange={setChoice}
        options={STRING_CHOICES.map((id) => ({ id, name: t(`which.${id}`) }))}
      />
      <Select
        label={t('which.language')}
        value={language}
        onChange={setLanguage}
        options={targets.map((id) => ({ id, name: formats.languageName(id) }))}
      />
    </FormDialog>
  )
}

/** Counts the strings of a choice; undefined: not counted yet, or that failed. */
function useCount(
  project: string,
  {
    choice,
    language,
    namespaces,
  }: {
    readonly choice: StringChoice
    readonly language: string
    readonly namespaces: readonly string[] | null
  },
) {
  const overview = useQuery({ ...overviewQuery(project), enabled: namespaces === null })
  const found = useQuery({
    ...foundQuery(project, language, choiceQuery(choice, namespaces)),
    enabled: namespaces !== null,
  })
  const counts = overview.data?.languages.find(({ tag }) => tag === language)?.counts
  const { error, refetch } = namespaces === null ? overview : found
  return {
    count: namespaces === null ? counts && choiceCount(choice, counts) : found.data,
    error,
    retry: () => void refetch(),
  }
}
