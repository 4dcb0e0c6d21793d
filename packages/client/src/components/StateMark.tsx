import type { TranslationState } from '@dragoman/core'
import { useTranslation } from 'react-i18next'
import styles from './StateMark.module.css'

export type ShownState = TranslationState | 'outdated'

/** Returns the state shown for a translation: outdated takes precedence over its stored state. */
export function shownState(translation: {
  readonly state: TranslationState
  readonly outdated: boolean
}): ShownState {
  return translation.outdated && translation.state !== 'untranslated' ? 'outdated' : translation.state
}

/**
 * The state as a shape: ring, half disc, disc, square, dashed ring. Labelled for screen readers unless its
 * name is next to it.
 */
export function StateMark({
  state,
  named = 'aloud',
}: {
  readonly state: ShownState
  readonly named?: 'aloud' | 'beside'
}) {
  const { t } = useTranslation()
  if (named === 'beside') return <i className={`${styles.mark} ${styles[state]}`} aria-hidden="true" />
  return (
    <i
      className={`${styles.mark} ${styles[state]}`}
      role="img"
      aria-label={t(`state.${state}`)}
      title={t(`state.${state}`)}
    />
  )
}
