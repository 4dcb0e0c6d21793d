import { useTranslation } from 'react-i18next'
import styles from './DraftMark.module.css'

/** Marks unsaved text: a pencil line in a dashed square. Not the state *Draft*, which is saved. */
export function DraftMark({ named = 'beside' }: { readonly named?: 'aloud' | 'beside' }) {
  const { t } = useTranslation('status')
  if (named === 'beside') return <i className={styles.mark} aria-hidden="true" />
  return <i className={styles.mark} role="img" aria-label={t('unsavedDraft')} title={t('unsavedDraft')} />
}
