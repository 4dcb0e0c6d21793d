import type { SuggestionReply } from '@dragoman/contract'
import { directionOf, FORM_NAMES } from '@dragoman/core'
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { type OwnSuggestion, useOwnSuggestions } from '../../lib/access/own-suggestions.ts'
import { shownKeyName } from '../../lib/text/shown-key-name.ts'
import { ownSuggestionQuery } from './queries.ts'
import styles from './Visitor.module.css'

const SHOWN = 20

/** What became of the suggestions that someone without an account made in this browser. */
export function OwnSuggestions({ project }: { readonly project: string }) {
  const { t } = useTranslation('visitor')
  const own = useOwnSuggestions(project).slice(0, SHOWN)
  const found = useQueries({ queries: own.map((one) => ownSuggestionQuery(project, one)) })
  if (own.length === 0) return null
  return (
    <section className={styles.own} aria-labelledby="own-suggestions">
      <h2 id="own-suggestions">{t('own.title')}</h2>
      <ul>
        {own.map((one, index) => (
          <OwnSuggestionRow key={one.id} project={project} own={one} now={found[index]?.data} />
        ))}
      </ul>
    </section>
  )
}

function OwnSuggestionRow({
  project,
  own: { keyId, keyName, language },
  now,
}: {
  readonly project: string
  readonly own: OwnSuggestion
  /** Null: it is gone, for example with its key; undefined: not loaded. */
  readonly now: SuggestionReply | null | undefined
}) {
  const { t } = useTranslation('visitor')
  const formats = useFormats()
  const text = FORM_NAMES.map((form) => now?.forms[form]).find((one) => one !== undefined && one !== '')
  const reason = now?.decision?.reason?.text ?? ''
  return (
    <li>
      <Link
        to="/p/$project/translate/$language"
        params={{ project, language }}
        search={{ key: keyId, panel: 'suggestions' }}
      >
        <code dir="ltr">{shownKeyName(keyName)}</code>
      </Link>{' '}
      <span className="muted">{formats.languageName(language)}</span>
      {text === undefined ? null : (
        <p lang={language} dir={directionOf(language)}>
          {text}
        </p>
      )}
      {now === undefined ? null : (
        <p className={styles.state} data-state={now?.state ?? 'gone'}>
          {t(`own.state.${now?.state ?? 'gone'}`)} {reason === '' ? null : <bdi>{reason}</bdi>}
        </p>
      )}
    </li>
  )
}
