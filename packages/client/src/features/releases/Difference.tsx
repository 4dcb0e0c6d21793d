import type {
  api,
  ChannelReply,
  LanguageChangeReply,
  LanguageDifferenceReply,
  ProjectReply,
  ReleaseReply,
  ReplyOf,
} from '@dragoman/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { endonym, useFormats } from '../../i18n/formats.ts'
import { nameOfSyntax } from '../../lib/text/message-syntaxes.ts'
import { Button } from '../../ui/Button.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Menu, MenuRow } from '../../ui/Menu.tsx'
import { Note } from '../../ui/Note.tsx'
import { changesInLanguage, changesInReply } from './count-changes.ts'
import { LanguageRows, type LanguageRowsProps } from './LanguageRows.tsx'
import { type Comparison, releaseQueries, type Side } from './queries.ts'
import styles from './release/Releases.module.css'
import { useReleaseWords } from './release/use-release-words.ts'

export type DifferenceProps = {
  readonly project: ProjectReply
  readonly comparison: Comparison
  readonly releases: readonly ReleaseReply[]
  readonly channels: readonly ChannelReply[]
  readonly onCompare: (comparison: Comparison) => void
}

/** How one release, or the current texts, differ from another. */
export function Difference({ project, comparison, releases, channels, onCompare }: DifferenceProps) {
  const { t } = useTranslation('releases')
  const { data, error, refetch } = useQuery(releaseQueries.compare(project.slug, comparison))
  const { from, to } = comparison
  const changed = data?.languages.filter((one) => changesInLanguage(one) > 0) ?? []
  const languageChanges = data?.languageChanges ?? []
  const changes = data === undefined ? 0 : changesInReply(data)
  const changedTags = new Set([...changed, ...languageChanges].map(({ language }) => language))
  const same = data?.languages.filter(({ language }) => !changedTags.has(language)) ?? []
  const details = useOpenLanguages(changed)
  const sourceOf = (of: 'texts' | 'textsBefore') =>
    data?.languages.find(({ language }) => language === project.sourceLanguage)?.[of] ?? 0
  return (
    <section aria-labelledby="difference-title" className={styles.difference}>
      <div className={styles.differenceHead}>
        <h2 id="difference-title" className="visually-hidden">
          {t('difference')}
        </h2>
        <SideMenu
          label={t('compareFrom')}
          side={from}
          options={['nothing', ...releases.map(({ number }) => number)]}
          releases={releases}
          onChange={(side) => onCompare({ from: side, to })}
        />
        <ArrowRight className={`mirrored ${styles.arrow}`} aria-hidden="true" />
        <SideMenu
          label={t('compareTo')}
          side={to}
          options={['catalog', ...releases.map(({ number }) => number)]}
          releases={releases}
          onChange={(side) => onCompare({ from, to: side })}
        />
        {data === undefined ? null : (
          <span className="muted">
            {changes === 0
              ? t('noDifference')
              : changedTags.size === 0
                ? t('changes', { count: changes })
                : t('changesInLanguages', {
                    changes: t('changes', { count: changes }),
                    languages: t('inLanguages', { count: changedTags.size }),
                  })}
          </span>
        )}
      </div>
      {data === undefined ? (
        <Loading error={error} onRetry={refetch} rows={4} height={40} />
      ) : (
        <>
          <FailingNotes project={project.slug} to={to} languages={changed} channels={channels} />
          {changes === 0 ? (
            <p className={styles.noDifference}>{t(to === 'catalog' ? 'nothingNew' : 'sameTexts')}</p>
          ) : null}
          {changed.length === 0 ? null : (
            <DifferenceTable
              project={project.slug}
              comparison={comparison}
              languages={changed}
              keys={{ before: sourceOf('textsBefore'), after: sourceOf('texts') }}
              {...details}
            />
          )}
          <ChangedLanguages changes={languageChanges} syntax={data.syntaxChange} />
          {same.length === 0 || changed.length === 0 ? null : (
            <SameLanguages tags={same.map(({ language }) => language)} />
          )}
        </>
      )}
    </section>
  )
}

/**
 * Returns the languages whose details are open: one, until a person opens or closes some. That one stays open while
 * others get changes, before it in the list too.
 */
function useOpenLanguages(changed: readonly LanguageDifferenceReply[]) {
  const [open, setOpen] = useState<ReadonlySet<string> | null>(null)
  const [first, setFirst] = useState<string>()
  const isListed = changed.some(({ language }) => language === first)
  const shown = isListed ? first : changed[0]?.language
  if (shown !== first) setFirst(shown)
  const opened = open ?? new Set(shown === undefined ? [] : [shown])
  const onToggle = (language: string) => {
    const next = new Set(opened)
    if (!next.delete(language)) next.add(language)
    setOpen(next)
  }
  return { opened, onToggle }
}

