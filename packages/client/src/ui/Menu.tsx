import { Check, Ellipsis } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { Autocomplete, useFilter } from 'react-aria-components/Autocomplete'
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  type MenuItemProps,
  type MenuProps,
  MenuTrigger,
} from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { IconButton } from './IconButton.tsx'
import styles from './Menu.module.css'
import { TextField } from './TextField.tsx'

export type MenuOwnProps<T extends object> = Omit<MenuProps<T>, 'className' | 'style'> & {
  /** The button that opens it; otherwise three dots, named by the label. */
  readonly trigger?: ReactElement
  readonly label: string
  readonly placement?: 'bottom start' | 'bottom end' | 'top end' | 'right top'
  /** The id of the row that applies now; the menu selects another one. */
  readonly chosen?: string
  readonly header?: ReactNode
  /** Label of a filter field, for menus with many rows. */
  readonly filter?: string | undefined
  /** Set if something other than the button opens it. */
  readonly isOpen?: boolean
  readonly onOpenChange?: (isOpen: boolean) => void
}

/** A list of actions or choices below a button. */
export function Menu<T extends object>({
  label,
  trigger = (
    <IconButton label={label} size="small">
      <Ellipsis aria-hidden="true" />
    </IconButton>
  ),
  chosen,
  placement = chosen === undefined ? 'bottom end' : 'bottom start',
  header,
  filter,
  isOpen,
  onOpenChange = ignore,
  ...others
}: MenuOwnProps<T>) {
  const rest = chosen === undefined ? others : { ...others, ...choiceOf(chosen) }
  return (
    <MenuTrigger {...(isOpen === undefined ? {} : { isOpen })} onOpenChange={onOpenChange}>
      {trigger}
      <Popover className={styles.popover ?? ''} placement={placement} offset={4}>
        {header}
        {filter === undefined ? (
          <AriaMenu {...rest} aria-label={label} className={styles.menu ?? ''} />
        ) : (
          <FilteredMenu {...rest} label={label} filter={filter} />
        )}
      </Popover>
    </MenuTrigger>
  )
}

type FilteredMenuProps<T extends object> = Omit<MenuProps<T>, 'className' | 'style'> & {
  readonly label: string
  readonly filter: string
}

/** The arrow keys move through the rows while the focus stays in the filter. */
function FilteredMenu<T extends object>({ label, filter, ...rest }: FilteredMenuProps<T>) {
  const { contains } = useFilter({ sensitivity: 'base' })
  return (
    <Autocomplete filter={contains}>
      <div className={styles.filter}>
        <TextField label={filter} labelHidden placeholder={filter} autoFocus />
      </div>
      <AriaMenu {...rest} aria-label={label} className={styles.menu ?? ''} />
    </Autocomplete>
  )
}

export type MenuRowProps = Omit<MenuItemProps, 'className' | 'style' | 'children'> & {
  readonly children: ReactNode
  readonly note?: ReactNode
  readonly lang?: string
}

/** One row of a menu; shows a tick if the menu has a selection. */
export function MenuRow({ children, note, lang, ...rest }: MenuRowProps) {
  return (
    <AriaMenuItem {...rest} className={styles.row ?? ''}>
      {({ selectionMode, isSelected }) => (
        <>
          {selectionMode === 'none' ? null : (
            <span className={styles.tick}>{isSelected ? <Check aria-hidden="true" /> : null}</span>
          )}
          <span className={styles.name}>
            <bdi lang={lang}>{children}</bdi>
          </span>
          {note === undefined ? null : <span className={styles.note}>{note}</span>}
        </>
      )}
    </AriaMenuItem>
  )
}

function ignore(): void {}

function choiceOf(id: string) {
  return { selectionMode: 'single', disallowEmptySelection: true, selectedKeys: [id] } as const
}
