import type { GridRow } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { shownKeyName } from '../../../lib/text/shown-key-name.ts'
import styles from './KeyGrid.module.css'

/** The name of a key with its plural kind and tags. */
export function KeyCell({ row }: { readonly row: GridRow }) {
  const { t } = useTranslation('keys')
  const { key } = row
  return (
    <>
      <code className={styles.name} dir="ltr" title={`${key.namespace}:${shownKeyName(key.name)}`}>
        <span className={styles.namespace}>{key.namespace}:</span>
        {shownKeyName(key.name)}
      </code>
      {key.plural === 'none' ? null : (
        <span className={styles.badge}>{t(key.plural === 'ordinal' ? 'ordinal' : 'plural')}</span>
      )}
      {key.tags.map((tag) => (
        <span key={tag} className={styles.badge}>
          <bdi>{tag}</bdi>
        </span>
      ))}
    </>
  )
}
