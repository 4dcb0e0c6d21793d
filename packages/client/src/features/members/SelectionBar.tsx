import { PROJECT_ROLES, type ProjectRole } from '@dragoman/core'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Menu, MenuRow } from '../../ui/Menu.tsx'
import styles from './Members.module.css'

export type SelectionBarProps = {
  readonly count: number
  readonly refusal: string | null
  readonly groupRefusal: string | null
  readonly onRole: (role: ProjectRole) => void
  readonly onOpen: (what: 'languages' | 'namespaces' | 'add-to-group') => void
  readonly onRemove: () => void
  readonly onClear: () => void
}

/** Actions for all selected members. */
export function SelectionBar({
  count,
  refusal,
  groupRefusal,
  onRole,
  onOpen,
  onRemove,
  onClear,
}: SelectionBarProps) {
  const { t } = useTranslation('members')
  const change = <Button refusal={refusal}>{t('changeRole')}</Button>
  return (
    <section className={styles.bulk} aria-label={t('selection')}>
      <b role="status">{t('selectedCount', { count })}</b>
      {refusal === null ? (
        <Menu
          label={t('changeRole')}
          placement="bottom start"
          onAction={(key) => {
            const role = PROJECT_ROLES.find((one) => one === key)
            if (role !== undefined) onRole(role)
          }}
          trigger={change}
        >
          {PROJECT_ROLES.map((role) => (
            <MenuRow key={role} id={role} textValue={t(`roles.${role}`)} note={t(`roleNote.${role}`)}>
              {t(`roles.${role}`)}
            </MenuRow>
          ))}
        </Menu>
      ) : (
        change
      )}
      <Button refusal={refusal} onPress={() => onOpen('languages')}>
        {t('languages')}
      </Button>
      <Button refusal={refusal} onPress={() => onOpen('namespaces')}>
        {t('namespaces')}
      </Button>
      <Button refusal={groupRefusal} onPress={() => onOpen('add-to-group')}>
        {t('addToGroup')}
      </Button>
      <span className="grow" />
      <Button look="ghost" refusal={refusal} onPress={onRemove}>
        {t('remove')}
      </Button>
      <Button look="ghost" onPress={onClear}>
        {t('clear')}
      </Button>
    </section>
  )
}
