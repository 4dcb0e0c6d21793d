import type { OverviewReply, ProjectReply } from '@dragoman/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AssignAsked } from '../../components/AssignButton.tsx'
import { isControl, isInOverlay, isTypingOutside } from '../../lib/focus/focus-places.ts'
import { useSkipTarget } from '../../lib/focus/skip-link.ts'
import { useListShortcuts } from '../../lib/list/use-list-shortcuts.ts'
import { announce } from '../../lib/notices/announce.ts'
import { showToast } from '../../lib/notices/toast.ts'
import { useLiveStatus } from '../../lib/server/live.ts'
import { useSendLocation } from '../../lib/server/presence.ts'
import { useShortcuts } from '../../lib/shortcuts/shortcuts.ts'
import { useLatestCallback } from '../../lib/use-latest-callback.ts'
import { useNarrow } from '../../lib/use-narrow.ts'
import { ShellSlot } from '../../ui/ShellSlot.tsx'
import styles from './Editor.module.css'
import { EditorFooter } from './EditorFooter.tsx'
import { LanguagePick } from './LanguagePick.tsx'
import { ListColumn } from './list/ListColumn.tsx'
import type { StringListHandle } from './list/StringListView.tsx'
import { useLiveRows } from './list/use-live-rows.ts'
import { useOpenString } from './list/use-open-string.ts'
import { useStringList } from './list/use-string-list.ts'
import { OpenStringView } from './OpenStringView.tsx'
import { translationQueries } from './queries.ts'
import { useReturnedSaves } from './saving/use-returned-saves.ts'
import { FilterChips } from './search/FilterChips.tsx'
import { chipOf, type FilterChip, withChip } from './search/filter-query.ts'
import { type SearchedTask, SearchLine } from './search/SearchLine.tsx'
import { MAX_QUERY } from './search/search-line.ts'
import { shownCounts } from './search/shown-counts.ts'
import type { CommentsOfEditor, Panel } from './side/SidePanel.tsx'
import type { StringPaneHandle } from './string/StringPane.tsx'

export type EditorSearch = { readonly q?: string; readonly key?: number; readonly panel?: Panel }

export type EditorProps = {
  readonly project: ProjectReply
  readonly language: string
  readonly search: EditorSearch
  /** Updates the URL. `push` makes the back button return here. */
  readonly onSearch: (search: EditorSearch, how: 'push' | 'replace') => void
  readonly onLanguage: (language: string) => void
  readonly languageCounts: OverviewReply['languages'] | undefined
  /** Called when `languageCounts` starts or stops being shown. */
  readonly onChoosingLanguage: (isChoosing: boolean) => void
  readonly comments: CommentsOfEditor
  /** The task whose strings are shown. */
  readonly task: SearchedTask | null
  /** Apps can load the texts of the project. */
  readonly reachesApps: boolean
  /** What is next after the last string of a filter, or if nothing matches it. */
  readonly end: (takesFocus: boolean) => ReactNode
  /** Called with the loaded keys, so that their indicators can be loaded. */
  readonly onKeys: (keyIds: readonly (readonly number[])[]) => void
}

