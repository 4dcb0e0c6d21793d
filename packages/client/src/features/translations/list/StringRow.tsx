import type { EditorRowReply, TranslationReply } from '@dragoman/contract'
import { directionOf } from '@dragoman/core'
import { Check, CircleHelp, MessageSquare, MessageSquareText, TriangleAlert } from 'lucide-react'
import { type MouseEvent, memo, use } from 'react'
import { useTranslation } from 'react-i18next'
import { DraftMark } from '../../../components/DraftMark.tsx'
import { KeyName } from '../../../components/KeyName.tsx'
import { KeySyntax } from '../../../components/KeySyntax.tsx'
import { Message } from '../../../components/Message.tsx'
import { People } from '../../../components/People.tsx'
import { PresenceContext } from '../../../components/presence-context.ts'
import { StateMark, shownState } from '../../../components/StateMark.tsx'
import { useFormats } from '../../../i18n/formats.ts'
import { shownForm } from '../../../lib/text/shown-form.ts'
import { RowSignsContext } from './row-signs.ts'
import styles from './StringRow.module.css'

const NO_SIGNS = { suggestions: 0, comments: 0, questions: 0 }

export type RowPick = 'open' | 'toggle' | 'range'

export type StringRowProps = {
  readonly row: EditorRowReply
  readonly target: TranslationReply
  readonly hasDraft: boolean
  readonly isPicked: boolean
  readonly isGone: boolean
  readonly onPick: (keyId: number, pick: RowPick) => void
}

/** One string in the list: state, key, source, translation, and its issues. */
export const StringRow = memo(function StringRow({
  row,
  target,
  hasDraft,
  isPicked,
  isGone,
  onPick,
}: StringRowProps) {
  const { t } = useTranslation('translations')
  const { key, source } = row
  const text = shownForm(target.forms)
  const sourceText = shownForm(source.forms)
  const pick = (kind: RowPick) => (event: MouseEvent) => {
    event.stopPropagation()
    onPick(key.id, event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'toggle' : kind)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the surrounding list handles the keyboard
    // biome-ignore lint/a11y/noStaticElementInteractions: the surrounding option has the role
    <div className={styles.row} data-gone={isGone} data-picked={isPicked} onClick={pick('open')}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: `x` in the list does the same */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: an option contains no controls; `x` in the list does the same */}
      <span className={styles.mark} onClick={pick('toggle')}>
        {hasDraft ? <DraftMark named="aloud" /> : <StateMark state={shownState(target)} />}
        <span className={styles.tick} aria-hidden="true">
          {isPicked ? <Check /> : null}
        </span>
      </span>
      <div className={styles.texts}>
        <KeyName namespace={key.namespace} name={key.name} />
        <KeySyntax of={key}>
          {source.language === target.language ? null : (
            <p className={styles.source} {...directionProps(sourceText, source.language)}>
              {sourceText === '' ? (
                <i className={styles.none}>{t('row.noSource')}</i>
              ) : (
                <Message text={sourceText} language={source.language} lines="line" />
              )}
            </p>
          )}
          <p
            className={source.language === target.language ? styles.source : styles.target}
            {...directionProps(text, target.language)}
          >
            {text === '' ? (
              <i className={styles.none}>{t('row.untranslated')}</i>
            ) : (
              <Message text={text} language={target.language} lines="line" />
            )}
          </p>
        </KeySyntax>
      </div>
      <Signs of={key} isFailing={target.failing} />
    </div>
  )
})

type SignsProps = { readonly of: EditorRowReply['key']; readonly isFailing: boolean }

/** Who is at the string, and what there is about it: plural, suggestions, comments, issues. */
function Signs({ of: { id, plural }, isFailing }: SignsProps) {
  const { t } = useTranslation('translations')
  const formats = useFormats()
  const { suggestions, comments, questions } = use(RowSignsContext).get(id) ?? NO_SIGNS
  const people = use(PresenceContext).get(id) ?? []
  return (
    <span className={styles.signs}>
      {people.length === 0 ? null : (
        <People
          people={people}
          size={20}
          shown={2}
          label={t('presence.onString', {
            count: people.length,
            names: formats.list(people.map(({ name }) => name)),
          })}
        />
      )}
      {plural === 'none' ? null : (
        <span className={styles.plural}>{plural === 'ordinal' ? t('row.ordinal') : t('row.plural')}</span>
      )}
      {suggestions === 0 ? null : (
        <MessageSquareText
          className={styles.suggestions}
          role="img"
          aria-label={t('row.suggestions', { count: suggestions })}
        />
      )}
      {questions > 0 ? (
        <CircleHelp
          className={styles.question}
          role="img"
          aria-label={t('row.questions', { count: questions })}
        />
      ) : comments > 0 ? (
        <MessageSquare
          className={styles.comments}
          role="img"
          aria-label={t('row.comments', { count: comments })}
        />
      ) : null}
      {isFailing ? (
        <TriangleAlert className={styles.failing} role="img" aria-label={t('row.failing')} />
      ) : null}
    </span>
  )
}

/**
 * A text that does not fit is truncated at its own end, so its line has its direction; a substitute has that
 * of the interface.
 */
function directionProps(text: string, language: string) {
  return text === '' ? {} : { dir: directionOf(language) }
}
