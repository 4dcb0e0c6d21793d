import type { MemberReply, ProjectReply, RightsReply } from '@dragoman/contract'
import { isPerLanguage, LIMITS, type MemberRef, PROJECT_ROLES, readMemberRef } from '@dragoman/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import type { RoleLimits } from '../../lib/access/roles-in.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { isWithoutLanguage } from './cell-rights.ts'
import { LanguageChoice } from './LanguageChoice.tsx'
import styles from './Members.module.css'
import { memberMutations, memberQueries } from './queries.ts'

const NEW = ''

type Group = { readonly id: number; readonly name: string }

export type NewGroupDialogProps = {
  readonly project: ProjectReply
  readonly members: readonly MemberReply[]
  /** Null: a new one can be created here; otherwise why not. */
  readonly newRefusal: string | null
  readonly onDone: (group: Group, rights: RightsReply) => void
  readonly onClose: () => void
}

/** Creates a group with its people, or chooses one, and asks what it can do in the project. */
export function NewGroupDialog({ project, members, newRefusal, onDone, onClose }: NewGroupDialogProps) {
  const { t } = useTranslation('members')
  const { data: groups = [] } = useQuery(memberQueries.groups(project.slug))
  const [group, setGroup] = useState(NEW)
  const [name, setName] = useState('')
  const [people, setPeople] = useState<readonly MemberRef[]>([])
  const [rights, setRights] = useState<RoleLimits>({ role: 'translator', languages: [], namespaces: null })
  const [isChecked, setIsChecked] = useState(false)
  // Created by an attempt that failed afterwards: the next one continues with it.
  const made = useRef<Group | null>(null)
  const create = useMutation({
    mutationFn: async (): Promise<Group> => {
      made.current ??= await memberMutations.createGroup(name.trim())
      if (people.length > 0)
        await memberMutations.addToGroup(
          made.current.id,
          people.map((who) => readMemberRef(who).id),
        )
      return made.current
    },
    onSuccess: (done) => onDone(done, rights),
  })
  const known = groups.find(({ id }) => String(id) === group)
  const persons = members.filter(({ kind }) => kind === 'person')
  const isNameMissing = known === undefined && name.trim() === ''
  const submit = () => {
    setIsChecked(true)
    if (isNameMissing || isWithoutLanguage(rights)) return
    if (known === undefined) create.mutate()
    else onDone(known, rights)
  }
  return (
    <Dialog
      title={t('newGroup')}
      isOpen
      onClose={onClose}
      actions={
        <Button
          look="primary"
          isPending={create.isPending}
          refusal={known === undefined ? newRefusal : null}
          onPress={submit}
        >
          {t(known === undefined ? 'group.create' : 'group.add')}
        </Button>
      }
    >
      <div className={styles.form}>
        <ErrorLine error={create.error} />
        {groups.length === 0 ? null : (
          <Select
            label={t('group.which')}
            value={group}
            onChange={setGroup}
            options={[
              { id: NEW, name: t('group.new') },
              ...groups.map(({ id, name: shown }) => ({ id: String(id), name: shown })),
            ]}
          />
        )}
        {known !== undefined ? null : (
          <>
            <TextField
              label={t('group.name')}
              value={name}
              onChange={setName}
              maxLength={LIMITS.nameMax}
              isRequired
              autoFocus={groups.length === 0}
              problem={isChecked && isNameMissing ? t('group.needsName') : undefined}
            />
            <fieldset className={styles.choices}>
              <legend>{t('tabs.person')}</legend>
              {persons.map(({ who, name: shown }) => (
                <Checkbox
                  key={who}
                  isSelected={people.includes(who)}
                  onChange={(isIn) =>
                    setPeople(isIn ? [...people, who] : people.filter((one) => one !== who))
                  }
                >
                  <bdi>{shown}</bdi>
                </Checkbox>
              ))}
            </fieldset>
          </>
        )}
        <Select
          label={t('role')}
          value={rights.role}
          onChange={(id) => {
            const role = PROJECT_ROLES.find((one) => one === id) ?? rights.role
            setRights({ ...rights, role, languages: isPerLanguage(role) ? rights.languages : null })
          }}
          options={PROJECT_ROLES.map((id) => ({ id, name: t(`roles.${id}`), note: t(`roleNote.${id}`) }))}
        />
        {!isPerLanguage(rights.role) ? null : (
          <>
            <LanguageChoice
              all={project.languages.map(({ tag }) => tag)}
              value={rights.languages}
              onChange={(languages) => setRights({ ...rights, languages: languages && [...languages] })}
            />
            {isChecked && isWithoutLanguage(rights) ? (
              <div role="alert">
                <Note tone="error">{t('needsLanguage')}</Note>
              </div>
            ) : null}
          </>
        )}
      </div>
    </Dialog>
  )
}