/** The editor: a list of strings, the open one, and reference information. */
export function Editor(props: EditorProps) {
  const { project, language, search, onSearch, onLanguage, languageCounts, onChoosingLanguage } = props
  const { t } = useTranslation('translations')
  const isNarrow = useNarrow()
  const written = search.q ?? ''
  // A search that the server would reject is marked in its field; the list remains usable.
  const q = written.length > MAX_QUERY ? '' : written
  const [round, setRound] = useState(0)
  const shown = useStringList({ project: project.slug, language, q, round })
  const allCounts = useQuery(translationQueries.counts(project.slug, language)).data
  const counts = allCounts?.counts
  const chipCounts = useMemo(
    () => (allCounts === undefined ? undefined : shownCounts(allCounts, q)),
    [allCounts, q],
  )
  const searchLine = useRef<{ readonly focus: () => void }>(null)
  const list = useRef<StringListHandle>(null)
  const pane = useRef<StringPaneHandle>(null)
  // The caret starts in the first text, except on phones, where the keyboard would cover the screen.
  const wantsFocus = useRef(!isNarrow)
  const column = useRef<HTMLElement>(null)

  const latest = useRef({ search, onSearch, isNarrow })
  latest.current = { search, onSearch, isNarrow }
  const setKey = useCallback((key: number | null) => {
    const { key: before, ...rest } = latest.current.search
    const isOpening = latest.current.isNarrow && before === undefined
    latest.current.onSearch(key === null ? rest : { ...rest, key }, isOpening ? 'push' : 'replace')
  }, [])
  const open = useOpenString(shown, { key: search.key ?? null, setKey, opensFirst: !isNarrow })
  useSendLocation(project.slug, { language, keyId: open.keyId, isLive: useLiveStatus() === 'live' })
  useLiveRows(shown, open.keyId, project.sourceLanguage)
  const { pages } = shown.state
  const { onKeys } = props
  useEffect(() => onKeys([...pages.values()]), [pages, onKeys])

  // The filter from a link or the back button is not cleared by a shortcut.
  const [firstQuery, setFirstQuery] = useState(q)
  const ownQuery = useRef(q)
  const [seenQuery, setSeenQuery] = useState(q)
  if (q !== seenQuery) {
    setSeenQuery(q)
    if (q !== ownQuery.current) setFirstQuery(q)
  }
  const setQuery = (query: string) => {
    ownQuery.current = query
    setRound((last) => last + 1)
    onSearch(
      {
        ...(query === '' ? {} : { q: query }),
        ...(search.panel === undefined ? {} : { panel: search.panel }),
      },
      'replace',
    )
  }
  const applyQuery = useLatestCallback(setQuery)
  const chooseChip = useLatestCallback((chip: FilterChip) => setQuery(withChip(q, chip)))
  const focusList = useLatestCallback(() => (list.current ?? column.current)?.focus())
  const pickLanguage = useLatestCallback(onLanguage)
  const setPanel = useLatestCallback((panel: Panel) => onSearch({ ...search, panel }, 'replace'))
  useReturnedSaves({ project: project.slug, language, openKey: open.keyId, onOpen: open.open })
  const authors = useLatestCallback(() =>
    [...new Set([...shown.state.rows.values()].map((row) => row.target.actor?.name))]
      .filter((name) => name !== undefined)
      .sort(),
  )
  const namespaces = useMemo(() => project.namespaces.map((one) => one.name), [project])

  const total = shown.state.total
  const assign = useMemo(
    (): AssignAsked | null =>
      q === '' || total === null || total === 0
        ? null
        : {
            select: { q, language },
            count: total,
            languages: [language],
            namespaces: [],
            goal: 'translated',
          },
    [q, language, total],
  )
  useEffect(() => {
    if (total !== null) announce(t('list.count', { count: total }))
    if (total !== 0 || !wantsFocus.current) return
    wantsFocus.current = false
    if (!isTypingOutside(null)) focusList()
  }, [total, t, focusList])

  useSkipTarget(() => {
    if (pane.current?.focus() !== true) focusList()
    return true
  })
  const leaveFilter = () => {
    focusList()
    if (q === firstQuery) {
      if (q !== '') announce(t('filter.stays', { filter: q }))
      return
    }
    setQuery(firstQuery)
    showToast(firstQuery === '' ? t('filter.cleared') : t('filter.back', { filter: firstQuery }), {
      action: { label: t('filter.restore'), run: () => setQuery(q) },
    })
  }

  // Moving in the list focuses it, so that the next key press is not typed into a text.
  const moveInList = (by: number) => {
    focusList()
    open.move(by)
  }

  const group = 'translations:shortcuts.listGroup'
  useListShortcuts({ group, onMove: moveInList, onSelect: () => list.current?.select() })
  useShortcuts([
    {
      id: 'search',
      keys: '/',
      label: 'translations:search.label',
      group,
      run: () => searchLine.current?.focus(),
    },
    {
      id: 'list-enter',
      keys: 'Enter',
      label: 'translations:shortcuts.enter',
      group,
      appliesAt: (target) => !isControl(target),
      run: () => void pane.current?.focus(),
    },
    {
      id: 'leave',
      keys: 'Escape',
      label: 'translations:shortcuts.leave',
      group,
      inFields: true,
      appliesAt: (target) => !isInOverlay(target),
      run: () => (pane.current?.hasFocus() === true ? focusList() : leaveFilter()),
    },
  ])

  const isStringShown = open.keyId !== null
  return (
    <div className={styles.editor} data-view={isNarrow ? (isStringShown ? 'string' : 'list') : 'both'}>
      {open.row === null ? <h1 className="visually-hidden">{t('list.label')}</h1> : null}
      <ShellSlot name="crumbs">
        <LanguagePick
          project={project}
          language={language}
          counts={counts}
          all={languageCounts}
          onChoosing={onChoosingLanguage}
          onPick={pickLanguage}
        />
      </ShellSlot>
      <ShellSlot name="search">
        {isNarrow ? null : (
          <SearchLine
            ref={searchLine}
            query={written}
            namespaces={namespaces}
            authors={authors}
            onQuery={applyQuery}
            onLeave={focusList}
            task={props.task}
          />
        )}
      </ShellSlot>
      {isNarrow && isStringShown ? null : (
        <ListColumn
          shown={shown}
          project={project}
          q={q}
          onClearFilter={() => setQuery('')}
          open={open}
          listRef={list}
          onLeaveBar={focusList}
          columnRef={column}
          onEnter={() => void pane.current?.focus()}
          end={props.end(false)}
        >
          {isNarrow ? (
            <div className={styles.narrowSearch}>
              <SearchLine
                ref={searchLine}
                query={written}
                namespaces={namespaces}
                authors={authors}
                onQuery={applyQuery}
                onLeave={focusList}
                task={props.task}
              />
            </div>
          ) : null}
          <FilterChips chosen={chipOf(q)} counts={chipCounts} onChoose={chooseChip} assign={assign} />
        </ListColumn>
      )}
      {isNarrow && !isStringShown ? null : (
        <OpenStringView
          open={open}
          shown={shown}
          project={project}
          panel={search.panel ?? 'context'}
          onPanel={setPanel}
          comments={props.comments}
          end={props.end}
          wantsFocus={wantsFocus}
          paneRef={pane}
          {...(isNarrow ? { onBack: () => open.open(null) } : {})}
        />
      )}
      <EditorFooter counts={counts} reachesApps={props.reachesApps} />
    </div>
  )
}
