import { ChevronDown, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { ComboBox } from 'react-aria-components/ComboBox'
import { FieldError } from 'react-aria-components/FieldError'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { useTranslation } from 'react-i18next'
import menu from '../../../ui/Menu.module.css'
import field from '../../../ui/TextField.module.css'
import styles from './NamespaceField.module.css'

export type NamespaceFieldProps = {
  readonly names: readonly string[]
  readonly value: string
  readonly onChange: (name: string) => void
  readonly problem?: string | undefined
}

const CREATE = 'create:'

/**
 * Selects an existing namespace; a new one requires *Create namespace*, so that a typo does not create one.
 */
export function NamespaceField({ names, value, onChange, problem }: NamespaceFieldProps) {
  const { t } = useTranslation('keys')
  const [text, setText] = useState(value)
  const known = names.includes(value) || value === '' ? names : [...names, value]
  const typed = text.trim()
  const isFiltering = typed !== value
  const found = isFiltering ? known.filter((name) => name.toLowerCase().includes(typed.toLowerCase())) : known
  const items = [
    ...found.map((name) => ({ id: name, text: name, isNew: false })),
    ...(typed === '' || known.includes(typed) ? [] : [{ id: `${CREATE}${typed}`, text: typed, isNew: true }]),
  ]
  return (
    <ComboBox
      className={field.field ?? ''}
      items={items}
      inputValue={text}
      onInputChange={(next) => {
        setText(next)
        if (known.includes(next.trim())) onChange(next.trim())
      }}
      selectedKey={value}
      onSelectionChange={(key) => {
        if (key === null) return setText(value)
        const id = String(key)
        const name = id.startsWith(CREATE) ? id.slice(CREATE.length) : id
        setText(name)
        onChange(name)
      }}
      onBlur={() => setText(value)}
      menuTrigger="focus"
      isInvalid={problem !== undefined}
    >
      <Label className={field.label ?? ''}>{t('field.move')}</Label>
      <div className={styles.line}>
        <Input
          className={`${field.input} ${field.code}`}
          dir="ltr"
          spellCheck={false}
          autoCapitalize="none"
        />
        <Button className={styles.button ?? ''}>
          <ChevronDown aria-hidden="true" />
        </Button>
      </div>
      <FieldError className={field.problem ?? ''}>{problem}</FieldError>
      <Popover className={`${menu.popover} ${styles.popover}`} offset={4}>
        <ListBox<(typeof items)[number]> className={menu.menu ?? ''}>
          {(item) => (
            <ListBoxItem id={item.id} textValue={item.text} className={menu.row ?? ''}>
              {item.isNew ? (
                <>
                  <Plus aria-hidden="true" />
                  <span className={menu.name}>{t('createNamespace', { name: item.text })}</span>
                </>
              ) : (
                <code className={menu.name} dir="ltr">
                  {item.text}
                </code>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}
