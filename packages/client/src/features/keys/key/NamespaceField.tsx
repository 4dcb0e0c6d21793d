import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ComboBox } from '../../../ui/ComboBox.tsx'
import menu from '../../../ui/Menu.module.css'

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
      label={t('field.move')}
      problem={problem}
      options={items}
      isCode
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
    >
      {({ text: name, isNew }) =>
        isNew ? (
          <>
            <Plus aria-hidden="true" />
            <span className={menu.name}>{t('createNamespace', { name })}</span>
          </>
        ) : (
          <code className={menu.name} dir="ltr">
            {name}
          </code>
        )
      }
    </ComboBox>
  )
}
