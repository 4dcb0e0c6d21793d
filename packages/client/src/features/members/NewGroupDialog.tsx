import type { ProjectReply, RightsReply } from '@dragoman/contract'
import { LIMITS, type MemberRef, readMemberRef } from '@dragoman/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../components/FormDialog.tsx'
import { useFields } from '../../lib/use-fields.ts'
import { CheckboxGroup } from '../../ui/CheckboxGroup.tsx'
import { Note } from '../../ui/Note.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField, type TextFieldProps } from '../../ui/TextField.tsx'
import { isWithoutLanguage } from './cell-rights.ts'
import { memberMutations, memberQueries } from './queries.ts'
import { NEW_RIGHTS, RightsFields } from './RightsFields.tsx'
import { type MembersToChoose, useMembersToChoose } from './use-members-to-choose.ts'

const NEW = ''

type Group = { readonly id: number; readonly name: string }

export type NewGroupDialogProps = {
  readonly project: ProjectReply
  /** Null: a new one can be created here; otherwise why not. */
  readonly newRefusal: string | null
  /** Adds the group to the project; resolves with whether it is, and the dialog then closes. */
  readonly onDone: (group: Group, rights: RightsReply) => Promise<boolean>
  readonly onClose: () => void
}

/** Creates a group with its people, or chooses one, and asks what it can do in the project. */
export function NewGroupDialog({ project, newRefusal, onDone, onClose }: NewGroupDialogProps) {
  const { t } = useTranslation('members')
  const { data: all = [] } = useQuery(memberQueries.groups(project.slug))
  const groups = all.filter(({ isInProject }) => !isInProject)
  const { fields, bind } = useFields({
    group: NEW,
    name: '',
    people: [] as readonly MemberRef[],
    rights: NEW_RIGHTS,
  })
  const { group, name, people, rights } = fields
  const persons = useMembersToChoose(project.slug, { show: 'person' })
  const [isChecked, setIsChecked] = useState(false)
  // Created by an attempt that failed afterwards: the next one continues with it.
  const made = useRef<Group | null>(null)
  const createGroup = async (): Promise<Group> => {
    made.current ??= await memberMutations.createGroup(name.trim())
    if (people.length > 0)
      await memberMutations.addToGroup(
        made.current.id,
        people.map((who) => readMemberRef(who).id),
      )
    return made.current
  }
  // People who cannot create a group choose one, so that one of them is chosen at first.
  const known = groups.find(({ id }) => String(id) === group) ?? (newRefusal === null ? undefined : groups[0])
  const add = useMutation({ mutationFn: async () => onDone(known ?? (await createGroup()), rights) })
  const isNameMissing = known === undefined && name.trim() === ''
  const submit = () => {
    setIsChecked(true)
    if (isNameMissing || isWithoutLanguage(rights)) return
    add.mutate(undefined, { onSuccess: (isAdded) => isAdded && onClose() })
  }
  return (
    <FormDialog
      title={t('newGroup')}
      onClose={onClose}
      act={t(known === undefined ? 'group.create' : 'group.add')}
      request={add}
      refusal={known === undefined ? newRefusal : null}
      onAct={submit}
    >
      {newRefusal === null ? null : <Note tone="plain">{t('group.onlyOwnersCreate')}</Note>}
      {groups.length === 0 ? null : (
        <Select
          label={t('group.which')}
          {...bind('group')}
          value={known === undefined ? NEW : String(known.id)}
          options={[
            ...(newRefusal === null ? [{ id: NEW, name: t('group.new') }] : []),
            ...groups.map(({ id, name: shown }) => ({ id: String(id), name: shown })),
          ]}
        />
      )}
      {known !== undefined || newRefusal !== null ? null : (
        <NewGroupFields
          name={{ ...bind('name'), autoFocus: groups.length === 0 }}
          problem={isChecked && isNameMissing ? t('group.needsName') : undefined}
          persons={persons}
          people={bind('people')}
        />
      )}
      <RightsFields project={project} isChecked={isChecked} {...bind('rights')} />
    </FormDialog>
  )
}

type NewGroupFieldsProps = {
  readonly name: Pick<TextFieldProps, 'value' | 'onChange' | 'autoFocus'>
  readonly problem: string | undefined
  readonly persons: MembersToChoose
  readonly people: {
    readonly value: readonly MemberRef[]
    readonly onChange: (people: readonly MemberRef[]) => void
  }
}

/** The name of a new group, and the people in it. */
function NewGroupFields({ name, problem, persons, people }: NewGroupFieldsProps) {
  const { t } = useTranslation('members')
  return (
    <>
      <TextField label={t('group.name')} {...name} maxLength={LIMITS.nameMax} isRequired problem={problem} />
      {persons.search === null ? null : <TextField label={t('group.find')} {...persons.search} />}
      <CheckboxGroup
        legend={t('tabs.person')}
        options={persons.members.map(({ who, name: shown }) => ({ id: who, name: shown }))}
        value={people.value}
        onChange={(chosen) => {
          persons.keep(chosen)
          people.onChange(chosen)
        }}
      />
    </>
  )
}
