import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcuts } from '../../../lib/shortcuts/shortcuts.ts'
import { useLatestCallback } from '../../../lib/use-latest-callback.ts'
import styles from './KeyFilter.module.css'

const PAUSE_MS = 200

/**
 * Search within the grid, with the same syntax as in the editor (`ns:checkout`, `key:invoice*`,
 * `is:failing`).
 */
export function KeyFilter({
  value,
  onChange,
}: {
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  const { t } = useTranslation('keys')
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  const change = useLatestCallback(onChange)
  const applied = useRef(value)
  // The URL changed in another way. What was applied arrives late, while more is typed.
  useEffect(() => {
    if (value === applied.current) return
    applied.current = value
    setText(value)
  }, [value])
  useEffect(() => {
    if (text === applied.current) return
    const timer = setTimeout(() => {
      applied.current = text
      change(text)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, change])
  useShortcuts([
    {
      id: 'keys-filter',
      keys: '/',
      label: 'keys:filter',
      group: 'common:screens.keys',
      run: () => input.current?.focus(),
    },
  ])
  return (
    <div className={styles.line}>
      <Search aria-hidden="true" />
      <input
        ref={input}
        type="search"
        className={styles.input}
        aria-label={t('filter')}
        placeholder={t('filterExample')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        dir="auto"
      />
    </div>
  )
}
