import type { OverviewReply, ProjectReply } from '@dragoman/contract'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../lib/announce.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { ShellSlot } from '../../ui/ShellSlot.tsx'
import styles from './Editor.module.css'
import { EditorFooter } from './EditorFooter.tsx'
import { chipOf, type FilterChip, withChip } from './filter-query.ts'
import { LanguagePick } from './LanguagePick.tsx'
import { ListColumn } from './ListColumn.tsx'
import { OpenStringView } from './OpenStringView.tsx'
import { translationQueries } from './queries.ts'
import { SaveState } from './SaveState.tsx'
import { SearchLine } from './SearchLine.tsx'
import type { Panel } from './SidePanel.tsx'
import type { StringListHandle } from './StringListView.tsx'
import { saving } from './saving.ts'
import { shownCounts } from './shown-counts.ts'
import { useLatestCallback } from './use-latest-callback.ts'
import { useLiveRows } from './use-live-rows.ts'
import { useNarrow } from './use-narrow.ts'
import { useOpenString } from './use-open-string.ts'
import { useReturnedSaves } from './use-returned-saves.ts'
import { useStringList } from './use-string-list.ts'

export type EditorSearch = { readonly q?: string; readonly key?: number; readonly panel?: Panel }

export type EditorProps = {
  readonly project: ProjectReply
  readonly language: string
  readonly search: EditorSearch
  /** Puts this into the address bar. `push` makes the back button return here. */
  readonly onSearch: (search: EditorSearch, how: 'push' | 'replace') => void
  readonly onLanguage: (language: string) => void
  readonly languageCounts: OverviewReply['languages'] | undefined
}

/** The editor: a list of strings, the open one, and what one may want to look up. */
export function Editor({ project, language, search, onSearch, onLanguage, languageCounts }: EditorProps) {
  const { t } = useTranslation('translations')
  const isNarrow = useNarrow()
  const q = search.q ?? ''
  const [round, setRound] = useState(0)
  const shown = useStringList({ project: project.slug, language, q, round })
  const allCounts = useQuery(translationQueries.counts(project.slug, language)).data
  const counts = allCounts?.counts
  const chipCounts = useMemo(() => (allCounts === undefined ? undefined : shownCounts(allCounts, q)), [allCounts, q])
  const searchLine = useRef<{ readonly focus: () => void }>(null)
  const list = useRef<StringListHandle>(null)
  const wantsFocus = useRef(false)

  const latest = useRef({ search, onSearch, isNarrow })
  latest.current = { search, onSearch, isNarrow }
  const setKey = useCallback((key: number | null) => {
    const { key: before, ...rest } = latest.current.search
    const isOpening = latest.current.isNarrow && before === undefined
    latest.current.onSearch(key === null ? rest : { ...rest, key }, isOpening ? 'push' : 'replace')
  }, [])
  const open = useOpenString(shown, { key: search.key ?? null, setKey, opensFirst: !isNarrow })
  useLiveRows(shown, open.keyId, project.sourceLanguage)

  const setQuery = (query: string) => {
    setRound((last) => last + 1)
    onSearch({ ...(query === '' ? {} : { q: query }), ...(search.panel === undefined ? {} : { panel: search.panel }) }, 'replace')
  }
  const applyQuery = useLatestCallback(setQuery)
  const chooseChip = useLatestCallback((chip: FilterChip) => setQuery(withChip(q, chip)))
  const focusList = useLatestCallback(() => list.current?.focus())
  const pickLanguage = useLatestCallback(onLanguage)
  const setPanel = useLatestCallback((panel: Panel) => onSearch({ ...search, panel }, 'replace'))
  const openDraft = useLatestCallback(() => {
    const keys = [...saving().drafts.keys(project.slug, language)]
    const next = keys[(keys.indexOf(open.keyId ?? 0) + 1) % keys.length]
    if (next !== undefined) open.open(next)
  })
  useReturnedSaves({ project: project.slug, language, openKey: open.keyId, onOpen: open.open })
  const namespaces = useMemo(() => project.namespaces.map((one) => one.name), [project])

  const total = shown.state.total
  useEffect(() => {
    if (total !== null) announce(t('list.count', { count: total }))
  }, [total, t])

  const group = 'translations:shortcuts.listGroup'
  useShortcuts([
    { id: 'search', keys: '/', label: 'translations:search.label', group, run: () => searchLine.current?.focus() },
    { id: 'list-next', keys: 'j', label: 'translations:pane.next', group, run: () => void open.move(1) },
    { id: 'list-previous', keys: 'k', label: 'translations:pane.previous', group, run: () => void open.move(-1) },
    { id: 'list-pick', keys: 'x', label: 'translations:shortcuts.pick', group },
    { id: 'list-enter', keys: 'Enter', label: 'translations:shortcuts.enter', group },
    {
      id: 'leave',
      keys: 'Escape',
      label: 'translations:shortcuts.leave',
      group,
      inFields: true,
      run: (event) => {
        const isInBox = event.target instanceof HTMLElement && event.target.isContentEditable
        if (!isInBox && q !== '') setQuery('')
        focusList()
      },
    },
  ])

  const isStringShown = open.keyId !== null
  return (
    <div className={styles.editor} data-view={isNarrow ? (isStringShown ? 'string' : 'list') : 'both'}>
      {open.row === null ? <h1 className="visually-hidden">{t('list.label')}</h1> : null}
      <ShellSlot name="crumbs">
        <LanguagePick project={project} language={language} counts={counts} all={languageCounts} onPick={pickLanguage} />
      </ShellSlot>
      <ShellSlot name="search">
        {isNarrow ? null : <SearchLine ref={searchLine} query={q} namespaces={namespaces} onQuery={applyQuery} onLeave={focusList} />}
      </ShellSlot>
      <ShellSlot name="status">
        <SaveState project={project.slug} language={language} onOpenDraft={openDraft} />
      </ShellSlot>
      {isNarrow && isStringShown ? null : (
        <ListColumn
          shown={shown}
          project={project}
          counts={chipCounts}
          chip={chipOf(q)}
          onChip={chooseChip}
          q={q}
          onClearFilter={() => setQuery('')}
          open={open}
          listRef={list}
          onLeaveBar={focusList}
          onEnter={() => document.querySelector<HTMLElement>('[data-string-boxes] [contenteditable]')?.focus()}
        >
          {isNarrow ? (
            <div className={styles.narrowSearch}>
              <SearchLine ref={searchLine} query={q} namespaces={namespaces} onQuery={applyQuery} onLeave={focusList} />
            </div>
          ) : null}
        </ListColumn>
      )}
      {isNarrow && !isStringShown ? null : (
        <OpenStringView
          open={open}
          shown={shown}
          project={project}
          panel={search.panel ?? 'context'}
          onPanel={setPanel}
          wantsFocus={wantsFocus}
          {...(isNarrow ? { onBack: () => open.open(null) } : {})}
        />
      )}
      <EditorFooter counts={counts} />
    </div>
  )
}
