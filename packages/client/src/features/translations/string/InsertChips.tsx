import { Plus } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './InsertChips.module.css'

export type InsertChipsProps = {
  readonly insertables: readonly string[]
  /** The next digit selects one. */
  readonly isWaiting: boolean
  readonly onInsert: (text: string) => void
  readonly onStop: () => void
}

/** The placeholders and tags of the source, inserted at the caret by a click, or by `Alt I` and a number. */
export function InsertChips({ insertables, isWaiting, onInsert, onStop }: InsertChipsProps) {
  const { t } = useTranslation('translations')
  useEffect(() => {
    if (!isWaiting) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (['Alt', 'Shift', 'Control', 'Meta'].includes(event.key)) return
      const digit = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1]
      const chosen = digit === undefined ? undefined : insertables[Number(digit) - 1]
      if (chosen === undefined) return onStop()
      event.preventDefault()
      event.stopPropagation()
      onInsert(chosen)
    }
    window.addEventListener('keydown', onKeyDown, true)
    return () => window.removeEventListener('keydown', onKeyDown, true)
  }, [isWaiting, insertables, onInsert, onStop])

  return (
    <fieldset className={styles.chips} aria-label={t('box.insert')} data-waiting={isWaiting}>
      {insertables.map((text, index) => (
        <button
          key={text}
          type="button"
          className={styles.chip}
          dir="ltr"
          tabIndex={-1}
          aria-label={t('box.insertOne', { text })}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onInsert(text)}
        >
          {isWaiting ? <b>{index + 1}</b> : <Plus aria-hidden="true" />}
          {text}
        </button>
      ))}
    </fieldset>
  )
}
