import { useTranslation } from 'react-i18next'
import { endonym, useFormats } from '../../i18n/formats.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import styles from './TaskDialog.module.css'
import { type DRAFT_FIELDS, differencesOf, type TaskDraft } from './task-draft.ts'

export type TaskConflictProps = {
  readonly mine: TaskDraft
  readonly theirs: TaskDraft
  readonly onMine: () => void
  readonly onTheirs: () => void
}

/** Shown if someone else changed the task first: both versions of the differences, and the choice. */
export function TaskConflict({ mine, theirs, onMine, onTheirs }: TaskConflictProps) {
  const { t } = useTranslation(['tasks', 'failures'])
  const formats = useFormats()
  const fields = differencesOf(mine, theirs)

  function said(draft: TaskDraft, field: (typeof DRAFT_FIELDS)[number]): string {
    switch (field) {
      case 'goal':
        return t(`goal.${draft.goal}`)
      case 'languages':
        return formats.list(draft.languages.map(endonym))
      case 'assignees':
        return draft.assignees.length === 0
          ? t('nobody')
          : formats.list(draft.assignees.map(({ name }) => name))
      case 'due':
        return draft.due === null ? t('noDue') : formats.day(`${draft.due}T12:00`)
      default:
        return draft[field]
    }
  }

  return (
    <div role="alert">
      <Note tone="warning">
        {t('failures:stale-task')}
        <table className={styles.both}>
          <thead>
            <tr>
              <td />
              <th scope="col">{t('theirs')}</th>
              <th scope="col">{t('mine')}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => (
              <tr key={field}>
                <th scope="row">{t(`field.${field}`)}</th>
                <td>
                  <bdi>{said(theirs, field)}</bdi>
                </td>
                <td>
                  <bdi>{said(mine, field)}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <div className={styles.buttons}>
          <Button size="small" onPress={onTheirs}>
            {t('takeTheirs')}
          </Button>
          <Button size="small" onPress={onMine}>
            {t('keepMine')}
          </Button>
        </div>
      </Note>
    </div>
  )
}
