import type { EditorRowReply } from '@dragoman/contract'
import { Check, ChevronDown, ChevronUp, Copy } from 'lucide-react'
import { memo, use } from 'react'
import { useTranslation } from 'react-i18next'
import { KeyName } from '../../../components/KeyName.tsx'
import { People } from '../../../components/People.tsx'
import { PresenceContext } from '../../../components/presence-context.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useCopy } from '../../../lib/notices/use-copy.ts'
import { useShortcuts } from '../../../lib/shortcuts/shortcuts.ts'
import { nameOfSyntax } from '../../../lib/text/message-syntaxes.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import styles from './StringHeader.module.css'

export type StringHeaderProps = {
  readonly row: EditorRowReply
  readonly index: number | null
  readonly total: number
  readonly isAtLeast: boolean
  readonly onMove: (by: number) => void
}

const PREVIOUS = { id: 'previous', keys: 'alt+ArrowUp' } as const
const NEXT = { id: 'next', keys: 'alt+ArrowDown' } as const

/** Key, tags, own placeholder syntax and description of a string, its position in the list, and buttons for its neighbours. */
export const StringHeader = memo(function StringHeader({
  row,
  index,
  total,
  isAtLeast,
  onMove,
}: StringHeaderProps) {
  const { t } = useTranslation('translations')
  const formats = useFormats()
  const { key } = row
  const syntaxWords = (id: string) => {
    const syntax = nameOfSyntax(id)
    return syntax === null ? t('pane.noSyntax') : t('pane.syntax', { syntax })
  }

  return (
    <header className={styles.header}>
      <div className={styles.line}>
        <h1 className={styles.name}>
          <KeyName namespace={key.namespace} name={key.name} />
        </h1>
        <CopyKey name={`${key.namespace}:${key.name}`} />
        <span className={styles.tags}>
          {key.tags.map((tag) => (
            <bdi key={tag} className={styles.tag}>
              {tag}
            </bdi>
          ))}
          {key.syntax == null ? null : <span className={styles.tag}>{syntaxWords(key.syntax)}</span>}
        </span>
        <span className={styles.nav}>
          <span className={styles.place}>
            {index === null
              ? t('pane.notInFilter')
              : t('pane.place', {
                  place: formats.number(index + 1),
                  total: `${formats.number(total)}${isAtLeast ? '+' : ''}`,
                })}
          </span>
          <Steps
            isFirst={index === null || index === 0}
            isLast={index === null || index + 1 >= total}
            onMove={onMove}
          />
        </span>
      </div>
      <PeopleHere keyId={key.id} />
      {key.description === '' ? null : (
        <p className={styles.description} dir="auto">
          {key.description}
        </p>
      )}
    </header>
  )
})

/** Others who have the same string open in the same language. */
function PeopleHere({ keyId }: { readonly keyId: number }) {
  const { t } = useTranslation('translations')
  const formats = useFormats()
  const people = use(PresenceContext).get(keyId) ?? []
  const names = formats.list(people.map(({ name }) => name))
  const sentence = people.length === 0 ? '' : t('presence.onString', { count: people.length, names })
  return (
    <p className={styles.people} role="status">
      {sentence === '' ? null : (
        <>
          <People people={people} size={20} label={sentence} />
          <span aria-hidden="true">{sentence}</span>
        </>
      )}
    </p>
  )
}

const CopyKey = memo(function CopyKey({ name }: { readonly name: string }) {
  const { t } = useTranslation('translations')
  const { isCopied, copy } = useCopy()
  return (
    <IconButton
      size="small"
      label={isCopied ? t('pane.copied') : t('pane.copyKey')}
      onPress={() => void copy(name)}
    >
      {isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
    </IconButton>
  )
})

type StepsProps = Pick<StringHeaderProps, 'onMove'> & { readonly isFirst: boolean; readonly isLast: boolean }

const Steps = memo(function Steps({ isFirst, isLast, onMove }: StepsProps) {
  const { t } = useTranslation('translations')
  const shared = { group: 'translations:shortcuts.group', inFields: true, repeats: true }
  useShortcuts([
    { ...shared, ...PREVIOUS, label: 'translations:pane.previous', run: () => onMove(-1) },
    { ...shared, ...NEXT, label: 'translations:pane.next', run: () => onMove(1) },
  ])
  return (
    <span className={styles.steps}>
      <IconButton
        label={t('pane.previous')}
        keys={PREVIOUS.keys}
        isDisabled={isFirst}
        onPress={() => onMove(-1)}
      >
        <ChevronUp aria-hidden="true" />
      </IconButton>
      <IconButton label={t('pane.next')} keys={NEXT.keys} isDisabled={isLast} onPress={() => onMove(1)}>
        <ChevronDown aria-hidden="true" />
      </IconButton>
    </span>
  )
})
