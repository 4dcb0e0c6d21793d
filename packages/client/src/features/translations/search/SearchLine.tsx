import { LIMITS } from '@dragoman/core'
import { Search, X } from 'lucide-react'
import {
  type ChangeEvent,
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
import { isComposing } from '../../../lib/is-composing.ts'
import { Kbd } from '../../../ui/Kbd.tsx'
import { OptionList, useOptions } from '../../../ui/Options.tsx'
import styles from './SearchLine.module.css'
import {
  appliedQuery,
  commitTokens,
  completionsFor,
  type SearchLine as Line,
  printSearchLine,
  readSearchLine,
  TOKENS,
  takeCompletion,
  withoutLastPill,
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

/** Returns what is typed in the search field, which is applied after a pause. */
function useTypedSearch(query: string, onQuery: (query: string) => void) {
  const [line, setLine] = useState<Line>(() => readSearchLine(query))
  const applied = useRef(query)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  // The URL changed in another way: a chip, the back button.
  useEffect(() => {
    if (query === applied.current) return
    applied.current = query
    clearTimeout(timer.current)
    setLine(readSearchLine(query))
  }, [query])
  useEffect(() => () => clearTimeout(timer.current), [])

  const change = (next: Line, when: 'now' | 'soon') => {
    setLine(next)
    clearTimeout(timer.current)
    const apply = () => {
      const printed = when === 'now' ? printSearchLine(next) : appliedQuery(next)
      if (printed === applied.current || printed.length > LIMITS.queryMax) return
      applied.current = printed
      onQuery(printed)
    }
    if (when === 'now') apply()
    else timer.current = setTimeout(apply, APPLY_AFTER_MS)
  }
  return { line, change }
}

/** The search as it is typed, with what completes it, and what the keys of its field do. */
function useCompletedSearch({ query, namespaces, authors, onQuery, onLeave, ref }: SearchLineProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const typed = useTypedSearch(query, onQuery)
  const { line } = typed
  const { length } = printSearchLine(line)
  const isTooLong = length > LIMITS.queryMax
  const completions =
    isOpen && !isTooLong
      ? completionsFor(line.text, { namespaces, authors: /by:/i.test(line.text) ? authors() : [] })
      : []
  const options = useOptions({
    options: completions,
    onTake: (option) => take(takeCompletion(line, option), option.endsWith(':') ? 'soon' : 'now'),
    startsActive: false,
    tabTakes: true,
  })
  const change = (next: Line, when: 'now' | 'soon') => {
    options.restart()
    typed.change(next, when)
  }
  const focus = () => input.current?.focus()
  const take = (next: Line, when: 'now' | 'soon' = 'now') => {
    change(next, when)
    focus()
  }
  useImperativeHandle(ref, () => ({ focus: () => input.current?.select() }), [])

  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    setIsOpen(true)
    const next = commitTokens({ ...line, text: event.target.value })
    change(next, next.pills === line.pills ? 'soon' : 'now')
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event.nativeEvent) || options.handleKey(event)) return
    if (event.key === 'Enter' || event.key === 'ArrowDown') {
      change(commitTokens({ ...line, text: `${line.text} ` }), 'now')
      onLeave()
    } else if (event.key === 'Escape' && completions.length > 0 && line.text !== '') setIsOpen(false)
    else if (event.key === 'Escape') onLeave()
    else if (event.key === 'Backspace' && line.pills.length > 0 && event.currentTarget.selectionEnd === 0)
      change(withoutLastPill(line), 'soon')
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const onFocus = () => setIsOpen(line.text === '')
  const onBlur = () => {
    setIsOpen(false)
    const committed = commitTokens({ ...line, text: `${line.text.trimEnd()} ` })
    if (committed.pills !== line.pills) change(committed, 'now')
  }
  const field = { ref: input, onChange, onKeyDown, onFocus, onBlur }
  return { line, length, isTooLong, completions, options, field, take, focus }
}

/**
 * The search field: words and tokens. A finished token becomes a pill; names and values are suggested while
 * typing.
 */
export const SearchLine = memo(function SearchLine(props: SearchLineProps) {
  const { task } = props
  const { t } = useTranslation('translations')
  const problemId = useId()
  const { line, length, isTooLong, completions, options, field, take, focus } = useCompletedSearch(props)

  return (
    <search className={styles.search} aria-label={t('search.label')}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a click next to the field focuses it; the keyboard reaches it anyway */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a larger target for the field */}
      <div className={styles.line} onClick={focus}>
        <Search aria-hidden="true" />
        {line.pills.map((pill) => (
          <Pill
            key={pill}
            token={pill}
            name={
              task !== null && pill === `task:${task.id}` ? t('search.task', { title: task.title }) : null
            }
            onRemove={() => take({ ...line, pills: line.pills.filter((other) => other !== pill) })}
          />
        ))}
        <input
          {...field}
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
          aria-invalid={isTooLong || undefined}
          aria-describedby={isTooLong ? problemId : undefined}
        />
        {line.text === '' && line.pills.length === 0 ? (
          <Kbd keys="/" />
        ) : (
          <button
            type="button"
            className={styles.clear}
            aria-label={t('search.clear')}
            onClick={() => take({ pills: [], text: '' })}
          >
            <X aria-hidden="true" />
          </button>
        )}
      </div>
      {isTooLong ? <TooLong id={problemId} length={length} /> : null}
      <OptionList of={options} label={t('search.completions')} place="below" keyOf={(option) => option}>
        {(option) => <Completion option={option} />}
      </OptionList>
    </search>
  )
})

type PillProps = {
  readonly token: string
  /** Shown instead of the token. */
  readonly name: string | null
  readonly onRemove: () => void
}

/** A finished token, with a button to remove it. */
function Pill({ token, name, onRemove }: PillProps) {
  const { t } = useTranslation('translations')
  return (
    <button
      type="button"
      className={styles.pill}
      dir={name === null ? 'ltr' : 'auto'}
      title={name ?? undefined}
      aria-label={t('search.remove', { token: name ?? token })}
      onClick={onRemove}
    >
      {name === null ? token : <span>{name}</span>}
      <X aria-hidden="true" />
    </button>
  )
}

function TooLong({ id, length }: { readonly id: string; readonly length: number }) {
  const { t } = useTranslation('translations')
  const formats = useFormats()
  return (
    <p id={id} className={styles.problem} role="alert">
      {t('search.tooLong', { max: formats.number(LIMITS.queryMax), length: formats.number(length) })}
    </p>
  )
}

function Completion({ option }: { readonly option: string }) {
  const { t } = useTranslation('translations')
  const token = TOKENS.find((name) => option.replace(/^-/, '') === `${name}:`)
  return (
    <>
      <code>{option}</code>
      {token === undefined ? null : <small>{t(`search.token.${token}`)}</small>}
    </>
  )
}
