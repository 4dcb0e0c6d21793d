import type { RightsReply } from '@dragoman/contract'
import { isUnlimited, PROJECT_ROLES, type ProjectRole } from '@dragoman/core'
import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { rolesIn } from '../../lib/access/roles-in.ts'
import { Button } from '../../ui/Button.tsx'
import { Menu, MenuRow } from '../../ui/Menu.tsx'
import styles from './Members.module.css'

const SEVERAL = 'several'

export type RoleMenuProps = {
  /** Null: an owner of the instance. */
  readonly rights: RightsReply | null
  readonly label: string
  readonly refusal: string | null
  readonly onChoose: (role: ProjectRole) => void
  /** Opens the roles with their languages and namespaces. */
  readonly onSeveral: () => void
}

/** Roles as a menu; choosing another main role applies immediately. */
export function RoleMenu({ rights, label, refusal, onChoose, onSeveral }: RoleMenuProps) {
  const { t } = useTranslation('members')
  const formats = useFormats()
  const roles = rights === null ? [] : [...new Set(rolesIn(rights).map((one) => one.role))]
  const name = rights === null ? t('owner') : formats.sideBySide(roles.map((one) => t(`roles.${one}`)))
  // Owners of the server can do everything: there is no role to change.
  if (rights === null) return <span className={styles.plainRole}>{name}</span>
  const button = (
    <Button look="quiet" size="small" excludeFromTabOrder refusal={refusal} aria-label={`${label}: ${name}`}>
      <span className={styles.name} title={roles.length > 1 ? name : undefined}>
        {name}
      </span>
      {refusal === null ? <ChevronDown aria-hidden="true" className={styles.chevron} /> : null}
    </Button>
  )
  if (refusal !== null) return button
  return (
    <Menu
      label={label}
      chosen={rights.role}
      onAction={(key) => {
        if (key === SEVERAL) return onSeveral()
        const chosen = PROJECT_ROLES.find((one) => one === key)
        if (chosen !== undefined && chosen !== rights.role) onChoose(chosen)
      }}
      trigger={button}
    >
      {PROJECT_ROLES.map((one) => (
        <MenuRow key={one} id={one} textValue={t(`roles.${one}`)} note={t(`roleNote.${one}`)}>
          {t(`roles.${one}`)}
        </MenuRow>
      ))}
      {isUnlimited(rights.role) ? null : (
        <MenuRow id={SEVERAL} textValue={t('several.open')}>
          {t('several.open')}
        </MenuRow>
      )}
    </Menu>
  )
}
