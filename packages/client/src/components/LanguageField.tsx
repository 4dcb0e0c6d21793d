import { ChevronDown } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { ComboBox } from 'react-aria-components/ComboBox'
import { FieldError } from 'react-aria-components/FieldError'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Text } from 'react-aria-components/Text'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'
import { findLanguages, languageNamed, unknownTag } from '../lib/language-list.ts'
import menu from '../ui/Menu.module.css'
import select from '../ui/Select.module.css'
import field from '../ui/TextField.module.css'
import styles from './LanguageField.module.css'

export type LanguageFieldProps = {
  readonly label: string
  /** A language code, or null while the typed text is not one. */
  readonly value: string | null
  readonly onChange: (tag: string | null) => void
  /** Languages that exist already and are not offered. */
  readonly taken?: ReadonlySet<string>
  readonly autoFocus?: boolean
  /** Shows that a language is missing, such as after submitting a form without one. */
  readonly isAsked?: boolean
}

const NONE: ReadonlySet<string> = new Set()

/**
 * A language field, searchable by name in any language or by code. A code that is not a known language has to
 * be chosen explicitly.
 */
export function LanguageField({
  label,
  value,
  onChange,
  taken = NONE,
  autoFocus = false,
  isAsked = false,
}: LanguageFieldProps) {
  const { t } = useTranslation()
  const { locale, languageName } = useFormats()
  const shown = (tag: string | null) => (tag === null ? '' : `${languageName(tag)} (${tag})`)
  const [text, setText] = useState(shown(value))
  const [told, setTold] = useState(value)
  const [isLeft, setIsLeft] = useState(false)
  // The value was changed from outside, such as by a scanned folder.
  if (value !== told) {
    setTold(value)
    setText(shown(value))
    setIsLeft(false)
  }
  const tell = (tag: string | null) => {
    setTold(tag)
    if (tag !== value) onChange(tag)
  }
  const chosen = value !== null && text === shown(value) ? value : null
  const unknown = chosen === null ? unknownTag(text) : null
  const query = chosen === null ? text : ''
  const options = useMemo(() => {
    const languages = findLanguages(query, locale, taken).map(({ tag, name, ownName }) => ({
      tag,
      name,
      note: ownName === name ? tag : `${ownName} · ${tag}`,
    }))
    const isListed = chosen === null || languages.some(({ tag }) => tag === chosen)
    return [
      // The chosen language has to be in the list, otherwise the field would not know its text.
      ...(isListed ? [] : [{ tag: chosen, name: languageName(chosen), note: chosen }]),
      ...languages,
      ...(unknown === null
        ? []
        : [{ tag: unknown, name: t('languageField.unknown', { tag: unknown }), note: '' }]),
    ]
  }, [query, locale, taken, unknown, chosen, languageName, t])
  const isMissing = value === null && (isAsked || (isLeft && text.trim() !== ''))

  return (
    <ComboBox
      className={field.field ?? ''}
      items={options}
      inputValue={text}
      onInputChange={(next) => {
        setText(next)
        setIsLeft(false)
        if (value === null || next !== shown(value)) {
          const named = languageNamed(next, locale)
          tell(named !== null && taken.has(named) ? null : named)
        }
      }}
      selectedKey={chosen}
      onSelectionChange={(key) => {
        if (key === null) return
        const tag = String(key)
        tell(tag)
        setText(shown(tag))
      }}
      onBlur={() => {
        setIsLeft(true)
        if (value !== null) setText(shown(value))
      }}
      allowsCustomValue
      autoFocus={autoFocus}
      menuTrigger="input"
      isInvalid={isMissing}
      validationBehavior="aria"
    >
      <Label className={field.label ?? ''}>{label}</Label>
      <div className={styles.line}>
        <Input className={`${field.input} ${styles.input}`} autoComplete="off" spellCheck="false" />
        <Button className={styles.open ?? ''} aria-label={t('languageField.open')}>
          <ChevronDown aria-hidden="true" />
        </Button>
      </div>
      <Text slot="description" className={field.hint ?? ''}>
        {value === null || text === shown(value) ? t('languageField.hint') : shown(value)}
      </Text>
      <FieldError className={field.problem ?? ''}>{isMissing ? t('languageField.choose') : ''}</FieldError>
      <Popover className={`${menu.popover} ${select.popover}`} offset={4}>
        <ListBox className={menu.menu ?? ''}>
          {(option: (typeof options)[number]) => (
            <ListBoxItem id={option.tag} textValue={shown(option.tag)} className={menu.row ?? ''}>
              <span className={menu.name}>
                <bdi>{option.name}</bdi>
              </span>
              {option.note === '' ? null : (
                <span className={menu.note}>
                  <bdi>{option.note}</bdi>
                </span>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}
