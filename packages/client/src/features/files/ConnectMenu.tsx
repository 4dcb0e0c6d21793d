import { FolderSync, GitBranch, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useAccess } from '../../lib/access/access.ts'
import { Button } from '../../ui/Button.tsx'
import { Menu, MenuRow } from '../../ui/Menu.tsx'

export type SourceKind = 'folder' | 'repository'

/** What a project can be connected with. */
export function ConnectMenu({ onChoose }: { readonly onChoose: (kind: SourceKind) => void }) {
  const { t } = useTranslation('files')
  const refusal = useAccess().onProject('sources.manage')
  const trigger = (
    <Button refusal={refusal}>
      <Plus aria-hidden="true" />
      {t('connectSource')}
    </Button>
  )
  if (refusal !== null) return trigger
  return (
    <Menu
      trigger={trigger}
      label={t('connectSource')}
      onAction={(key) => onChoose(key === 'repository' ? 'repository' : 'folder')}
    >
      <MenuRow id="folder" textValue={t('connect')}>
        <FolderSync aria-hidden="true" /> {t('connect')}
      </MenuRow>
      <MenuRow id="repository" textValue={t('connectRepository')}>
        <GitBranch aria-hidden="true" /> {t('connectRepository')}
      </MenuRow>
    </Menu>
  )
}
