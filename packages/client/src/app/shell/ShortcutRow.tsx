import { RotateCcw } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button as AriaButton, type ButtonProps } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import { hasKeys, type KeysRefusal, refusalOf } from '../../lib/shortcuts/refuse-keys.ts'
import { chooseKeys } from '../../lib/shortcuts/shortcut-keys.ts'
import { keySigns, type ListedShortcut, pressedKeys } from '../../lib/shortcuts/shortcuts.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import styles from './ShortcutsDialog.module.css'

const MODIFIERS = new Set(['Control', 'Meta', 'Alt', 'Shift', 'AltGraph', 'CapsLock'])

type ShortcutRowProps = { readonly shortcut: ListedShortcut; readonly all: readonly ListedShortcut[] }

/** Records other keys for a shortcut. They apply immediately; *Escape* keeps the current ones. */
function useRecordedKeys({ shortcut, all }: ShortcutRowProps) {
  const { t } = useTranslation()
  const [isAsking, setIsAsking] = useState(false)
  const [refusal, setRefusal] = useState<{ readonly reason: KeysRefusal; readonly by: string } | null>(null)
  const ask = (isAgain: boolean) => {
    setRefusal(null)
    setIsAsking(isAgain)
  }
  // Recorded keys must not propagate: the dialog would close on Escape
  const take: NonNullable<ButtonProps['onKeyDown']> = (event) => {
    if (!isAsking) return event.continuePropagation()
    if (MODIFIERS.has(event.key)) return
    event.preventDefault()
    if (event.key === 'Escape') return ask(false)
    const keys = pressedKeys(event)
    const reason = refusalOf(keys, shortcut, all)
    if (reason !== null) {
      const other = all.find((one) => one.id !== shortcut.id && hasKeys(one, keys))
      return setRefusal({ reason, by: other === undefined ? '' : t(other.label) })
    }
    chooseKeys(shortcut.id, keys === shortcut.ownKeys ? null : keys)
    ask(false)
  }
  return { isAsking, refusal, start: () => ask(true), stop: () => setIsAsking(false), take }
}

/** One shortcut with its keys; pressing the button records new keys, which apply immediately. */
export function ShortcutRow({ shortcut, all }: ShortcutRowProps) {
  const { t } = useTranslation()
  const { isAsking, refusal, start, stop, take } = useRecordedKeys({ shortcut, all })
  const changeButton = useRef<HTMLButtonElement>(null)
  const label = t(shortcut.label)

  return (
    <div className={styles.row}>
      <dt>{label}</dt>
      <dd className={styles.keys}>
        {shortcut.keys === shortcut.ownKeys ? null : (
          <IconButton
            size="small"
            label={t('shortcuts.resetOne', { action: label })}
            onPress={() => {
              chooseKeys(shortcut.id, null)
              changeButton.current?.focus() // this button is about to disappear
            }}
          >
            <RotateCcw aria-hidden="true" />
          </IconButton>
        )}
        {shortcut.run === undefined ? (
          <>
            <Kbd keys={shortcut.keys} />
            <span className="visually-hidden">{shortcut.keys}</span>
          </>
        ) : (
          <AriaButton
            ref={changeButton}
            className={styles.change ?? ''}
            aria-label={
              isAsking
                ? `${label}: ${t('shortcuts.press')}`
                : t('shortcuts.change', { action: label, keys: keySigns(shortcut.keys).join(' ') })
            }
            onPress={start}
            onKeyDown={take}
            onBlur={stop}
          >
            {isAsking ? t('shortcuts.press') : <Kbd keys={shortcut.keys} />}
          </AriaButton>
        )}
        {refusal === null ? null : (
          <span role="alert" className={styles.refusal}>
            {t(`shortcuts.refused.${refusal.reason}`, { action: refusal.by })}
          </span>
        )}
      </dd>
    </div>
  )
}
