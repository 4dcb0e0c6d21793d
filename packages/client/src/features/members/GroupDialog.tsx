import { LIMITS } from '@dragoman/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../components/FormDialog.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { memberMutations, memberQueries } from './queries.ts'

const NEW = ''

export type GroupDialogProps = {
  readonly project: string
  readonly title: string
  /** Null: a new one can be created here; otherwise why not. */
  readonly newRefusal: string | null
  readonly onChoose: (group: { readonly id: number; readonly name: string }) => void
  readonly onClose: () => void
}

/** Chooses a group, or creates one. */
export function GroupDialog({ project, title, newRefusal, onChoose, onClose }: GroupDialogProps) {
  const { t } = useTranslation('members')
  const { data: groups = [] } = useQuery(memberQueries.groups(project))
  const [group, setGroup] = useState(NEW)
  const [name, setName] = useState('')
  const create = useMutation({
    mutationFn: () => memberMutations.createGroup(name.trim()),
    onSuccess: onChoose,
  })
  const chosen = groups.find(({ id }) => String(id) === group)
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      size="small"
      act={t(chosen === undefined ? 'group.create' : 'group.add')}
      request={create}
      isDisabled={chosen === undefined && name.trim() === ''}
      refusal={chosen === undefined ? newRefusal : null}
      onAct={() => (chosen === undefined ? create.mutate() : onChoose(chosen))}
    >
      <Select
        label={t('group.which')}
        value={group}
        onChange={setGroup}
        options={[
          { id: NEW, name: t('newGroup') },
          ...groups.map(({ id, name: shown }) => ({ id: String(id), name: shown })),
        ]}
      />
      {group === NEW ? (
        <TextField
          label={t('group.name')}
          value={name}
          onChange={setName}
          maxLength={LIMITS.nameMax}
          isRequired
        />
      ) : null}
    </FormDialog>
  )
}
