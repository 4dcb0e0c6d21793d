import { PROJECT_ROLES, type ProjectRole } from '@dragoman/core'
import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Menu, MenuRow } from '../../ui/Menu.tsx'
import styles from './Members.module.css'

export type RoleMenuProps = {
  /** Null: an owner of the instance. */
  readonly role: ProjectRole | null
  readonly label: string
  readonly refusal: string | null
  readonly onChoose: (role: ProjectRole) => void
}

/** A role as a menu; choosing another applies immediately. */
export function RoleMenu({ role, label, refusal, onChoose }: RoleMenuProps) {
  const { t } = useTranslation('members')
  const name = role === null ? t('owner') : t(`roles.${role}`)
  const button = (
    <Button look="quiet" size="small" excludeFromTabOrder refusal={refusal} aria-label={`${label}: ${name}`}>
      {name}
      {refusal === null ? <ChevronDown aria-hidden="true" className={styles.chevron} /> : null}
    </Button>
  )
  if (refusal !== null) return button
  return (
    <Menu
      label={label}
      placement="bottom start"
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={role === null ? [] : [role]}
      onAction={(key) => {
        const chosen = PROJECT_ROLES.find((one) => one === key)
        if (chosen !== undefined && chosen !== role) onChoose(chosen)
      }}
      trigger={button}
    >
      {PROJECT_ROLES.map((one) => (
        <MenuRow key={one} id={one} textValue={t(`roles.${one}`)} note={t(`roleNote.${one}`)}>
          {t(`roles.${one}`)}
        </MenuRow>
      ))}
    </Menu>
  )
}
