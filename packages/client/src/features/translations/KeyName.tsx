import styles from './KeyName.module.css'

/** A key, always left to right: where it belongs dim, its own last part clear. */
export function KeyName({ namespace, name }: { readonly namespace: string; readonly name: string }) {
  const cut = name.lastIndexOf('.', name.length - 2) + 1
  return (
    <code className={styles.key} dir="ltr" translate="no">
      <span className={styles.namespace}>{namespace}</span>
      <span className={styles.colon}>:</span>
      {name.slice(0, cut)}
      <b>{name.slice(cut)}</b>
    </code>
  )
}
