import type { GridRow } from '@dragoman/contract'
import type { Forms } from '@dragoman/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ActorName } from '../../../components/ActorName.tsx'
import { Message } from '../../../components/Message.tsx'
import { useFormats } from '../../../i18n/formats.ts'
import { overlayOf } from '../../../lib/focus/focus-places.ts'
import { announce } from '../../../lib/notices/announce.ts'
import type { Conflict } from '../../../lib/saving/conflict.ts'
import { useShortcuts } from '../../../lib/shortcuts/shortcuts.ts'
import { Button } from '../../../ui/Button.tsx'
import styles from './CellEditor.module.css'
import { translationOf } from './cell-text.ts'

export type CellConflictProps = {
  readonly conflict: Conflict
  readonly row: GridRow
  readonly language: string
  readonly onResolve: (forms: Forms) => void
}

/**
 * Shown if someone else saved this text first: both texts, one above the other; one key press decides. What
 * was typed stays in the field.
 */
export function CellConflict({ conflict, row, language, onResolve }: CellConflictProps) {
  const { t } = useTranslation('translations')
  const formats = useFormats()
  const saved = translationOf(row, language)
  const choices = [
    { id: 'theirs', forms: conflict.theirs },
    { id: 'mine', forms: conflict.mine },
    ...(conflict.merged === null ? [] : [{ id: 'merged', forms: conflict.merged }]),
  ] as const
  const section = useRef<HTMLElement>(null)
  useShortcuts(
    choices.map(({ id, forms }, place) => ({
      id: `cell-conflict-${id}`,
      keys: String(place + 1),
      label: `translations:conflict.keep.${id}`,
      group: 'translations:conflict.group',
      inOverlays: true,
      appliesAt: (target) => overlayOf(target) === overlayOf(section.current),
      run: () => onResolve(forms),
    })),
  )
  useEffect(() => announce(t('conflict.title'), 'assertive'), [t])
  return (
    <section ref={section} className={styles.conflict} aria-label={t('conflict.title')}>
      <p>
        {t('conflict.title')} {t('conflict.safe')}
      </p>
      <div className={styles.choices}>
        {choices.map(({ id, forms }, place) => (
          <div key={id} className={styles.choice}>
            <small>
              {t(`conflict.${id}`)}
              {id === 'theirs' && saved?.actor != null ? (
                <>
                  {' '}
                  <ActorName actor={saved.actor} />
                  {saved.updatedAt === null ? '' : `, ${formats.relative(saved.updatedAt)}`}
                </>
              ) : null}
            </small>
            <span>
              {conflict.forms.map((form) => (
                <span key={form} className={styles.version}>
                  {row.key.plural === 'none' ? null : <small>{t(`form.${form}`)} </small>}
                  {(forms[form] ?? '') === '' ? (
                    <i>{t('conflict.wasEmpty')}</i>
                  ) : (
                    <Message text={forms[form] ?? ''} language={language} />
                  )}
                </span>
              ))}
            </span>
            <Button size="small" keys={String(place + 1)} onPress={() => onResolve(forms)}>
              {t(`conflict.keep.${id}`)}
            </Button>
          </div>
        ))}
      </div>
    </section>
  )
}
