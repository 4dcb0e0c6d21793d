import type { WaitingFileReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import styles from './Sync.module.css'

type Line = WaitingFileReply['hunks'][number]['lines'][number]

const SIGN = { same: ' ', removed: '−', added: '+' } as const

/** Changed lines of a file, before and after. Left to right in every interface language. */
export function LineDiff({ hunks }: { readonly hunks: WaitingFileReply['hunks'] }) {
  const { t } = useTranslation('git')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className={styles.diff} dir="ltr" tabIndex={0} aria-label={t('waiting.difference')}>
      <div className={styles.rows}>
        {hunks.map(({ lines }, index) => (
          <div key={`${lines[0]?.before}-${lines[0]?.after}`}>
            {index === 0 ? null : <div className={styles.cut} />}
            {lines.map((line) => (
              <DiffLine key={`${line.kind}${line.before}-${line.after}`} line={line} />
            ))}
          </div>
        ))}
      </div>
    </section>
  )
}

function DiffLine({ line }: { readonly line: Line }) {
  const { t } = useTranslation('git')
  const { kind, before, after } = line
  const tone = kind === 'same' ? '' : styles[kind]
  return (
    <div className={`${styles.row} ${tone}`}>
      <span className={styles.number} aria-hidden="true">
        {after ?? before}
      </span>
      <span>
        <span aria-hidden="true">{SIGN[kind]}</span>
        {kind === 'same' ? null : <span className="visually-hidden">{t(`waiting.line.${kind}`)}</span>}
      </span>
      <span>{markedParts(line)}</span>
    </div>
  )
}

function markedParts({ text, marks }: Line): React.ReactNode[] {
  const parts: React.ReactNode[] = []
  let at = 0
  for (const [from, to] of marks) {
    parts.push(text.slice(at, from), <mark key={from}>{text.slice(from, to)}</mark>)
    at = to
  }
  return [...parts, text.slice(at)]
}
