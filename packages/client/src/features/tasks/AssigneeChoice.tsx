import type { TaskCandidate } from '@dragoman/contract'
import { type MemberRef, readMemberRef } from '@dragoman/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../components/Avatar.tsx'
import { endonym, useFormats } from '../../i18n/formats.ts'
import { useFailureText } from '../../lib/server/failure-text.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { type TaskGoal, type TaskStrings, taskQueries } from './queries.ts'
import styles from './TaskDialog.module.css'

export type Assignee = { readonly id: MemberRef<'user' | 'group'>; readonly name: string }

export type AssigneeChoiceProps = {
  readonly project: string
  readonly goal: TaskGoal
  readonly languages: readonly string[]
  readonly strings: TaskStrings
  readonly value: readonly Assignee[]
  readonly onChange: (assignees: readonly Assignee[]) => void
  readonly problem?: string | undefined
}

/** With more candidates than this, there is a search field. */
const EASY_TO_SEE = 8

/** People and groups; those who cannot do any of it are greyed out with the reason. */
export function AssigneeChoice(props: AssigneeChoiceProps) {
  const { project, goal, languages, strings, value, onChange, problem } = props
  const { t } = useTranslation('tasks')
  const formats = useFormats()
  const failureText = useFailureText()
  const [q, setQ] = useState('')
  const { data, error } = useQuery(taskQueries.candidates(project, { goal, languages, strings, q }))
  const found = data?.candidates ?? []
  const isChosen = (id: string) => value.some((one) => one.id === id)
  const chosenElsewhere = value.filter(({ id }) => !found.some((one) => one.id === id))

  /** Returns why not, or in which languages not; null: allowed everywhere. */
  function about({ refusals }: TaskCandidate): { readonly text: string; readonly isRefused: boolean } | null {
    const refused = refusals.filter(({ refusal }) => refusal !== null)
    const [first] = refused
    if (first === undefined || first.refusal === null) return null
    if (refused.length === refusals.length)
      return { text: t(`refusal.${first.refusal}`, { defaultValue: t('refusal.other') }), isRefused: true }
    const names = formats.list(refused.map(({ language }) => endonym(language)))
    return { text: t('refusal.some', { languages: names }), isRefused: false }
  }

  function row({ id, name }: Assignee, why: ReturnType<typeof about>) {
    const chosen = isChosen(id)
    const aboutId = `task-candidate-${id.replace(':', '-')}`
    return (
      <div key={id}>
        <Checkbox
          isSelected={chosen}
          isDisabled={why?.isRefused === true && !chosen}
          {...(why === null ? {} : { 'aria-describedby': aboutId })}
          onChange={(isIn) =>
            onChange(isIn ? [...value, { id, name }] : value.filter((one) => one.id !== id))
          }
        >
          <span className={styles.person}>
            <Avatar id={id} name={name} size={20} />
            <bdi>{name}</bdi>
            {readMemberRef(id).kind === 'group' ? <span className="muted">{t('group')}</span> : null}
          </span>
        </Checkbox>
        {why === null ? null : (
          // Next to it and not greyed out, so that the reason is readable.
          <small id={aboutId} className={styles.why}>
            {why.text}
          </small>
        )}
      </div>
    )
  }

  const isLong = data?.hasMore === true || q !== '' || found.length > EASY_TO_SEE
  return (
    <fieldset className={styles.choices}>
      <legend>{t('assignees')}</legend>
      {isLong ? (
        <TextField
          label={t('find')}
          labelHidden
          placeholder={t('find')}
          value={q}
          onChange={setQ}
          maxLength={100}
        />
      ) : null}
      <div className={styles.people}>
        {chosenElsewhere.map((one) => row(one, null))}
        {found.map((one) => row(one, about(one)))}
      </div>
      {data !== undefined && found.length === 0 ? <p className="muted">{t('nobodyFound')}</p> : null}
      {data?.hasMore === true ? <p className="muted">{t('morePeople')}</p> : null}
      {error === null || data !== undefined ? null : <p role="alert">{failureText(error)}</p>}
      {problem === undefined ? null : (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </fieldset>
  )
}
