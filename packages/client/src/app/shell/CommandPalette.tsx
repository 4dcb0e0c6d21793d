import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { FolderOpen, Languages, Search } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useTranslation } from 'react-i18next'
import { projectQueries } from '../../features/projects/queries.ts'
import { endonym, useFormats } from '../../i18n/formats.ts'
import styles from './CommandPalette.module.css'
import { lastLanguage } from './last-language.ts'
import { matchCommands } from './match-commands.ts'
import { PLACES } from './places.ts'
import { useGo } from './use-go.ts'

type Command = {
  readonly id: string
  readonly name: string
  readonly words: string
  readonly sign: ReactNode
  readonly note?: string
  readonly run: () => void
}

export type CommandPaletteProps = { readonly project: string; readonly isOpen: boolean; readonly onClose: () => void }

/** Goes to a screen, a language, a project, or searches the strings: by a few letters of its name. */
export function CommandPalette({ project, isOpen, onClose }: CommandPaletteProps) {
  const { t } = useTranslation()
  return (
    <ModalOverlay className={styles.shade ?? ''} isOpen={isOpen} onOpenChange={(open) => !open && onClose()} isDismissable>
      <Modal className={styles.modal ?? ''}>
        <AriaDialog aria-label={t('palette.open')} className={styles.dialog ?? ''}>
          <PaletteList project={project} onClose={onClose} />
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

function PaletteList({ project, onClose }: { readonly project: string; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const listId = useId()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const commands = useCommands(project, text)
  const current = Math.min(active, commands.length - 1)

  const run = (command: Command | undefined) => {
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
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard works through the input, as the combobox pattern has it
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
            {command.note === undefined ? null : <span className="muted">{command.note}</span>}
          </div>
        ))}
      </div>
    </>
  )
}

function useCommands(slug: string, text: string): readonly Command[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const go = useGo(slug)
  const formats = useFormats()
  const project = useQuery(projectQueries.get(slug)).data
  const projects = useQuery(projectQueries.list()).data?.projects ?? []
  if (project === undefined) return []

  const search: Command[] =
    text.trim() === ''
      ? []
      : [
          {
            id: 'search',
            name: t('palette.search', { text }),
            words: text,
            sign: <Search aria-hidden="true" />,
            run: () =>
              void navigate({
                to: '/p/$project/translate/$language',
                params: { project: slug, language: lastLanguage(project) },
                search: { q: text },
              }),
          },
        ]
  const places = PLACES.map(
    ({ id, sign: Sign }): Command => ({
      id,
      name: t(`places.${id}`),
      words: t(`places.${id}`),
      sign: <Sign aria-hidden="true" />,
      run: () => go(id),
    }),
  )
  const languages = project.languages
    .filter(({ tag }) => tag !== project.sourceLanguage)
    .map(
      ({ tag }): Command => ({
        id: `language-${tag}`,
        name: t('palette.translateTo', { language: formats.languageName(tag) }),
        words: `${tag} ${endonym(tag)} ${formats.languageName(tag)}`,
        sign: <Languages aria-hidden="true" />,
        note: tag,
        run: () => void navigate({ to: '/p/$project/translate/$language', params: { project: slug, language: tag }, search: {} }),
      }),
    )
  const others = projects
    .filter((one) => one.slug !== slug)
    .map(
      (one): Command => ({
        id: `project-${one.slug}`,
        name: one.name,
        words: `${one.name} ${one.slug}`,
        sign: <FolderOpen aria-hidden="true" />,
        note: t('palette.project'),
        run: () => void navigate({ to: '/p/$project/overview', params: { project: one.slug } }),
      }),
    )
  return [...matchCommands([...places, ...languages, ...others], text), ...search]
}
