import { X } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { Dialog as AriaDialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Popover } from 'react-aria-components/Popover'
import { useTranslation } from 'react-i18next'
import { IconButton } from './IconButton.tsx'
import styles from './PopoverBox.module.css'

export type PopoverBoxProps = {
  /** The button that opens it. */
  readonly trigger: ReactElement
  readonly title: string
  readonly children: ReactNode
}

/** A small box below a button with more than a menu has: facts, and actions. */
export function PopoverBox({ trigger, title, children }: PopoverBoxProps) {
  const { t } = useTranslation()
  return (
    <DialogTrigger>
      {trigger}
      <Popover className={styles.popover ?? ''} placement="bottom end" offset={6}>
        <AriaDialog className={styles.box ?? ''}>
          {({ close }) => (
            <>
              <div className={styles.head}>
                <Heading slot="title" level={2} className={styles.title ?? ''}>
                  {title}
                </Heading>
                <IconButton label={t('close')} size="small" onPress={close}>
                  <X aria-hidden="true" />
                </IconButton>
              </div>
              {children}
            </>
          )}
        </AriaDialog>
      </Popover>
    </DialogTrigger>
  )
}
