import { Check } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  type MenuItemProps,
  type MenuProps,
  MenuTrigger,
} from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import styles from './Menu.module.css'

export type MenuOwnProps<T extends object> = Omit<MenuProps<T>, 'className' | 'style'> & {
  /** The button that opens it. */
  readonly trigger: ReactElement
  readonly label: string
  readonly placement?: 'bottom start' | 'bottom end' | 'top end' | 'right top'
  readonly header?: ReactNode
  /** Where something besides the button opens it. */
  readonly isOpen?: boolean
  readonly onOpenChange?: (isOpen: boolean) => void
}

/** A list of things to do or to choose from, under a button. */
export function Menu<T extends object>({
  trigger,
  label,
  placement = 'bottom end',
  header,
  isOpen,
  onOpenChange = ignore,
  ...rest
}: MenuOwnProps<T>) {
  return (
    <MenuTrigger {...(isOpen === undefined ? {} : { isOpen })} onOpenChange={onOpenChange}>
      {trigger}
      <Popover className={styles.popover ?? ''} placement={placement} offset={4}>
        {header}
        <AriaMenu {...rest} aria-label={label} className={styles.menu ?? ''} />
      </Popover>
    </MenuTrigger>
  )
}

export type MenuRowProps = Omit<MenuItemProps, 'className' | 'style' | 'children'> & {
  readonly children: ReactNode
  readonly note?: ReactNode
  readonly lang?: string
}

/** One line of a menu; shows a tick when the menu keeps a selection. */
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
