import { Search } from 'lucide-react'
import { useState } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useTranslation } from 'react-i18next'
import { OptionList, useOptions } from '../../ui/Options.tsx'
import styles from './CommandPalette.module.css'
import { usePaletteCommands } from './use-palette-commands.tsx'

export type CommandPaletteProps = {
  readonly project: string
  readonly onClose: () => void
  readonly onShortcuts: () => void
}

/**
 * Finds strings, keys, files, screens, languages, projects and actions by a few letters, or by pasted text.
 */
export function CommandPalette(props: CommandPaletteProps) {
  const { t } = useTranslation()
  return (
    <ModalOverlay
      className={styles.shade ?? ''}
      isOpen
      onOpenChange={(open) => !open && props.onClose()}
      isDismissable
    >
      <Modal className={styles.modal ?? ''}>
        <AriaDialog aria-label={t('palette.open')} className={styles.dialog ?? ''}>
          <PaletteList {...props} />
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

function PaletteList({ project, onClose, onShortcuts }: CommandPaletteProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const options = useOptions({
    options: usePaletteCommands(project, text, onShortcuts),
    onTake: (command) => {
      onClose()
      command.run()
    },
    startsActive: true,
    tabTakes: false,
  })
  return (
    <>
      <div className={styles.line}>
        <Search aria-hidden="true" />
        <input
          // biome-ignore lint/a11y/noAutofocus: the palette is opened to type into
          autoFocus
          className={styles.input}
          role="combobox"
          aria-expanded="true"
          {...options.fieldProps}
          aria-label={t('palette.placeholder')}
          placeholder={t('palette.placeholder')}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            options.restart()
          }}
          onKeyDown={options.handleKey}
        />
      </div>
      <OptionList of={options} label={t('palette.open')} place="inside" keyOf={({ id }) => id}>
        {({ sign, name, note }) => (
          <>
            {sign}
            <bdi>{name}</bdi>
            {note === undefined ? null : (
              <small>
                <bdi>{note}</bdi>
              </small>
            )}
          </>
        )}
      </OptionList>
    </>
  )
}