type DifferenceTableProps = Pick<LanguageRowsProps, 'project' | 'comparison' | 'keys'> & {
  readonly languages: readonly LanguageDifferenceReply[]
  readonly opened: ReadonlySet<string>
  readonly onToggle: (language: string) => void
}

/** The numbers of added, changed and removed texts of each language, with details of the open ones. */
function DifferenceTable({ languages, opened, onToggle, ...of }: DifferenceTableProps) {
  const { t } = useTranslation('releases')
  const showsStatus = languages.some(({ status }) => status > 0)
  return (
    <div className={styles.differenceFrame}>
      <table className={styles.differenceTable} data-status={showsStatus}>
        <thead>
          <tr>
            <th>{t('column.language')}</th>
            <th>{t('column.added')}</th>
            <th>{t('column.changed')}</th>
            <th>{t('column.removed')}</th>
            {showsStatus ? <th>{t('column.status')}</th> : null}
            <th>{t('column.translated')}</th>
          </tr>
        </thead>
        <tbody>
          {languages.map((one) => (
            <LanguageRows
              key={one.language}
              {...of}
              difference={one}
              showsStatus={showsStatus}
              isOpen={opened.has(one.language)}
              onToggle={() => onToggle(one.language)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type ChangedLanguagesProps = {
  readonly changes: readonly LanguageChangeReply[]
  readonly syntax: ReplyOf<typeof api.releases.compare>['syntaxChange']
}

/** Lists added and removed languages, those with another fallback language, and another message syntax. */
function ChangedLanguages({ changes, syntax }: ChangedLanguagesProps) {
  const { t } = useTranslation('releases')
  if (changes.length === 0 && syntax === null) return null
  const syntaxName = (id: string) => nameOfSyntax(id) ?? t('syntaxNone')
  return (
    <ul className={styles.changedLanguages}>
      {changes.map(({ language, change }) => (
        <li key={`${language} ${change}`}>
          {t(`languageChange.${change}`, { language: endonym(language) })}
        </li>
      ))}
      {syntax === null ? null : (
        <li>{t('syntaxChange', { before: syntaxName(syntax.before), after: syntaxName(syntax.after) })}</li>
      )}
    </ul>
  )
}

function SameLanguages({ tags }: { readonly tags: readonly string[] }) {
  const { t } = useTranslation('releases')
  const formats = useFormats()
  return <p className={styles.same}>{t('unchanged', { languages: formats.list(tags.map(endonym)) })}</p>
}

type FailingNotesProps = {
  readonly project: string
  readonly to: Side
  readonly languages: readonly LanguageDifferenceReply[]
  readonly channels: readonly ChannelReply[]
}

/** Warns about texts that would be served with an error, or held back because of it. */
function FailingNotes({ project, to, languages, channels }: FailingNotesProps) {
  const { t } = useTranslation('releases')
  const formats = useFormats()
  const failing = languages.filter((one) => one.failing > 0)
  if (to !== 'catalog' || failing.length === 0) return null
  const holding = channels.filter(({ settings }) => settings.holdsErrors).map(({ name }) => name)
  return failing.map((one) => {
    const language = formats.languageName(one.language)
    const count = one.failing
    return (
      <Note
        key={one.language}
        tone="warning"
        action={
          <Link
            className={styles.fix}
            to="/p/$project/translate/$language"
            params={{ project, language: one.language }}
            search={{ q: 'is:failing' }}
            aria-label={t('fixIn', { language })}
          >
            {t('fix')}
          </Link>
        }
      >
        {holding.length === 0
          ? t('failing', { count, language })
          : t('failingHeld', { count, language, channels: formats.list(holding) })}
      </Note>
    )
  })
}

type SideMenuProps = {
  readonly label: string
  readonly side: Side
  readonly options: readonly Side[]
  readonly releases: readonly ReleaseReply[]
  readonly onChange: (side: Side) => void
}

/** A menu to choose one side of the comparison. */
function SideMenu({ label, side, options, releases, onChange }: SideMenuProps) {
  const { t } = useTranslation('releases')
  const words = useReleaseWords()
  const nameOf = (one: Side) =>
    one === 'catalog' ? t('next') : one === 'nothing' ? t('nothing') : words.number(one)
  return (
    <Menu
      label={label}
      chosen={String(side)}
      onAction={(id) => {
        const chosen = options.find((one) => String(one) === String(id))
        if (chosen !== undefined) onChange(chosen)
      }}
      trigger={
        <Button look="quiet" size="small" aria-label={`${label}: ${nameOf(side)}`}>
          <b>{nameOf(side)}</b>
          <ChevronDown aria-hidden="true" />
        </Button>
      }
    >
      {options.map((one) => (
        <MenuRow
          key={String(one)}
          id={String(one)}
          note={releases.find(({ number }) => number === one)?.title}
          textValue={nameOf(one)}
        >
          {nameOf(one)}
        </MenuRow>
      ))}
    </Menu>
  )
}
