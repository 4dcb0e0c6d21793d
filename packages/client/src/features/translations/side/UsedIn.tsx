import type { KeyUsesReply } from '@dragoman/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../i18n/formats.ts'
import { Button } from '../../../ui/Button.tsx'
import panel from './SidePanel.module.css'
import styles from './UsedIn.module.css'

const AT_FIRST = 4

/** The places in the app's code that request a key, each linked to its line at the scanned commit. */
export function UsedIn({ found }: { readonly found: KeyUsesReply | undefined }) {
  const { t } = useTranslation('translations')
  const formats = useFormats()
  const [isWhole, setIsWhole] = useState(false)
  if (found === undefined || found.scan === null) return null
  const { scan, uses, total } = found
  const shown = isWhole ? uses : uses.slice(0, AT_FIRST)
  return (
    <section>
      <h3 className={panel.heading}>{t('context.usedIn')}</h3>
      {uses.length === 0 ? <p className={styles.about}>{t('context.notUsed')}</p> : null}
      <ul>
        {shown.map(({ path, line, column, url, kind, key }) => (
          <li key={`${path}:${line}:${column}:${key}`} className={styles.place}>
            <Place path={path} line={line} url={url} />
            {kind === 'prefix' ? (
              <span className={styles.about}>
                {t('context.usedPrefix')} <code dir="ltr">{key}…</code>
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      {uses.length > shown.length ? (
        <Button look="quiet" size="small" onPress={() => setIsWhole(true)}>
          {t('context.usesMore', { count: uses.length - shown.length })}
        </Button>
      ) : total > uses.length ? (
        <p className={styles.about}>{t('context.usesNotShown', { count: total - uses.length })}</p>
      ) : null}
      <p className={styles.about}>
        {t('context.scanned', { when: formats.relative(scan.at) })}{' '}
        <code dir="ltr">{scan.revision.slice(0, 8)}</code>
      </p>
    </section>
  )
}

type PlaceProps = { readonly path: string; readonly line: number; readonly url: string | null }

function Place({ path, line, url }: PlaceProps) {
  const place = (
    <code dir="ltr">
      {path}:{line}
    </code>
  )
  return url === null ? (
    place
  ) : (
    <a href={url} rel="noopener noreferrer" target="_blank">
      {place}
    </a>
  )
}
