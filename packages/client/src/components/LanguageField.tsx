import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'
import { findLanguages, languageNamed, unknownTag } from '../lib/language-list.ts'
import { ComboBox } from '../ui/ComboBox.tsx'
import menu from '../ui/Menu.module.css'

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
  const shown = useCallback(
    (tag: string | null) => (tag === null ? '' : `${languageName(tag)} (${tag})`),
    [languageName],
  )
  const [text, setText] = useState(shown(value))
  const [reported, setReported] = useState(value)
  const [isLeft, setIsLeft] = useState(false)
  // The value was changed from outside, such as by a scanned folder.
  if (value !== reported) {
    setReported(value)
    setText(shown(value))
    setIsLeft(false)
  }
  const report = (tag: string | null) => {
    setReported(tag)
    if (tag !== value) onChange(tag)
  }
  const chosen = value !== null && text === shown(value) ? value : null
  const options = useLanguageOptions(text, chosen, { taken, shown })
  const isMissing = value === null && (isAsked || (isLeft && text.trim() !== ''))

  return (
    <ComboBox
      label={label}
      hint={value === null || text === shown(value) ? t('languageField.hint') : shown(value)}
      problem={isMissing ? t('languageField.choose') : undefined}
      options={options}
      openLabel={t('languageField.open')}
      inputValue={text}
      onInputChange={(next) => {
        setText(next)
        setIsLeft(false)
        if (value === null || next !== shown(value)) {
          const named = languageNamed(next, locale)
          report(named !== null && taken.has(named) ? null : named)
        }
      }}
      selectedKey={chosen}
      onSelectionChange={(key) => {
        if (key === null) return
        const tag = String(key)
        report(tag)
        setText(shown(tag))
      }}
      onBlur={() => {
        setIsLeft(true)
        if (value !== null) setText(shown(value))
      }}
      allowsCustomValue
      autoFocus={autoFocus}
      menuTrigger="input"
    >
      {({ name, note }) => (
        <>
          <span className={menu.name}>
            <bdi>{name}</bdi>
          </span>
          {note === '' ? null : (
            <span className={menu.note}>
              <bdi>{note}</bdi>
            </span>
          )}
        </>
      )}
    </ComboBox>
  )
}

type OptionsOf = {
  readonly taken: ReadonlySet<string>
  readonly shown: (tag: string) => string
}

/** Returns the languages that match the text, always with the chosen one, and last the text as a code. */
function useLanguageOptions(text: string, chosen: string | null, { taken, shown }: OptionsOf) {
  const { t } = useTranslation()
  const { locale, languageName } = useFormats()
  const unknown = chosen === null ? unknownTag(text) : null
  const query = chosen === null ? text : ''
  return useMemo(() => {
    const languages = findLanguages(query, locale, taken).map(({ tag, name, ownName }) => ({
      id: tag,
      text: shown(tag),
      name,
      note: ownName === name ? tag : `${ownName} · ${tag}`,
    }))
    const isListed = chosen === null || languages.some(({ id }) => id === chosen)
    return [
      // The chosen language has to be in the list, otherwise the field would not know its text.
      ...(isListed ? [] : [{ id: chosen, text: shown(chosen), name: languageName(chosen), note: chosen }]),
      ...languages,
      ...(unknown === null
        ? []
        : [
            {
              id: unknown,
              text: shown(unknown),
              name: t('languageField.unknown', { tag: unknown }),
              note: '',
            },
          ]),
    ]
  }, [query, locale, taken, unknown, chosen, languageName, shown, t])
}
