import styles from './ProgressBar.module.css'

/** How far a piece of work is; without `share` it goes on for an unknown time. */
export function ProgressBar({ share, label }: { readonly share?: number; readonly label: string }) {
  const percent = share === undefined ? undefined : Math.round(share * 100)
  return (
    <span
      className={styles.bar}
      role="progressbar"
      aria-label={label}
      {...(percent === undefined
        ? {}
        : { 'aria-valuenow': percent, 'aria-valuemin': 0, 'aria-valuemax': 100 })}
    >
      <i
        className={percent === undefined ? styles.endless : ''}
        style={percent === undefined ? {} : { inlineSize: `${percent}%` }}
      />
    </span>
  )
}
