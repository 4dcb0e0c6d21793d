import { Check, Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useCopy } from '../lib/notices/use-copy.ts'
import { Button } from './Button.tsx'
import styles from './CopyLine.module.css'
import { IconButton } from './IconButton.tsx'

/** A command or a piece of code, with a button that copies it. */
export function CopyLine({
  text,
  shown,
  isOnce = false,
}: {
  readonly text: string
  readonly shown?: React.ReactNode
  /** It is shown only once: the button says what it does. */
  readonly isOnce?: boolean
}) {
  const { t } = useTranslation()
  const { isCopied, copy } = useCopy()
  const sign = isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />
  return (
    <div className={styles.line} dir="ltr">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>{shown ?? text}</pre>
      {isOnce ? (
        <Button size="small" onPress={() => void copy(text)}>
          {sign}
          {t(isCopied ? 'copied' : 'copy')}
        </Button>
      ) : (
        <IconButton label={t(isCopied ? 'copied' : 'copy')} size="small" onPress={() => void copy(text)}>
          {sign}
        </IconButton>
      )}
    </div>
  )
}
