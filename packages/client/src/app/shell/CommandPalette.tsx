import { Search } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useTranslation } from 'react-i18next'
import styles from './CommandPalette.module.css'
import { type PaletteCommand, usePaletteCommands } from './use-palette-commands.tsx'

export type CommandPaletteProps = {
  readonly project: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onShortcuts: () => void
}

/**
 * Finds strings, keys, files, screens, languages, projects and actions by a few letters, or by pasted text.
 */
export function CommandPalette({ project, isOpen, onClose, onShortcuts }: CommandPaletteProps) {
  const { t } = useTranslation()
  return (
    <ModalOverlay
      className={styles.shade ?? ''}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable
    >
      <Modal className={styles.modal ?? ''}>
        <AriaDialog aria-label={t('palette.open')} className={styles.dialog ?? ''}>
          <PaletteList project={project} onClose={onClose} onShortcuts={onShortcuts} />
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

function PaletteList({ project, onClose, onShortcuts }: Omit<CommandPaletteProps, 'isOpen'>) {
  const { t } = useTranslation()
  const listId = useId()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const commands = usePaletteCommands(project, text, onShortcuts)
  const current = Math.min(active, commands.length - 1)

  const run = (command: PaletteCommand | undefined) => {
    if (command === undefined) return
    onClose()
    command.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') setActive((current + 1) % commands.length)
    else if (event.key === 'ArrowUp') setActive((current - 1 + commands.length) % commands.length)
    else if (event.key === 'Enter') run(commands[current])
    else return
    event.preventDefault()
  }

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
          aria-controls={listId}
          aria-activedescendant={commands.length === 0 ? undefined : `${listId}-${current}`}
          aria-label={t('palette.placeholder')}
          placeholder={t('palette.placeholder')}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id={listId} role="listbox" aria-label={t('palette.open')} className={styles.list}>
        {commands.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard works through the input, following the combobox pattern
          // biome-ignore lint/a11y/useFocusableInteractive: the active option is named by aria-activedescendant
          <div
            key={command.id}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === current}
            className={styles.option}
            ref={index === current ? (element) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
            onPointerMove={() => setActive(index)}
            onClick={() => run(command)}
          >
            {command.sign}
            <bdi>{command.name}</bdi>
            <PaletteNote command={command} />
          </div>
        ))}
      </div>
    </>
  )
}

function PaletteNote({ command }: { readonly command: PaletteCommand }) {
  const note = command.note
  return note === undefined ? null : <bdi className={styles.note}>{note}</bdi>
}
