import type { TaskReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../components/Avatar.tsx'
import { DueMark } from '../../components/DueMark.tsx'
import { useFormats } from '../../i18n/formats.ts'
import { Menu, MenuRow } from '../../ui/Menu.tsx'
import { TaskProgress } from './TaskProgress.tsx'
import styles from './Tasks.module.css'
import { TaskTitle } from './TaskTitle.tsx'
import { TASK_ACTS, type TaskAct, type TaskRefusals } from './use-task-refusals.ts'

export type TaskRowProps = {
  readonly task: TaskReply
  readonly isCurrent: boolean
  /** Why not; null: allowed. */
  readonly refusals: TaskRefusals
  readonly onFocus: () => void
  readonly onAct: (act: TaskAct) => void
}

/** A task: title, assignees, due date, progress. */
export function TaskRow({ task, isCurrent, refusals, onFocus, onAct }: TaskRowProps) {
  const { t } = useTranslation(['tasks', 'common'])
  const formats = useFormats()
  const isDone = task.doneAt !== null
  const names = {
    edit: t('common:edit'),
    finish: t(isDone ? 'reopen' : 'finish'),
    remove: t('common:delete'),
  }
  return (
    <li className={styles.row} data-current={isCurrent} onFocus={onFocus}>
      <div className={styles.main}>
        <TaskTitle task={task} isCurrent={isCurrent} />
        <p className={styles.people}>
          {task.assignees.length === 0 ? t('nobody') : null}
          {task.assignees.map(({ id, name }) => (
            <span key={id} className={styles.person}>
              <Avatar id={id} name={name} size={20} />
              <bdi>{name}</bdi>
            </span>
          ))}
          <span className={styles.giver}>
            {t('givenBy', { name: task.createdBy.name, when: formats.relative(task.createdAt) })}
          </span>
        </p>
        {task.note === '' ? null : (
          <p className={styles.note}>
            <bdi>{task.note}</bdi>
          </p>
        )}
      </div>
      <div className={styles.state}>
        {task.doneAt !== null ? (
          <span className="muted">
            {t(task.isDoneByWork ? 'doneByWork' : 'doneBySelf', { when: formats.relative(task.doneAt) })}
          </span>
        ) : task.due === null ? (
          <span className="muted">{t('noDue')}</span>
        ) : (
          <DueMark due={task.due} />
        )}
        <Menu
          label={t('acts', { title: task.title })}
          disabledKeys={TASK_ACTS.filter((act) => refusals[act] !== null)}
          onAction={(key) => {
            const act = TASK_ACTS.find((one) => one === key)
            if (act !== undefined) onAct(act)
          }}
        >
          {TASK_ACTS.map((act) => (
            <MenuRow
              key={act}
              id={act}
              textValue={names[act]}
              {...(refusals[act] === null ? {} : { note: refusals[act] })}
            >
              {names[act]}
            </MenuRow>
          ))}
        </Menu>
      </div>
      <TaskProgress task={task} />
    </li>
  )
}
