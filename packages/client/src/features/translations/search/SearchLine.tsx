import { Search, X } from 'lucide-react'
import {
  type KeyboardEvent,
  memo,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../i18n/formats.ts'
import { Kbd } from '../../../ui/Kbd.tsx'
import { OptionList, useOptions } from '../../../ui/Options.tsx'
import styles from './SearchLine.module.css'
import {
  appliedQuery,
  commitTokens,
  completionsFor,
  type SearchLine as Line,
  MAX_QUERY,
  printSearchLine,
  readSearchLine,
  TOKENS,
  takeCompletion,
} from './search-line.ts'

/** A task, as named in the search instead of its number. */
export type SearchedTask = { readonly id: number; readonly title: string }

export type SearchLineProps = {
  readonly query: string
  readonly namespaces: readonly string[]
  /** Names for completing `by:`; called on demand. */
  readonly authors: () => readonly string[]
  readonly onQuery: (query: string) => void
  /** Enter and Arrow Down move from the search to the list. */
  readonly onLeave: () => void
  readonly task: SearchedTask | null
  readonly ref?: Ref<{ readonly focus: () => void }>
}

const APPLY_AFTER_MS = 220

/**
 * The search field: words and tokens. A finished token becomes a pill; names and values are suggested while
 * typing.
 */
export const SearchLine = memo(function SearchLine({
  query,
  namespaces,
  authors,
  onQuery,
  onLeave,
  task,
  ref,
}: SearchLineProps) {
  const { t } = useTranslation('translations')
  const formats = useFormats()
  const problemId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [line, setLine] = useState<Line>(() => readSearchLine(query))
  const [isOpen, setIsOpen] = useState(false)
  const applied = useRef(query)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useImperativeHandle(ref, () => ({ focus: () => input.current?.select() }), [])

  // The URL changed in another way: a chip, the back button.
  useEffect(() => {
    if (query === applied.current) return
    applied.current = query
    setLine(readSearchLine(query))
  }, [query])
  useEffect(() => () => clearTimeout(timer.current), [])

  const change = (next: Line, when: 'now' | 'soon') => {
    setLine(next)
    options.restart()
    clearTimeout(timer.current)
    const apply = () => {
      const printed = when === 'now' ? printSearchLine(next) : appliedQuery(next)
      if (printed === applied.current || printed.length > MAX_QUERY) return
      applied.current = printed
      onQuery(printed)
    }
    if (when === 'now') apply()
    else timer.current = setTimeout(apply, APPLY_AFTER_MS)
  }

  const isTooLong = printSearchLine(line).length > MAX_QUERY
  const completions =
    isOpen && !isTooLong
      ? completionsFor(line.text, { namespaces, authors: /by:/i.test(line.text) ? authors() : [] })
      : []
  const options = useOptions({
    options: completions,
    onTake: (option) => {
      change(takeCompletion(line, option), option.endsWith(':') ? 'soon' : 'now')
      input.current?.focus()
    },
    startsActive: false,
    tabTakes: true,
  })

  const nameOf = (pill: string) =>
    task !== null && pill === `task:${task.id}` ? t('search.task', { title: task.title }) : null

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || options.handleKey(event)) return
    if (event.key === 'Enter' || event.key === 'ArrowDown') {
      change(commitTokens({ ...line, text: `${line.text} ` }), 'now')
      onLeave()
    } else if (event.key === 'Escape' && completions.length > 0 && line.text !== '') setIsOpen(false)
    else if (event.key === 'Escape') onLeave()
    else if (event.key === 'Backspace' && line.pills.length > 0 && event.currentTarget.selectionEnd === 0) {
      const last = line.pills.at(-1) ?? ''
      change(
        { pills: line.pills.slice(0, -1), text: `${last}${line.text === '' ? '' : ` ${line.text}`}` },
        'soon',
      )
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <search className={styles.search} aria-label={t('search.label')}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a click next to the field focuses it; the keyboard reaches it anyway */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a larger target for the field */}
      <div className={styles.line} onClick={() => input.current?.focus()}>
        <Search aria-hidden="true" />
        {line.pills.map((pill) => (
          <button
            key={pill}
            type="button"
            className={styles.pill}
            dir={nameOf(pill) === null ? 'ltr' : 'auto'}
            title={nameOf(pill) ?? undefined}
            aria-label={t('search.remove', { token: nameOf(pill) ?? pill })}
            onClick={() => {
              change({ ...line, pills: line.pills.filter((other) => other !== pill) }, 'now')
              input.current?.focus()
            }}
          >
            {nameOf(pill) === null ? pill : <span>{nameOf(pill)}</span>}
            <X aria-hidden="true" />
          </button>
        ))}
        <input
          ref={input}
          className={styles.input}
          role="combobox"
          aria-label={t('search.label')}
          aria-expanded={completions.length > 0}
          {...options.fieldProps}
          placeholder={line.pills.length === 0 ? t('search.placeholder') : ''}
          dir="auto"
          spellCheck={false}
          autoComplete="off"
          value={line.text}
          onChange={(event) => {
            setIsOpen(true)
            const typed = commitTokens({ ...line, text: event.target.value })
            change(typed, typed.pills === line.pills ? 'soon' : 'now')
          }}
          onKeyDown={onKeyDown}
          onFocus={() => setIsOpen(line.text === '')}
          aria-invalid={isTooLong || undefined}
          aria-describedby={isTooLong ? problemId : undefined}
          onBlur={() => {
            setIsOpen(false)
            const committed = commitTokens({ ...line, text: `${line.text.trimEnd()} ` })
            if (committed.pills !== line.pills) change(committed, 'now')
          }}
        />
        {line.text === '' && line.pills.length === 0 ? (
          <Kbd keys="/" />
        ) : (
          <button
            type="button"
            className={styles.clear}
            aria-label={t('search.clear')}
            onClick={() => {
              change({ pills: [], text: '' }, 'now')
              input.current?.focus()
            }}
          >
            <X aria-hidden="true" />
          </button>
        )}
      </div>
      {isTooLong ? (
        <p id={problemId} className={styles.problem} role="alert">
          {t('search.tooLong', {
            max: formats.number(MAX_QUERY),
            length: formats.number(printSearchLine(line).length),
          })}
        </p>
      ) : null}
      <OptionList of={options} label={t('search.completions')} place="below" keyOf={(option) => option}>
        {(option) => (
          <>
            <code>{option}</code>
            {tokenOf(option) === undefined ? null : <small>{t(`search.token.${tokenOf(option)}`)}</small>}
          </>
        )}
      </OptionList>
    </search>
  )
})

/** Returns the token that an option is the name of, without a value. */
function tokenOf(option: string): (typeof TOKENS)[number] | undefined {
  return TOKENS.find((name) => option.replace(/^-/, '') === `${name}:`)
}
