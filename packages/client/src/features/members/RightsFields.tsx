import type { ProjectReply } from '@dragoman/contract'
import { isPerLanguage, PROJECT_ROLES, type ProjectRole } from '@dragoman/core'
import { useTranslation } from 'react-i18next'
import type { RoleLimits } from '../../lib/access/roles-in.ts'
import { Note } from '../../ui/Note.tsx'
import { Select } from '../../ui/Select.tsx'
import { isWithoutLanguage, withRole } from './cell-rights.ts'
import { LanguageChoice } from './LanguageChoice.tsx'

/** Rights that still need a language. */
export const NEW_RIGHTS: RoleLimits = { role: 'translator', languages: [], namespaces: null }

export type RightsFieldsProps = {
  readonly project: ProjectReply
  readonly value: RoleLimits
  /** Whether missing languages are pointed out. */
  readonly isChecked: boolean
  readonly onChange: (rights: RoleLimits) => void
}

/** A role and, if it is per language, its languages. */
export function RightsFields({ project, value, isChecked, onChange }: RightsFieldsProps) {
  return (
    <>
      <RoleSelect
        roles={PROJECT_ROLES}
        value={value.role}
        onChange={(role) => onChange(withRole(value, role))}
      />
      {isPerLanguage(value.role) ? (
        <LanguageChoice
          all={project.languages.map(({ tag }) => tag)}
          value={value.languages}
          onChange={(languages) => onChange({ ...value, languages: languages && [...languages] })}
        />
      ) : null}
      {isChecked && isWithoutLanguage(value) ? <NeedsLanguage /> : null}
    </>
  )
}

export type RoleSelectProps<Role extends ProjectRole> = {
  readonly roles: readonly Role[]
  readonly value: Role
  readonly onChange: (role: Role) => void
  readonly labelHidden?: true
}

/** A role of a project, with what it permits. */
export function RoleSelect<Role extends ProjectRole>(props: RoleSelectProps<Role>) {
  const { roles, value, onChange, labelHidden } = props
  const { t } = useTranslation('members')
  return (
    <Select
      label={t('role')}
      {...(labelHidden ? { labelHidden } : {})}
      value={value}
      onChange={onChange}
      options={roles.map((id) => ({ id, name: t(`roles.${id}`), note: t(`roleNote.${id}`) }))}
    />
  )
}

/** Points out that a role has no languages. */
export function NeedsLanguage() {
  const { t } = useTranslation('members')
  return (
    <div role="alert">
      <Note tone="error">{t('needsLanguage')}</Note>
    </div>
  )
}
