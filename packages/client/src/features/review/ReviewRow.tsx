import type { ReviewItemReply } from '@dragoman/contract'
import type { FormIssue, Forms } from '@dragoman/core'
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ActorName } from '../../components/ActorName.tsx'
import { Avatar } from '../../components/Avatar.tsx'
import { KeyName } from '../../components/KeyName.tsx'
import { KeySyntax } from '../../components/KeySyntax.tsx'
import { useFormats } from '../../i18n/formats.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { KIND_SIGNS } from './kind-signs.ts'
import styles from './ReviewRow.module.css'
import { ReviewTexts } from './ReviewTexts.tsx'
import { authorOf, beforeOf, idOf, proposedForms, sinceOf } from './review-item.ts'

export type ReviewRowProps = {
  readonly item: ReviewItemReply
  readonly isOpen: boolean
  readonly isSelected: boolean
  readonly isLeaving: boolean
  readonly check: (item: ReviewItemReply, forms: Forms) => readonly FormIssue[]
  readonly onOpen: () => void
  readonly onSelect: () => void
  /** Shown instead of the short text while the item is open. */
  readonly children?: ReactNode
}

/** One item of the queue: its kind, author, and what would change. In full when open. */
export function ReviewRow(props: ReviewRowProps) {
  const { item, isOpen, isSelected, isLeaving, check, onOpen, onSelect, children } = props
  const { t } = useTranslation('review')
  const formats = useFormats()
  const author = authorOf(item)
  const since = sinceOf(item)
  const Sign = KIND_SIGNS[item.kind]
  const { source, target, key } = item
  const fails = useMemo(
    () => check(item, proposedForms(item)).some(({ severity }) => severity === 'error'),
    [check, item],
  )
  return (
    <li
      className={styles.row}
      data-open={isOpen}
      data-selected={isSelected}
      data-leaving={isLeaving}
      data-item={idOf(item)}
      aria-current={isOpen ? 'true' : undefined}
      tabIndex={-1}
    >
      <div className={styles.check}>
        <Checkbox
          aria-label={t('select', { key: key.name })}
          isSelected={isSelected}
          onChange={onSelect}
          excludeFromTabOrder={!isOpen}
        />
      </div>
      <div className={styles.content}>
        <header className={styles.head}>
          {isOpen ? (
            <KeyName namespace={key.namespace} name={key.name} />
          ) : (
            <button type="button" className={styles.opener} onClick={onOpen}>
              <KeyName namespace={key.namespace} name={key.name} />
            </button>
          )}
          <span className={styles.kind} data-kind={item.kind}>
            <Sign aria-hidden="true" />
            {t(`kind.${item.kind}`)}
          </span>
          {fails && !isOpen ? (
            <span className={styles.fails}>
              <TriangleAlert aria-hidden="true" />
              {t('failsCheck')}
            </span>
          ) : null}
          {author === null ? null : (
            <span className={styles.by}>
              <Avatar id={author.id} name={author.name} size={20} />
              <ActorName actor={author} />
              {since === null ? null : <> · {formats.relative(since)}</>}
            </span>
          )}
        </header>
        {isOpen ? (
          children
        ) : (
          <KeySyntax of={item.key}>
            <div className={styles.source}>
              <ReviewTexts forms={source.forms} before={item.sourceBefore} language={source.language} />
            </div>
            <div className={styles.text}>
              <ReviewTexts
                forms={proposedForms(item)}
                before={item.kind === 'source-changed' ? null : (beforeOf(item) ?? {})}
                language={target.language}
              />
            </div>
          </KeySyntax>
        )}
      </div>
    </li>
  )
}
