import { shownKeyName } from '../lib/text/shown-key-name.ts'
import styles from './KeyName.module.css'

/**
 * A key, always left to right: its path dimmed, its last part clear. In narrow places the path is truncated.
 * A key that is a sentence has no parts.
 */
export function KeyName({ namespace, name: key }: { readonly namespace: string; readonly name: string }) {
  const name = shownKeyName(key)
  const cut = /\s/.test(name) ? 0 : name.lastIndexOf('.', name.length - 2) + 1
  return (
    <code className={styles.key} dir="ltr" translate="no" title={`${namespace}:${name}`}>
      <span className={styles.path}>
        {namespace}:{name.slice(0, cut)}
      </span>
      <b>{name.slice(cut)}</b>
    </code>
  )
}
