import { PROJECT_ROLES, type ProjectRole } from '@dragoman/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { Menu, MenuRow } from '../../ui/Menu.tsx'
import { SelectionBar } from '../../ui/SelectionBar.tsx'
import type { LimitKind } from './cell-rights.ts'

export type MemberSelectionBarProps = {
  /** Name of the project. */
  readonly project: string
  /** Number of selected members. */
  readonly count: number
  /** Of those whose rights can be changed. */
  readonly names: readonly string[]
  readonly refusal: string | null
  /** Why none of them can be limited to languages or namespaces, if everything else can be changed. */
  readonly limitRefusal: Readonly<Record<LimitKind, string | null>>
  readonly groupRefusal: string | null
  /** What their removal does. */
  readonly removalAbout: string
  readonly onRole: (role: ProjectRole) => void
  readonly onOpen: (what: LimitKind | 'add-to-group') => void
  /** Called when the removal is confirmed. */
  readonly onRemove: () => void
  readonly onClear: () => void
}

/** Actions for all selected members. Removing them asks first: it interrupts people at work. */
export function MemberSelectionBar({
  project,
  count,
  names,
  refusal,
  limitRefusal,
  groupRefusal,
  removalAbout,
  onRole,
  onOpen,
  onRemove,
  onClear,
}: MemberSelectionBarProps) {
  const { t } = useTranslation('members')
  const [isAsking, setIsAsking] = useState(false)
  const change = <Button refusal={refusal}>{t('changeRole')}</Button>
  return (
    <SelectionBar
      label={t('selection')}
      count={t('selectedCount', { count })}
      end={
        <>
          <Button look="ghost" refusal={refusal} onPress={() => setIsAsking(true)}>
            {t('remove')}
          </Button>
          <Button look="ghost" onPress={onClear}>
            {t('clear')}
          </Button>
        </>
      }
    >
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
      <Button refusal={refusal ?? limitRefusal.languages} onPress={() => onOpen('languages')}>
        {t('languages')}
      </Button>
      <Button refusal={refusal ?? limitRefusal.namespaces} onPress={() => onOpen('namespaces')}>
        {t('namespaces')}
      </Button>
      <Button refusal={groupRefusal} onPress={() => onOpen('add-to-group')}>
        {t('addToGroup')}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={t('removal.title', { count: names.length, project, name: names[0] ?? '' })}
          about={removalAbout}
          act={t('remove')}
          onAct={() => {
            setIsAsking(false)
            onRemove()
          }}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </SelectionBar>
  )
}
