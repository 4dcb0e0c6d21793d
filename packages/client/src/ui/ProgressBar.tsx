import styles from './ProgressBar.module.css'

/** The progress of a task; without `share` its duration is unknown. */
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
