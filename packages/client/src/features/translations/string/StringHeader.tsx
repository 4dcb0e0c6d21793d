import type { EditorRowReply } from '@dragoman/contract'
import { Check, ChevronDown, ChevronUp, Copy } from 'lucide-react'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { KeyName } from '../../../components/KeyName.tsx'
import { useFormats } from '../../../i18n/formats.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import styles from './StringHeader.module.css'

export type StringHeaderProps = {
  readonly row: EditorRowReply
  readonly index: number | null
  readonly total: number
  readonly isAtLeast: boolean
  readonly onMove: (by: number) => void
}

const SHOWN_COPIED_MS = 1500

/** Key, tags and description of a string, its place in the list, and the way to its neighbours. */
export const StringHeader = memo(function StringHeader({
  row,
  index,
  total,
  isAtLeast,
  onMove,
}: StringHeaderProps) {
  const { t } = useTranslation('translations')
  const formats = useFormats()
  const [isCopied, setIsCopied] = useState(false)
  const { key } = row

  const copy = async () => {
    await navigator.clipboard.writeText(`${key.namespace}:${key.name}`)
    setIsCopied(true)
    setTimeout(() => setIsCopied(false), SHOWN_COPIED_MS)
  }

  return (
    <header className={styles.header}>
      <div className={styles.line}>
        <h1 className={styles.name}>
          <KeyName namespace={key.namespace} name={key.name} />
        </h1>
        <IconButton
          size="small"
          label={isCopied ? t('pane.copied') : t('pane.copyKey')}
          onPress={() => void copy()}
        >
          {isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        </IconButton>
        {key.tags.map((tag) => (
          <bdi key={tag} className={styles.tag}>
            {tag}
          </bdi>
        ))}
        <span className={styles.nav}>
          <span className={styles.place}>
            {index === null
              ? t('pane.notInFilter')
              : t('pane.place', {
                  place: formats.number(index + 1),
                  total: `${formats.number(total)}${isAtLeast ? '+' : ''}`,
                })}
          </span>
          <span className={styles.steps}>
            <IconButton
              label={t('pane.previous')}
              keys="alt+ArrowUp"
              isDisabled={index === null || index === 0}
              onPress={() => onMove(-1)}
            >
              <ChevronUp aria-hidden="true" />
            </IconButton>
            <IconButton
              label={t('pane.next')}
              keys="alt+ArrowDown"
              isDisabled={index === null || index + 1 >= total}
              onPress={() => onMove(1)}
            >
              <ChevronDown aria-hidden="true" />
            </IconButton>
          </span>
        </span>
      </div>
      {key.description === '' ? null : (
        <p className={styles.description} dir="auto">
          {key.description}
        </p>
      )}
    </header>
  )
})
