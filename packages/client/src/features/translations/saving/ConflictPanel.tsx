import { FORM_NAMES, type Forms } from '@dragoman/core'
import { TriangleAlert } from 'lucide-react'
import { type Ref, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ActorName } from '../../../components/ActorName.tsx'
import { DiffText } from '../../../components/DiffText.tsx'
import { Message } from '../../../components/Message.tsx'
import { useFormats } from '../../../i18n/formats.ts'
import { useOwnId } from '../../../lib/access/own-id.ts'
import { announce } from '../../../lib/notices/announce.ts'
import type { Conflict } from '../../../lib/saving/conflict.ts'
import { useShortcuts } from '../../../lib/shortcuts/shortcuts.ts'
import { Button } from '../../../ui/Button.tsx'
import styles from './ConflictPanel.module.css'
import type { StringText } from './use-string-text.ts'

export type ConflictPanelProps = {
  readonly conflict: Conflict
  readonly language: string
  readonly text: StringText
  readonly onDone: () => void
  readonly ref?: Ref<HTMLElement>
}

/**
 * Shown if someone else saved first: all texts side by side, one click decides. What was typed stays in the
 * field below until then.
 */
export function ConflictPanel({ conflict, language, text, onDone, ref }: ConflictPanelProps) {
  const { t } = useTranslation('translations')
  const formats = useFormats()
  const { target, refusal } = text
  const ownId = useOwnId()
  const isOwn = ownId !== null && target.actor?.id === ownId
  const title = t(isOwn ? 'conflict.titleOwn' : 'conflict.title')
  const choose = (forms: Forms) => {
    text.resolve(forms)
    announce(t('conflict.resolved'))
    onDone()
  }
  const choices = [
    { id: 'theirs', forms: conflict.theirs },
    { id: 'mine', forms: conflict.mine },
    ...(conflict.merged === null ? [] : [{ id: 'merged', forms: conflict.merged }]),
  ] as const

  useShortcuts(
    choices.map(({ id, forms }, place) => ({
      id: `conflict-${id}`,
      keys: String(place + 1),
      label: `translations:conflict.keep.${id}`,
      group: 'translations:conflict.group',
      refusal: id === 'theirs' ? null : refusal,
      run: () => choose(forms),
    })),
  )
  useEffect(() => announce(title, 'assertive'), [title])

  return (
    <section ref={ref} className={styles.conflict} id="conflict" tabIndex={-1} aria-label={title}>
      <p className={styles.title}>
        <TriangleAlert aria-hidden="true" />
        <span>
          <b>{title}</b> {t('conflict.safe')}
        </span>
      </p>
      <div className={styles.base}>
        {t('conflict.base')} <FormsText forms={conflict.base} only={conflict.forms} language={language} />
      </div>
      <div className={styles.cards}>
        {choices.map(({ id, forms }, place) => (
          <article key={id} className={styles.card} data-merged={id === 'merged'}>
            <h3>
              {id === 'theirs' && isOwn ? t('conflict.otherWindow') : t(`conflict.${id}`)}
              {id === 'theirs' && target.actor !== null ? (
                <span className="muted">
                  {isOwn ? null : <ActorName actor={target.actor} />}
                  {target.updatedAt === null
                    ? ''
                    : `${isOwn ? '' : ', '}${formats.relative(target.updatedAt)}`}
                </span>
              ) : null}
            </h3>
            {conflict.forms.map((form) => (
              <p key={form} className={styles.text}>
                {text.boxes.length > 1 ? <small>{t(`form.${form}`)}</small> : null}
                <DiffText
                  before={conflict.base[form] ?? ''}
                  after={forms[form] ?? ''}
                  language={language}
                  view="result"
                />
              </p>
            ))}
            <Button
              look={id === 'merged' ? 'primary' : 'plain'}
              keys={String(place + 1)}
              refusal={id === 'theirs' ? null : refusal}
              onPress={() => choose(forms)}
            >
              {t(`conflict.keep.${id}`)}
            </Button>
          </article>
        ))}
      </div>
    </section>
  )
}

function FormsText({
  forms,
  only,
  language,
}: {
  readonly forms: Forms
  readonly only: Conflict['forms']
  readonly language: string
}) {
  const { t } = useTranslation('translations')
  const texts = FORM_NAMES.filter((form) => only.includes(form) && (forms[form] ?? '') !== '')
  if (texts.length === 0) return <i>{t('conflict.wasEmpty')}</i>
  return texts.map((form) => (
    <span key={form} className={styles.baseText}>
      <Message text={forms[form] ?? ''} language={language} />
    </span>
  ))
}
