import type { GrantReply, ProjectReply, RightsReply } from '@dragoman/contract'
import {
  GRANT_ROLES,
  type GrantRole,
  isLimitable,
  isPerLanguage,
  isUnlimited,
  LIMITS,
  PROJECT_ROLES,
} from '@dragoman/core'
import { useMutation } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../components/FormDialog.tsx'
import { LimitChoice } from '../../components/LimitChoice.tsx'
import type { RoleLimits } from '../../lib/access/roles-in.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { isWithoutLanguage, rightsWithRole, withRole } from './cell-rights.ts'
import { LanguageChoice } from './LanguageChoice.tsx'
import styles from './Members.module.css'
import { NEW_RIGHTS, NeedsLanguage, RoleSelect } from './RightsFields.tsx'

export type RolesDialogProps = {
  readonly project: ProjectReply
  readonly name: string
  readonly rights: RightsReply
  /** What else there is to know before saving. */
  readonly note: ReactNode
  /** Resolves with whether they are saved; the dialog then closes. */
  readonly onSave: (rights: RightsReply) => Promise<boolean>
  readonly onClose: () => void
}

/** The main role of someone and further ones, each with its languages and namespaces. */
export function RolesDialog({ project, name, rights, note, onSave, onClose }: RolesDialogProps) {
  const { t } = useTranslation('members')
  const { grants: given = [], ...first } = rights
  const [main, setMain] = useState<RoleLimits>(first)
  const [grants, setGrants] = useState<readonly (GrantReply & { readonly id: number })[]>(
    given.map((grant, id) => ({ ...grant, id })),
  )
  const [isChecked, setIsChecked] = useState(false)
  const save = useMutation({ mutationFn: onSave })
  const hasMore = !isUnlimited(main.role)
  const chosen: RightsReply = {
    ...main,
    ...(hasMore && grants.length > 0 ? { grants: grants.map(({ id: _, ...grant }) => grant) } : {}),
  }
  const isIncomplete = isWithoutLanguage(chosen)
  const put = (id: number, change: Partial<GrantReply>) =>
    setGrants(grants.map((one) => (one.id === id ? { ...one, ...change } : one)))
  const add = () => {
    const isFree = (one: GrantRole) => one !== main.role && !grants.some((had) => had.role === one)
    const role = GRANT_ROLES.find(isFree) ?? 'translator'
    const id = Math.max(0, ...grants.map((one) => one.id)) + 1
    setGrants([...grants, { id, ...withRole(NEW_RIGHTS, role) }])
  }
  return (
    <FormDialog
      title={t('several.title', { name })}
      onClose={onClose}
      act={t('several.save')}
      request={save}
      onAct={() => {
        setIsChecked(true)
        if (!isIncomplete) save.mutate(chosen, { onSuccess: (isSaved) => isSaved && onClose() })
      }}
    >
      <p className={styles.useAbout}>{t('several.about')}</p>
      {save.isPending || save.data === true ? null : note}
      {isChecked && isIncomplete ? <NeedsLanguage /> : null}
      <fieldset className={styles.oneRole}>
        <legend>{t('several.main')}</legend>
        <RoleSelect
          roles={PROJECT_ROLES}
          value={main.role}
          onChange={(role) => setMain(rightsWithRole(main, role))}
          labelHidden
        />
        <Limits project={project} value={main} onChange={(change) => setMain({ ...main, ...change })} />
      </fieldset>
      {!hasMore
        ? null
        : grants.map((grant) => (
            <fieldset className={styles.oneRole} key={grant.id}>
              <legend>{t('several.also')}</legend>
              <div className={styles.oneRoleHead}>
                <RoleSelect
                  roles={GRANT_ROLES}
                  value={grant.role}
                  onChange={(role) => put(grant.id, withRole(grant, role))}
                  labelHidden
                />
                <IconButton
                  label={t('several.remove', { role: t(`roles.${grant.role}`) })}
                  onPress={() => setGrants(grants.filter((one) => one.id !== grant.id))}
                >
                  <Trash2 aria-hidden="true" />
                </IconButton>
              </div>
              <Limits project={project} value={grant} onChange={(change) => put(grant.id, change)} />
            </fieldset>
          ))}
      {hasMore && grants.length < LIMITS.grantsMax ? (
        <div>
          <Button onPress={add}>
            <Plus aria-hidden="true" />
            {t('several.add')}
          </Button>
        </div>
      ) : null}
    </FormDialog>
  )
}

function Limits({
  project,
  value,
  onChange,
}: {
  readonly project: ProjectReply
  readonly value: RoleLimits
  readonly onChange: (change: Partial<Pick<GrantReply, 'languages' | 'namespaces'>>) => void
}) {
  const { t } = useTranslation('members')
  if (!isLimitable(value.role)) return null
  return (
    <>
      {isPerLanguage(value.role) ? (
        <LanguageChoice
          all={project.languages.map(({ tag }) => tag)}
          value={value.languages}
          onChange={(languages) => onChange({ languages: languages && [...languages] })}
        />
      ) : null}
      {project.namespaces.length < 2 ? null : (
        <LimitChoice
          legend={t('namespaces')}
          everything={t('allNamespaces')}
          options={project.namespaces.map(({ name }) => ({ id: name, name }))}
          value={value.namespaces}
          onChange={(namespaces) => onChange({ namespaces: namespaces && [...namespaces] })}
        />
      )}
    </>
  )
}
