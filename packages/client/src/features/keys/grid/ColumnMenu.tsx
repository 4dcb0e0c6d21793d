import type { ProjectReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { endonym, useFormats } from '../../../i18n/formats.ts'
import { Button } from '../../../ui/Button.tsx'
import { Menu, MenuRow } from '../../../ui/Menu.tsx'

export type ColumnMenuProps = {
  readonly project: ProjectReply
  readonly columns: readonly string[]
  readonly onChange: (columns: readonly string[]) => void
}

/** Selects the languages shown side by side. */
export function ColumnMenu({ project, columns, onChange }: ColumnMenuProps) {
  const { t } = useTranslation('keys')
  const formats = useFormats()
  const all = project.languages.map(({ tag }) => tag)
  return (
    <Menu
      label={t('columns')}
      selectionMode="multiple"
      disallowEmptySelection
      selectedKeys={columns}
      onSelectionChange={(keys) => onChange(keys === 'all' ? all : all.filter((tag) => keys.has(tag)))}
      trigger={
        <Button>
          {t('columns')}{' '}
          <span className="muted">
            {t('of', { shown: formats.number(columns.length), all: formats.number(all.length) })}
          </span>
        </Button>
      }
    >
      {all.map((tag) => (
        <MenuRow
          key={tag}
          id={tag}
          textValue={formats.languageName(tag)}
          note={formats.languageName(tag)}
          lang={tag}
        >
          {endonym(tag)}
        </MenuRow>
      ))}
    </Menu>
  )
}
