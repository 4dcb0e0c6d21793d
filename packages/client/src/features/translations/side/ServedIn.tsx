import type { KeyServedReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { ServedSummary, useAliasWords } from '../../../components/ServedSummary.tsx'
import { shownKeyName } from '../../../lib/text/shown-key-name.ts'
import panel from './SidePanel.module.css'
import styles from './UsedIn.module.css'

/** When apps last requested a string, and its aliases. */
export function ServedIn({ served }: { readonly served: KeyServedReply | undefined }) {
  const { t } = useTranslation('translations')
  const aliasWords = useAliasWords()
  // Nothing was ever loaded, so there is nothing to show yet.
  if (served === undefined || (served.countedSince === null && served.aliases.length === 0)) return null
  return (
    <section>
      <h3 className={panel.heading}>{t('served.title')}</h3>
      <ServedSummary served={served} />
      {served.aliases.map((alias) => (
        <p key={alias.name} className={styles.about}>
          {t('served.alias')} <code dir="ltr">{shownKeyName(alias.name)}</code> {aliasWords(served, alias)}
        </p>
      ))}
    </section>
  )
}
