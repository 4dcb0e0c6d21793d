import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { isComposing } from '../lib/is-composing.ts'
import styles from './Options.module.css'

export type OptionsOf<T> = {
  readonly options: readonly T[]
  /** Called with the option that is pressed, or taken by a key. */
  readonly onTake: (option: T) => void
  /** Whether the first option is active before an arrow key is pressed. */
  readonly startsActive: boolean
  /** Whether Tab takes the active option too. */
  readonly tabTakes: boolean
}

/** Options of a field that keeps the focus: the combobox pattern of ARIA, for fields that React Aria does not have. */
export type Options<T> = Pick<OptionsOf<T>, 'options' | 'onTake' | 'startsActive'> & {
  readonly id: string
  readonly active: number
  readonly activate: (index: number) => void
  /** Makes the first option active again, or none; for other options. */
  readonly restart: () => void
  /** Handles a key of the field. Returns false if it is not one of the options'. */
  readonly handleKey: (event: KeyboardEvent) => boolean
  readonly fieldProps: {
    readonly 'aria-autocomplete': 'list'
    readonly 'aria-controls': string | undefined
    readonly 'aria-activedescendant': string | undefined
  }
}

export function useOptions<T>({ options, onTake, startsActive, tabTakes }: OptionsOf<T>): Options<T> {
  const id = useId()
  const start = startsActive ? 0 : -1
  const [chosen, setChosen] = useState(start)
  const active = Math.min(chosen, options.length - 1)
  const { length } = options

  const handleKey = (event: KeyboardEvent): boolean => {
    if (isComposing(event.nativeEvent) || length === 0) return false
    const isTaking = !event.shiftKey && (event.key === 'Enter' || (tabTakes && event.key === 'Tab'))
    const option = options[active]
    if (event.key === 'ArrowDown') setChosen((active + 1) % length)
    else if (event.key === 'ArrowUp') setChosen(active <= 0 ? length - 1 : active - 1)
    else if (isTaking && option !== undefined) onTake(option)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  return {
    options,
    onTake,
    startsActive,
    id,
    active,
    activate: setChosen,
    restart: () => setChosen(start),
    handleKey,
    fieldProps: {
      'aria-autocomplete': 'list',
      'aria-controls': length === 0 ? undefined : id,
      'aria-activedescendant': active < 0 ? undefined : `${id}-${active}`,
    },
  }
}

export type OptionListProps<T> = {
  readonly of: Options<T>
  readonly label: string
  /** `below`: over the page, below the field. `after`: between the field and what follows. `inside`: part of a dialog. */
  readonly place: 'below' | 'after' | 'inside'
  readonly keyOf: (option: T) => string
  readonly children: (option: T) => ReactNode
}

/** The options of a field; nothing if there are none. */
export function OptionList<T>({ of, label, place, keyOf, children }: OptionListProps<T>) {
  if (of.options.length === 0 && place !== 'inside') return null
  return (
    <div id={of.id} role="listbox" aria-label={label} className={styles[place]}>
      {of.options.map((option, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
        <div
          key={keyOf(option)}
          id={`${of.id}-${index}`}
          role="option"
          aria-selected={index === of.active}
          className={styles.option}
          ref={index === of.active ? (element) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
          onPointerMove={() => of.startsActive && of.activate(index)}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => of.onTake(option)}
        >
          {children(option)}
        </div>
      ))}
    </div>
  )
}
