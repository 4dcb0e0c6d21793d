import { useState } from 'react'
import { lazyDialog } from '../../components/lazy-part.tsx'
import { useShortcuts } from '../../lib/shortcuts/shortcuts.ts'

const ShortcutsDialog = lazyDialog(async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog)

/** Returns the list of keyboard shortcuts, which `?` opens, and what opens and closes it. */
export function useShortcutsDialog() {
  const [isOpen, setIsOpen] = useState(false)
  const open = () => setIsOpen(true)
  const close = () => setIsOpen(false)
  useShortcuts([
    {
      id: 'shortcuts',
      keys: '?',
      label: 'common:shortcuts.title',
      group: 'common:shortcuts.everywhere',
      run: open,
    },
  ])
  return { open, close, dialog: isOpen ? <ShortcutsDialog onClose={close} /> : null }
}
